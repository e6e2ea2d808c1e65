"""`rokumen paper`: what the five documents describe beside the main path."""

from __future__ import annotations

import click

from rokumen.extend.commands import Command, LazyGroup

COMMANDS = {
    "pack": Command("papers.packing.command", "find all packings of polycubes into a box"),
}


@click.command("paper", cls=LazyGroup, lazy=COMMANDS)
def command() -> None:
    """The methods and the figures of the five documents from which rokumen grew."""
