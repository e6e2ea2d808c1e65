"""What `rokumen read` and `rokumen scan` print of a reading, and of its solution."""

from __future__ import annotations

import click

import rokumen
from rokumen.cli.cube.solution_text import as_text, solutions_as_json
from rokumen.cli.cube.solve_puzzle import SolvedPosition, solve_one
from rokumen.cli.output import print_json
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
