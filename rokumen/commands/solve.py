"""`rokumen solve`: a cube, or one a line, to its solution, stage by stage."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from rokumen import exit_status
from rokumen.cube_argument import parse_cube
from rokumen.errors import ApplicationError, InputError
from rokumen.output import moves_text, print_json
from solver.engine import DEFAULT_METHOD, ENGINES, Solution, solve
from solver.errors import CubeError, IllegalCubeError


@click.command("solve")
@click.argument("cube", required=False)
@click.option("--file", "file", type=click.Path(path_type=Path), help="One cube a line.")
@click.option(
    "--method",
    type=click.Choice(sorted(ENGINES)),
    default=DEFAULT_METHOD,
    show_default=True,
    help="The engine.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a cube.")
def command(cube: str | None, file: Path | None, method: str, as_json: bool) -> int:
    """Solve CUBE: 54 facelets, 48 numbers, a scramble in quotes, or - for one a line on stdin.

    Facelets go face by face, U R F D L B, row by row, in any six letters whose centres differ.
    """
    if (cube is None) == (file is None):
        raise InputError("give a cube, or --file with one a line, but not both")
    if file is not None or cube == "-":
        return _solve_many(_lines(file), method, as_json)
    assert cube is not None
    solution, seconds = _timed(cube, method)
    if as_json:
        print_json(_as_json(solution, seconds))
    else:
        click.echo(_as_text(solution))
    return exit_status.DONE


def _lines(file: Path | None) -> Iterator[str]:
    try:
        if file is None:
            yield from sys.stdin
        else:
            with file.open(encoding="utf-8") as lines:
                yield from lines
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read cubes from {str(file or '-')!r}: {error}") from error


def _solve_many(lines: Iterable[str], method: str, as_json: bool) -> int:
    """Answer every line in order; a bad one is said and does not stop the others."""
    status = exit_status.DONE
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        try:
            solution, seconds = _timed(text, method)
        except (CubeError, ApplicationError) as error:
            impossible = isinstance(error, IllegalCubeError)
            status = exit_status.IMPOSSIBLE_CUBE if impossible else exit_status.USAGE
            click.echo(f"line {number}: {error}", err=True)
            if as_json:
                print_json({"cube": text, "error": str(error)})
            continue
        if as_json:
            print_json(_as_json(solution, seconds))
        else:
            click.echo(moves_text(solution.moves))
    return status


def _timed(text: str, method: str) -> tuple[Solution, float]:
    cube = parse_cube(text)
    began = time.perf_counter()
    solution = solve(cube, method)
    return solution, time.perf_counter() - began


def _as_json(solution: Solution, seconds: float) -> dict[str, object]:
    return {
        "cube": solution.cube.facelets(),
        "method": solution.method,
        "moves": moves_text(solution.moves),
        "htm": solution.htm,
        "qtm": solution.qtm,
        "stages": [
            {"name": stage.name, "moves": moves_text(stage.moves)} for stage in solution.stages
        ],
        "seconds": round(seconds, 6),
    }


def _as_text(solution: Solution) -> str:
    width = max((len(stage.name) for stage in solution.stages), default=0)
    stages = [
        f"{stage.name:<{width}}  {moves_text(stage.moves) or '(nothing to do)'}"
        for stage in solution.stages
    ]
    return "\n".join([*stages, f"{solution.htm} turns ({solution.qtm} quarter turns)"])
