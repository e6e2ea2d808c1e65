"""A reading, for people and as JSON."""

from __future__ import annotations

import click
from rich.console import Console

from rokumen.show.net import net
from solver.cube import Cube
from solver.facelets import facelet_name
from solver.numbers import numbers_from_cube
from vision.reading import Reading


def print_reading(reading: Reading) -> None:
    """Draw a reading on stderr; the facelets go to stdout if they are certain."""
    console = Console(stderr=True, highlight=False)
    console.print(net(reading.facelets, reading.scheme))
    if reading.certain:
        click.echo(reading.facelets)
    else:
        doubtful = ", ".join(facelet_name(facelet) for facelet in reading.ambiguous)
        console.print(f"most likely {reading.facelets}; in doubt: {doubtful}")


def reading_as_json(reading: Reading, seconds: float) -> dict[str, object]:
    """Give a reading as `read` and `scan` print it."""
    return {
        "facelets": reading.facelets,
        "certain": reading.certain,
        "numbers": _numbers(reading),
        "confidence": [round(value, 4) for value in reading.confidence],
        "ambiguous": list(reading.ambiguous),
        "faces": [
            {"face": face.face, "image": face.image, "corners": face.corners, "colour": face.colour}
            for face in reading.faces
        ],
        "advice": reading.advice,
        "seconds": round(seconds, 3),
    }


def _numbers(reading: Reading) -> list[int] | None:
    """Give the cube as the 48 numbers of seed 001, where it is certain."""
    if not reading.certain:
        return None
    return list(numbers_from_cube(Cube.from_facelets(reading.facelets)))
