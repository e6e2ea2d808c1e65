"""`rokumen puzzle import` and `export`: puzzles as data, in cubing.js's KPuzzle definitions."""

from __future__ import annotations

import re
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.cli.output import print_json
from solver.puzzles.families import plain_name
from solver.puzzles.kpuzzle.stored import imported_names
from solver.puzzles.registry import puzzle_names

_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("import")
@click.argument("definition", type=_FILE, metavar="FILE")
@click.option("--name", metavar="NAME", help="Its name, in place of FILE's.")
@click.option(
    "--net",
    type=_FILE,
    metavar="FILE",
    help="Its net for drawings: an SVG with stickers named as in cubing.js. Orbits without a "
    "sticker in it are not seen, and not solved.",
)
def import_command(definition: Path, name: str | None, net: Path | None) -> int:
    """Add the puzzle of FILE, a KPuzzle definition of cubing.js (JSON).

    A puzzle that was imported by the same name is replaced.
    """
    from solver.puzzles.kpuzzle.puzzle import import_puzzle

    before = imported_names()
    puzzle, path = import_puzzle(definition, net, name, set(puzzle_names()) - set(before))
    done = "replaced" if puzzle.name in before else "imported"
    click.echo(
        f"{done} {puzzle.name} ({path}): rokumen scramble --puzzle {puzzle.name}, "
        f"rokumen solve --puzzle {puzzle.name} MOVES"
    )
    return exit_status.DONE


@click.command("export")
@click.argument("name")
def export_command(name: str) -> int:
    """Print the KPuzzle definition of the twisty polyhedron NAME, as cubing.js reads it.

    Its moves are turns of layers, such as 1I (`rokumen puzzle polyhedron NAME`); an n x n x n cube
    is the polyhedron cube-faces-N.
    """
    from solver.puzzles.kpuzzle.export import definition_of
    from solver.puzzles.polyhedra.polyhedron import polyhedron

    systematic = re.sub(r"^([0-9]+)x\1x\1$", r"cube-faces-\1", plain_name(name))
    print_json(definition_of(polyhedron(systematic)))
    return exit_status.DONE
