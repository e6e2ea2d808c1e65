"""What `read` and `scan` print of a reading, and the stickers that `read --fix` corrects."""

from __future__ import annotations

import re

import click
from rich.console import Console

import rokumen
from rokumen.api.encoding import nxn_reading_as_json, reading_as_json
from rokumen.cli.cube.solution_text import as_text, solutions_as_json
from rokumen.cli.cube.solve_puzzle import SolvedPosition, solve_one
from rokumen.cli.output import print_json
from rokumen.errors import InputError
from rokumen.show.terminal.net import net, numbers_text
from solver.core.facelets import facelet_name
from solver.notation.printing import DEFAULT_NOTATION, NOTATIONS

AnyReading = rokumen.Reading | rokumen.NxNReading
AnySolution = rokumen.Solution | SolvedPosition


def solved_reading(reading: AnyReading) -> AnySolution:
    """Solve the cube of a certain reading by the usual method of its size."""
    if isinstance(reading, rokumen.NxNReading):
        return solve_one("x".join([str(reading.size)] * 3), None, reading.facelets)
    return rokumen.solve(reading.cube)


def print_any_reading(reading: AnyReading, solution: AnySolution | None = None) -> None:
    """Print a reading: the net on stderr, the facelets on stdout if it is certain.

    Its solution, if there is one, follows on stdout, stage by stage.
    """
    if isinstance(reading, rokumen.NxNReading):
        print_nxn_reading(reading)
    else:
        print_reading(reading)
    if isinstance(solution, SolvedPosition):
        click.echo(solution.as_text())
    elif solution is not None:
        scheme = reading.found.scheme
        click.echo(f"hold it with {scheme['U']} on top and {scheme['F']} in front", err=True)
        click.echo(as_text(solution, NOTATIONS[DEFAULT_NOTATION]))


def print_any_reading_as_json(reading: AnyReading, solution: AnySolution | None = None) -> None:
    """Print a reading as one JSON object on stdout, with its solution if there is one."""
    if isinstance(reading, rokumen.NxNReading):
        document = dict(nxn_reading_as_json(reading))
    else:
        document = dict(reading_as_json(reading))
    if isinstance(solution, SolvedPosition):
        document["solution"] = solution.as_json()
    elif solution is not None:
        document["solution"] = solutions_as_json([solution], NOTATIONS[DEFAULT_NOTATION])
    print_json(document)


# A name of a colour may be any word: profiles have their own.
_FIX = re.compile(r"\s*([URFDLBurfdlb][1-9])\s*[=:]\s*([^=:]{1,40}?)\s*")


class StickerColour(click.ParamType[tuple[str, str]]):
    """A sticker and its colour, such as R7=red."""

    name = "sticker=colour"

    def convert(
        self,
        value: str | tuple[str, str],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, str]:
        """Return the sticker and the colour. Raises click.BadParameter for anything else."""
        if isinstance(value, tuple):
            return value
        written = _FIX.fullmatch(value)
        if written is None:
            self.fail(
                f"{value!r} is not a sticker and its colour: write R7=red; stickers are U1 to B9, "
                "row by row as in the unfolded cube",
                param,
                ctx,
            )
        return written[1].upper(), written[2].lower()


def fixed(
    reading: rokumen.Reading | rokumen.NxNReading, fixes: tuple[tuple[str, str], ...]
) -> rokumen.Reading | rokumen.NxNReading:
    """Return a reading with the colours that the user says.

    Raises InputError for a colour that the cube does not have, and for another size than 3x3x3.
    """
    if not fixes:
        return reading
    if isinstance(reading, rokumen.NxNReading):
        raise InputError(f"--fix is for the 3x3x3; this is a {'x'.join([str(reading.size)] * 3)}")
    try:
        return reading.corrected(dict(fixes))
    except ValueError as error:
        raise InputError(f"--fix {error}") from error


def print_reading(reading: rokumen.Reading) -> None:
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


def print_nxn_reading(reading: rokumen.NxNReading) -> None:
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


def _orientation(reading: rokumen.NxNReading) -> str:
    """Return which way the cube is held in the facelets."""
    if reading.found.as_given:
        return "held as in the pictures, which are U R F D L B, each upright"
    if reading.size % 2:
        return "held with the white centre up and the green one in front, where there are such"
    return "held with the corner of white, red and green up, right and in front, its white up"
