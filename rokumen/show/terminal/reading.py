"""Terminal output of a reading."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import Reading
from rokumen.show.terminal.net import net
from solver.core.facelets import facelet_name


def print_reading(reading: Reading) -> None:
    """Print a reading's net on stderr, and its facelets on stdout if they are certain."""
    console = Console(stderr=True, highlight=False)
    console.print(net(reading.facelets, reading.found.scheme))
    if reading.certain:
        click.echo(reading.facelets)
    else:
        doubtful = ", ".join(facelet_name(facelet) for facelet in reading.ambiguous)
        console.print(f"most likely {reading.facelets}; doubtful: {doubtful}")
