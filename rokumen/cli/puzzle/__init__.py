"""`rokumen puzzle NAME`: commands for other puzzles and permutation algebra."""

from __future__ import annotations

import click

from rokumen.cli.lazy_group import Command, LazyGroup

PUZZLE_COMMANDS = {
    "list": Command(
        f"{__name__}.puzzles",
        "list the puzzles of `rokumen solve --puzzle NAME` and their methods",
        "list_command",
    ),
    "steps": Command(f"{__name__}.steps", "solve a cube of any size step by step, with drawings"),
    "cases": Command(
        f"{__name__}.cases", "the cases of the polyhedra paper's methods, listed and drawn"
    ),
    "state": Command(
        f"{__name__}.puzzles", "write a cube as facelets, numbers or a listing", "state_command"
    ),
    "operations": Command(
        f"{__name__}.permutation",
        "the five basic operations of the method layers-1978",
        "operations_command",
    ),
    "permutation": Command(
        f"{__name__}.permutation",
        "evaluate products, powers and inverses of permutations",
        "permutation_command",
    ),
    "pack": Command(f"{__name__}.pack", "find all packings of polycubes into a box"),
    "polyhedron": Command(
        f"{__name__}.polyhedra",
        "axes of a twisty polyhedron, and pieces in each layer",
        "polyhedron_command",
    ),
    "cuts": Command(
        f"{__name__}.cuts", "which cuts of a regular solid make a puzzle, and at which depths"
    ),
    "equal": Command(
        f"{__name__}.polyhedra",
        "whether two twisty polyhedra are isomorphic, or one is part of the other",
        "equal_command",
    ),
    "draw": Command(f"{__name__}.polyhedra", "draw twisty polyhedra", "draw_command"),
}


# What a command was once called, and what is written instead.
RENAMED = {"scramble": "scramble --puzzle NAME"}


@click.command("puzzle", cls=LazyGroup, lazy=PUZZLE_COMMANDS, renamed=RENAMED)
def command() -> None:
    """Puzzles other than the 3x3x3, and permutation algebra.

    `rokumen scramble --puzzle NAME` scrambles them, and `rokumen solve --puzzle NAME` solves them.
    """
