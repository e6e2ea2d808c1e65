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
    "scramble": Command(f"{__name__}.puzzles", "scrambles of any puzzle", "scramble_command"),
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
}


@click.command("puzzle", cls=LazyGroup, lazy=PUZZLE_COMMANDS)
def command() -> None:
    """Puzzles other than the 3x3x3.

    `rokumen solve --puzzle NAME` solves their positions.
    """
