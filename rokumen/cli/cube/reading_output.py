"""What `read` and `scan` print of a reading, and options that they share or that correct it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click
from rich.console import Console
from rich.markup import escape

import rokumen
from rokumen.api.encoding import reading_as_json
from rokumen.cli.cube.solution_text import Answer, answer_as_json, answer_as_text
from rokumen.cli.cube.solve_puzzle import puzzle_spec, solve_position
from rokumen.cli.output import print_json
from rokumen.cli.parameters import WholeNumber
from rokumen.errors import InputError
from rokumen.show.terminal_pictures import net, numbers_text
from solver.core.facelets import facelet_name
from solver.notation.printing import DEFAULT_NOTATION, NOTATIONS
from vision.colour.scheme import KnownScheme, parse_scheme

MAX_NAMED = 24  # doubtful stickers


size_option = click.option("--size", type=WholeNumber(2, 7), help="Stickers per side [found].")


class _Scheme(click.ParamType[tuple[str, ...]]):
    """The colours at U R F D L B, such as WRGYOB or white,red,green,yellow,pink,blue."""

    name = "scheme"
    example = "WRGYOB"

    def convert(
        self,
        value: str | tuple[str, ...],
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> tuple[str, ...]:
        """Return the names of the colours. Raises click.BadParameter for anything else."""
        if isinstance(value, tuple):
            return value
        try:
            return parse_scheme(value)
        except ValueError as error:
            self.fail(str(error), param, ctx)


def scheme_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add `scheme` and `not_mirrored` to a command, of which `scheme_of` makes a KnownScheme."""
    command = click.option(
        "--not-mirrored",
        is_flag=True,
        help="The camera does not mirror: a reversed order of colours is the cube's own.",
    )(command)
    return click.option(
        "--scheme",
        type=_Scheme(),
        metavar=_Scheme.example,
        help="The colours of U R F D L B, of a cube that has its own [the usual ones]: letters, or "
        "names with commas, such as white,red,green,yellow,pink,blue.",
    )(command)


def scheme_of(scheme: tuple[str, ...] | None, not_mirrored: bool) -> KnownScheme:
    """Return what a user says of the order of the colours."""
    return KnownScheme(scheme, not not_mirrored)


def solved_reading(reading: rokumen.Reading) -> Answer:
    """Solve the cube of a certain reading by the usual method of its size."""
    if reading.size != 3:
        puzzle = puzzle_spec("x".join([str(reading.size)] * 3), None, {})
        return solve_position(reading.facelets, puzzle)
    return (rokumen.solve(reading.cube),)


def print_reading(reading: rokumen.Reading, solution: Answer | None = None) -> None:
    """Print a reading: the net on stderr, the facelets on stdout if it is certain.

    Of a 3x3x3 with its 48 numbers or, if it is not certain, each corner and edge that no piece
    matches; of another size with its orientation. Its solution, if there is one, follows on
    stdout, stage by stage.
    """
    console = Console(stderr=True, highlight=False)
    for each in reading.left_out:
        console.print(f"[yellow]![/] {escape(str(each))}", soft_wrap=True)
    if reading.size == 3:
        _print_3x3x3(console, reading)
    else:
        _print_nxn(console, reading)
    if solution is None:
        return
    if reading.size == 3:
        scheme = reading.scheme
        click.echo(f"hold it with {scheme['U']} on top and {scheme['F']} in front", err=True)
    click.echo(answer_as_text(solution, NOTATIONS[DEFAULT_NOTATION]))


def print_reading_as_json(reading: rokumen.Reading, solution: Answer | None = None) -> None:
    """Print a reading as one JSON object on stdout, with its solution if there is one."""
    document = dict(reading_as_json(reading))
    if solution is not None:
        document["solution"] = answer_as_json(solution, NOTATIONS[DEFAULT_NOTATION])
    print_json(document)


# A name of a colour may be any word: profiles have their own.
_FIX = re.compile(r"\s*([URFDLBurfdlb][1-9][0-9]?)\s*[=:]\s*([^=:]{1,40}?)\s*")


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
                "of a 4x4x4 U1 to B16, row by row as in the unfolded cube",
                param,
                ctx,
            )
        return written[1].upper(), written[2].lower()


def fixed(reading: rokumen.Reading, fixes: tuple[tuple[str, str], ...]) -> rokumen.Reading:
    """Return a reading with the colours that the user says.

    Raises InputError for a sticker or a colour that the cube does not have.
    """
    if not fixes:
        return reading
    try:
        return reading.corrected(dict(fixes))
    except ValueError as error:
        raise InputError(f"--fix {error}") from error


def _print_3x3x3(console: Console, reading: rokumen.Reading) -> None:
    console.print(net(reading.facelets, reading.scheme, reading.ambiguous))
    for face in reading.unseen_faces if reading.certain else ():
        colour = reading.scheme[face]
        console.print(f"no photograph shows the {colour} face; it follows from the others")
    if reading.numbers is not None:
        console.print(f"the 48 numbers\n{numbers_text(reading.numbers, 2)}\n")
        click.echo(reading.facelets)
    else:
        _print_doubtful(console, reading)
        # Those of stickers that the user has corrected are the advice.
        faults = [
            fault for fault in map(str, reading.faults_as_seen) if fault not in reading.advice
        ]
        if faults:
            console.print("no 48 numbers fit the stickers, each as it was seen:")
            for fault in faults:
                console.print(f"  - {fault}", soft_wrap=True)


def _print_nxn(console: Console, reading: rokumen.Reading) -> None:
    n = reading.size
    console.print(f"a {n}x{n}x{n}")
    console.print(net(reading.facelets, reading.scheme, reading.ambiguous))
    console.print(_orientation(reading), soft_wrap=True)
    if reading.certain:
        click.echo(reading.facelets)
    else:
        _print_doubtful(console, reading)


def _print_doubtful(console: Console, reading: rokumen.Reading) -> None:
    """Print the most likely facelets, and the names of those that are in doubt."""
    console.print(f"most likely {reading.facelets}", soft_wrap=True)
    names = [facelet_name(facelet, reading.size) for facelet in reading.ambiguous]
    if len(names) > MAX_NAMED:
        names[MAX_NAMED:] = [f"and {len(names) - MAX_NAMED} more"]
    if names:
        console.print(f"doubtful: {', '.join(names)}; they have a question mark above")


def _orientation(reading: rokumen.Reading) -> str:
    """Return which way the cube is held in the facelets."""
    if reading.as_given:
        return "held as in the photographs, which are U R F D L B, each upright"
    if reading.size % 2:
        return "held with the white centre up and the green one in front, where there are such"
    return "held with the corner of white, red and green up, right and in front, its white up"
