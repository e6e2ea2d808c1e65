"""`rokumen puzzle NAME`: commands for other puzzles and permutation algebra."""

from __future__ import annotations

import click

from rokumen.cli.lazy_group import Command, LazyGroup

PUZZLE_COMMANDS = {
    "list": Command(
        f"{__name__}.list",
        "list the puzzles of `rokumen solve --puzzle NAME` and their methods",
    ),
    "scramble": Command(f"{__name__}.scramble", "scrambles of any puzzle"),
    "steps": Command(f"{__name__}.steps", "solve a cube of any size step by step, with drawings"),
    "state": Command(f"{__name__}.state", "write a cube as facelets, numbers or a listing"),
    "operations": Command(
        f"{__name__}.operations", "the five basic operations of the method layers-1978"
    ),
    "permutation": Command(
        f"{__name__}.permutation", "evaluate products, powers and inverses of permutations"
    ),
    "pack": Command(f"{__name__}.pack", "find all packings of polycubes into a box"),
    "polyhedron": Command(
        f"{__name__}.polyhedron", "axes of a twisty polyhedron, and pieces in each layer"
    ),
    "equal": Command(
        f"{__name__}.equal",
        "whether two twisty polyhedra are isomorphic, or one is part of the other",
    ),
    "draw": Command(f"{__name__}.draw", "draw twisty polyhedra"),
}


@click.command("puzzle", cls=LazyGroup, lazy=PUZZLE_COMMANDS)
def command() -> None:
    """Puzzles other than the 3x3x3, and permutation algebra.

    `rokumen solve --puzzle NAME` solves their positions.
    """
