"""What `read` and `scan` print of a reading, and the stickers that `read --fix` corrects."""

from __future__ import annotations

import re

import click

import rokumen
from rokumen.cli.cube.solution_text import as_text, solutions_as_json
from rokumen.cli.cube.solve_puzzle import SolvedPosition, solve_one
from rokumen.cli.output import print_json
from rokumen.errors import InputError
from rokumen.show.encoding import nxn_reading_as_json, reading_as_json
from rokumen.show.terminal.reading import print_nxn_reading, print_reading
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
