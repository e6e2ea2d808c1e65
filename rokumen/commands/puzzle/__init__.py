"""`rokumen puzzle NAME`: what the documents tell beside the 3x3x3, a file each."""

from __future__ import annotations

import click

from rokumen.commands.lazy import LazyGroup

PUZZLE_COMMANDS = {
    "list": "the puzzles that `rokumen solve --puzzle NAME` solves, and their methods",
    "scramble": "scrambles of any of them",
    "steps": "a cube of any size, step by step, in either notation, drawn",
    "operations": "the five basic operations of the layers of 1978",
    "permutation": "products, powers and inverses of turns and cycles, as cycles",
    "pack": "all ways to pack pieces made of cubes into a box",
    "polyhedron": "a twisty polyhedron: its axes, and the pieces in each layer",
    "equal": "whether two twisty polyhedra are one puzzle in other clothes",
    "draw": "a picture of twisty polyhedra",
}


@click.command("puzzle", cls=LazyGroup, package=__name__, names=PUZZLE_COMMANDS)
def command() -> None:
    """Other puzzles than the 3x3x3, and the algebra behind them.

    Their positions are solved by `rokumen solve --puzzle NAME`.
    """
