"""Terminal output of a reading."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import Reading
from rokumen.show.terminal.net import net, numbers_text
from solver.core.facelets import facelet_name


def print_reading(reading: Reading) -> None:
    """Print a reading's net and its 48 numbers on stderr, and its facelets on stdout.

    Instead of an uncertain reading's numbers, each corner and edge is named that no piece matches.
    """
    console = Console(stderr=True, highlight=False)
    console.print(net(reading.facelets, reading.found.scheme))
    if reading.numbers is not None:
        console.print(f"the 48 numbers\n{numbers_text(reading.numbers, 2)}\n")
        click.echo(reading.facelets)
    else:
        doubtful = ", ".join(facelet_name(facelet) for facelet in reading.ambiguous)
        console.print(f"most likely {reading.facelets}; doubtful: {doubtful}")
        if reading.found.faults_as_seen:
            console.print("no 48 numbers fit the stickers, each as it was seen:")
            for fault in reading.found.faults_as_seen:
                console.print(f"  - {fault}", soft_wrap=True)
