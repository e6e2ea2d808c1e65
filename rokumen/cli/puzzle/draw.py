"""`rokumen puzzle draw`: draw twisty polyhedra."""

from __future__ import annotations

from pathlib import Path

import click

from rokumen import exit_status
from rokumen.cli.number_types import WholeNumber
from rokumen.errors import InputError


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
def command(
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
