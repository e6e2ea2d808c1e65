"""`rokumen puzzle polyhedron`, `equal` and `draw`: polyhedra described, compared and drawn."""

from __future__ import annotations

from pathlib import Path

import click

from rokumen import exit_status
from rokumen.cli.number_types import WholeNumber
from rokumen.cli.output import json_option, print_json
from rokumen.errors import InputError


@click.command("polyhedron")
@click.argument("name")
@click.option("--states", is_flag=True, help="Count its states (takes seconds the first time).")
@json_option("Print everything, with the geometry, as JSON.")
def polyhedron_command(name: str, states: bool, as_json: bool) -> int:
    """Print the axes of the twisty polyhedron NAME and the pieces in each layer by kind."""
    from rich.console import Console

    from rokumen.show.terminal.polyhedron_tables import describe_axes, pieces_table
    from solver.puzzles.polyhedra.description import describe
    from solver.puzzles.polyhedra.polyhedron import polyhedron

    puzzle = polyhedron(name)
    counted = _states(name) if states else None
    if as_json:
        print_json({**describe(name), **({} if counted is None else {"states": counted})})
        return exit_status.DONE
    output = Console(highlight=False)
    output.print(describe_axes(puzzle))
    output.print(pieces_table(puzzle))
    if counted is not None:
        output.print(f"{counted:,} states with all stickers distinguished")
    return exit_status.DONE


def _states(name: str) -> int:
    from rokumen.show.terminal.table_progress import build_puzzle_tables
    from solver.puzzles.polyhedra.puzzle import puzzle

    polyhedron = puzzle(name)
    build_puzzle_tables(polyhedron)
    return polyhedron.states


@click.command("equal")
@click.argument("first")
@click.argument("second")
@json_option()
def equal_command(first: str, second: str, as_json: bool) -> int:
    """Compare two twisty polyhedra: match their axes and find the pieces that move identically."""
    from rokumen.show.terminal.polyhedron_tables import axis_matches, describe_comparison
    from solver.puzzles.polyhedra.equivalence import compare

    comparison = compare(first, second)
    if as_json:
        print_json(
            {
                "first": first,
                "second": second,
                "axes": axis_matches(comparison),
                "shared": [
                    {
                        "pieces": shared.pieces,
                        "first_shows": shared.first_shows,
                        "second_shows": shared.second_shows,
                        "stickers_too": shared.stickers_too,
                    }
                    for shared in comparison.shared
                ],
                "first_alone": comparison.first_alone,
                "second_alone": comparison.second_alone,
            }
        )
        return exit_status.DONE
    for line in describe_comparison(comparison):
        click.echo(line)
    return exit_status.DONE


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
@click.option(
    "--columns",
    type=WholeNumber(1, 100),
    default=5,
    show_default=True,
    help="Puzzles in a row.",
)
def draw_command(
    names: tuple[str, ...], output: Path, moves: str, turning: tuple[str, ...], columns: int
) -> int:
    """Draw the twisty polyhedra NAME, solved or after --moves, as one picture."""
    from drawing.canvas import save_drawing
    from solver.puzzles.polyhedra.drawing import picture, puzzle_after_turns
    from solver.puzzles.polyhedra.polyhedron import after, parse, polyhedron

    if turning and len(turning) != len(names):
        raise InputError(f"give --turning once for each of the {len(names)} puzzles, or never")
    poses = []
    for name, layer in zip(names, turning or [""] * len(names), strict=True):
        puzzle = polyhedron(name)
        on_its_way = parse(puzzle, layer)
        if len(on_its_way) > 1:
            raise InputError(f"--turning {layer!r}: name one layer only")
        targets = after(puzzle, parse(puzzle, moves))
        poses.append(puzzle_after_turns(puzzle, targets, on_its_way[0] if on_its_way else None))
    save_drawing(picture(poses, columns), output)
    return exit_status.DONE
