"""`rokumen puzzle NAME`: commands for other puzzles."""

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
    "state": Command(
        f"{__name__}.puzzles", "write a cube as facelets, numbers or a listing", "state_command"
    ),
    "polyhedron": Command(
        f"{__name__}.polyhedra",
        "axes of a twisty polyhedron, and pieces in each layer",
        "polyhedron_command",
    ),
    "draw": Command(f"{__name__}.polyhedra", "draw twisty polyhedra", "draw_command"),
    "import": Command(
        f"{__name__}.puzzles", "add a puzzle by its KPuzzle definition", "import_command"
    ),
    "export": Command(
        f"{__name__}.puzzles", "print a polyhedron's KPuzzle definition", "export_command"
    ),
}


# What a command was once called, and what is written instead.
RENAMED = {
    "scramble": "rokumen scramble --puzzle NAME",
    **{
        name: f"rokumen paper {name}"
        for name in ("cases", "cuts", "equal", "operations", "pack", "permutation")
    },
}


@click.command("puzzle", cls=LazyGroup, lazy=PUZZLE_COMMANDS, renamed=RENAMED)
def command() -> None:
    """Puzzles other than the 3x3x3.

    `rokumen scramble --puzzle NAME` scrambles them, and `rokumen solve --puzzle NAME` solves them.
    """
