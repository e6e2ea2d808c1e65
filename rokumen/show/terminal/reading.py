"""Terminal output of a reading."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen import NxNReading, Reading
from rokumen.show.terminal.net import net, numbers_text
from solver.core.facelets import facelet_name


def print_reading(reading: Reading) -> None:
    """Print a reading's net and its 48 numbers on stderr, and its facelets on stdout.

    Instead of an uncertain reading's numbers, each corner and edge is named that no piece matches.
    """
    console = Console(stderr=True, highlight=False)
    console.print(net(reading.facelets, reading.found.scheme))
    for face in reading.found.unseen_faces if reading.certain else ():
        colour = reading.found.scheme[face]
        console.print(f"no picture shows the {colour} face; it follows from the others")
    if reading.numbers is not None:
        console.print(f"the 48 numbers\n{numbers_text(reading.numbers, 2)}\n")
        click.echo(reading.facelets)
    else:
        names = ", ".join(facelet_name(facelet) for facelet in reading.ambiguous)
        doubtful = f"; doubtful: {names}" if names else ""
        console.print(f"most likely {reading.facelets}{doubtful}")
        if reading.found.faults_as_seen:
            console.print("no 48 numbers fit the stickers, each as it was seen:")
            for fault in reading.found.faults_as_seen:
                console.print(f"  - {fault}", soft_wrap=True)


def print_nxn_reading(reading: NxNReading) -> None:
    """Print the size, the net and the orientation on stderr, and the facelets on stdout."""
    console = Console(stderr=True, highlight=False)
    n = reading.size
    console.print(f"a {n}x{n}x{n}")
    console.print(net(reading.facelets, reading.found.scheme))
    console.print(_orientation(reading), soft_wrap=True)
    if reading.certain:
        click.echo(reading.facelets)
    else:
        console.print(f"most likely {reading.facelets}", soft_wrap=True)
        console.print(f"{len(reading.ambiguous)} doubtful stickers have a question mark: --draw")


def _orientation(reading: NxNReading) -> str:
    """Return which way the cube is held in the facelets."""
    if reading.found.as_given:
        return "held as in the pictures, which are U R F D L B, each upright"
    if reading.size % 2:
        return "held with the white centre up and the green one in front, where there are such"
    return "held with the corner of white, red and green up, right and in front, its white up"
