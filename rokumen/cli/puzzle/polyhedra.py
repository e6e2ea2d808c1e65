"""`rokumen puzzle polyhedron` and `draw`: polyhedra described and drawn."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING

import click

from rokumen import exit_status
from rokumen.cli.output import json_option, print_json
from rokumen.errors import InputError
from rokumen.show.fitted import print_table
from solver.puzzles.families import family_of, plain_name
from solver.puzzles.family import PolyhedronFamily
from solver.puzzles.kpuzzle.stored import imported_names, name_to_store
from solver.puzzles.registry import load_puzzle

if TYPE_CHECKING:
    from rich.table import Table

    from solver.puzzles.polyhedra.layered import LayeredPuzzle
    from solver.puzzles.polyhedra.polyhedron import Polyhedron


@click.command("polyhedron")
@click.argument("name")
@click.option("--states", is_flag=True, help="Count its states (takes seconds the first time).")
@click.option("--distances", is_flag=True, help="Count the states of a small one by turns needed.")
@json_option("Print everything, with the geometry, as JSON.")
def polyhedron_command(name: str, states: bool, distances: bool, as_json: bool) -> int:
    """Print the axes of the twisty polyhedron NAME and the pieces in each layer by kind."""
    from rich.console import Console

    from solver.puzzles.polyhedra.description import describe
    from solver.puzzles.polyhedra.polyhedron import polyhedron

    puzzle = polyhedron(name)
    if distances:
        return _print_distances(puzzle.name, as_json)
    counted = _states(name) if states else None
    if as_json:
        print_json({**describe(name), **({} if counted is None else {"states": counted})})
        return exit_status.DONE
    output = Console(highlight=False)
    output.print(describe_axes(puzzle))
    print_table(pieces_table(puzzle))
    if counted is not None:
        output.print(f"{counted:,} states with all stickers distinguished")
    return exit_status.DONE


def _print_distances(name: str, as_json: bool) -> int:
    from rich.console import Console

    from solver.puzzles.polyhedra.distances import distances

    with Console(stderr=True).status(name) as status:
        found = distances(
            name, lambda depth, states: status.update(f"{states:,} states of {depth} turns")
        )
    if as_json:
        print_json({"states": list(found.counts), "most": found.most, "rotations": found.rotations})
        return exit_status.DONE
    for turns, states in enumerate(found.counts):
        click.echo(f"{turns:>2} {states:>14,}")
    click.echo(
        f"{sum(found.counts):,} states, each counted once however it is held; "
        f"at most {found.most} turns"
        if found.rotations > 1
        else f"{sum(found.counts):,} states; at most {found.most} turns"
    )
    return exit_status.DONE


def _states(name: str) -> int:
    from rokumen.show.table_progress import build_puzzle_tables
    from solver.puzzles.polyhedra.puzzle import PolyhedronPuzzle

    polyhedron = PolyhedronPuzzle(name)
    build_puzzle_tables(polyhedron, polyhedron.methods[0], {})
    return polyhedron.states


def describe_axes(puzzle: Polyhedron) -> str:
    """Return a text with the axes, their ends and turns, and the numbers of pieces and stickers."""
    ends = ", ".join(
        f"{axis.name} ({' '.join(f'{value + 0.0:.2f}' for value in axis.direction.round(9))})"
        for axis in puzzle.axes
    )
    orders = Counter(axis.order for axis in puzzle.axes)
    axes = " and ".join(
        f"{count} axes of {360 / order:g}° turns" for order, count in orders.items()
    )
    return (
        f"{puzzle.name}: {len(puzzle.pieces)} pieces with {len(puzzle.stickers)} stickers\n"
        f"{axes}, {puzzle.layers} layers each: {ends}"
    )


def pieces_table(puzzle: Polyhedron) -> Table:
    """Return a table of the pieces of each layer by kind; it is the same for axes of one angle."""
    from rich.table import Table

    from solver.puzzles.polyhedra.description import pieces_in_layer

    first_axes = {axis.order: i for i, axis in reversed(list(enumerate(puzzle.axes)))}
    counts = {
        (axis, layer): pieces_in_layer(puzzle, axis, layer)
        for axis in sorted(first_axes.values())
        for layer in range(1, puzzle.layers + 1)
    }
    kinds = list(dict.fromkeys(kind for count in counts.values() for kind in count))
    table = Table("axes", "layer", *kinds, "all")
    for column in table.columns[1:]:
        column.justify = "right"
    for (number, layer), count in counts.items():
        order = puzzle.axes[number].order
        names = " ".join(axis.name for axis in puzzle.axes if axis.order == order)
        row = [layer, *(count[kind] for kind in kinds), count.total()]
        table.add_row(names if layer == 1 else "", *map(str, row))
    return table


def _layered(name: str) -> LayeredPuzzle:
    """Return the polyhedron that reads turns as who calls it so writes them."""
    from solver.puzzles.polyhedra.puzzle import PolyhedronPuzzle

    called = plain_name(name)
    family = family_of(called)
    if family is None or isinstance(family, PolyhedronFamily):
        return PolyhedronPuzzle(called)
    found: LayeredPuzzle = resolve_name(family.factory)(called)
    return found


_COLUMNS = 5  # puzzles in a row of a picture


@click.command("draw")
@click.argument("names", nargs=-1, required=True, metavar="NAME...")
@click.option(
    "--draw",
    "--output",
    "output",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    help="The file to write: .svg or .png.",
)
@click.option("--moves", default="", help="Turns to apply first, in the puzzle's notation.")
@click.option(
    "--turning",
    multiple=True,
    metavar="TURN",
    help="A layer to show partly turned, such as 1X; once for each NAME.",
)
def draw_command(names: tuple[str, ...], output: Path, moves: str, turning: tuple[str, ...]) -> int:
    """Draw the twisty polyhedra NAME, solved or after --moves, as one picture.

    A puzzle that was imported with its net is drawn alone.
    """
    from drawing.canvas import save_drawing
    from solver.puzzles.polyhedra.drawing import picture, puzzle_after_turns
    from solver.puzzles.polyhedra.polyhedron import after, polyhedron

    if any(name_to_store(name) in imported_names() for name in names):
        if len(names) > 1 or turning:
            raise InputError("an imported puzzle is drawn alone, without --turning")
        load_puzzle(names[0]).draw(moves, output)
        return exit_status.DONE
    if turning and len(turning) != len(names):
        raise InputError(f"give --turning once for each of the {len(names)} puzzles, or never")
    poses = []
    for name, layer in zip(names, turning or [""] * len(names), strict=True):
        shape, puzzle = polyhedron(name), _layered(name)
        on_its_way = puzzle.turns(layer)
        if len(on_its_way) > 1:
            raise InputError(f"--turning {layer!r}: name one layer only")
        turned = on_its_way[0] if on_its_way else None
        targets = after(shape, puzzle.turns(moves))
        poses.append(puzzle_after_turns(shape, targets, turned, puzzle.name))
    save_drawing(picture(poses, _COLUMNS), output)
    return exit_status.DONE
