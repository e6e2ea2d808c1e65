"""`rokumen paper`: what the five documents describe beside the main path."""

from __future__ import annotations

import click

from rokumen.extend.commands import Command, LazyGroup

COMMANDS = {
    "search": Command(
        "papers.shintani.search_command",
        "find all shortest sequences for a cube, by exhaustive search",
    ),
    "operations": Command(
        "papers.shintani.operations_command",
        "list the five basic operations of the method layers-1978",
    ),
    "pack": Command("papers.packing.command", "find all packings of polycubes into a box"),
}


@click.command("paper", cls=LazyGroup, lazy=COMMANDS)
def command() -> None:
    """The methods and the figures of the five documents from which rokumen grew."""
