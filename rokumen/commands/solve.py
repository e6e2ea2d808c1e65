"""`rokumen solve`: a cube, or one a line, to its solution, stage by stage."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import click

from rokumen import exit_status
from rokumen.cube_argument import parse_cube
from rokumen.errors import ApplicationError, InputError
from rokumen.output import moves_text, print_json
from solver.cube import Cube
from solver.engine import DEFAULT_METHOD, ENGINES, Solution, Stage, solve
from solver.errors import CubeError, IllegalCubeError

Answer = Callable[[Cube], tuple[Solution, ...]]


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
@click.option("--time-limit", type=float, metavar="S", help="two-phase: seconds a cube.")
@click.option(
    "--max-length", type=float, metavar="N", help="two-phase: stop at a solution of N moves."
)
@click.option("--all", "count", type=int, metavar="N", help="two-phase: the N best solutions.")
@click.option(
    "--metric",
    type=click.Choice(["htm", "qtm", "axial"]),
    help="two-phase: what counts as one move.",
)
@click.option("--threads", type=int, metavar="N", help="two-phase: threads for one cube.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object a cube.")
def command(
    cube: str | None, file: Path | None, method: str, as_json: bool, **options: float | str | None
) -> int:
    """Solve CUBE: 54 facelets, 48 numbers, a scramble in quotes, or - for one a line on stdin.

    Facelets go face by face, U R F D L B, row by row, in any six letters whose centres differ.
    """
    if (cube is None) == (file is None):
        raise InputError("give a cube, or --file with one a line, but not both")
    if file is not None or cube == "-":
        return _solve_many(_lines(file), _answer(method, options), as_json)
    assert cube is not None
    solutions, seconds = _timed(cube, _answer(method, options))
    if as_json:
        print_json(_as_json(solutions, seconds))
    else:
        click.echo("\n".join(map(_as_text, solutions)))
    return exit_status.DONE


def _answer(method: str, options: dict[str, float | str | None]) -> Answer:
    """Give what solves a cube as the options say; the best solution comes first."""
    given = {name: value for name, value in options.items() if value is not None}
    if method == "two-phase":
        return _two_phase(given)
    if given:
        names = ", ".join(
            "--all" if name == "count" else f"--{name.replace('_', '-')}" for name in given
        )
        raise InputError(f"{names}: only --method two-phase has this; the method is {method!r}")
    return lambda cube: (solve(cube, method),)


def _two_phase(given: dict[str, Any]) -> Answer:
    from solver.two_phase import Limits, search

    metric = given.pop("metric", "htm")
    limits = Limits(**given)

    def answer(cube: Cube) -> tuple[Solution, ...]:
        return tuple(
            Solution(cube, "two-phase", (Stage("Two-phase", turns),))
            for turns in search(cube, limits, metric, progress=_show_building)
        )

    return answer


def _show_building(share: float) -> None:
    """Tell how far the tables are, which are built when they are needed for the first time."""
    click.echo(f"\rbuilding tables, once: {share:4.0%}", err=True, nl=share >= 1)


def _lines(file: Path | None) -> Iterator[str]:
    try:
        if file is None:
            yield from sys.stdin
        else:
            with file.open(encoding="utf-8") as lines:
                yield from lines
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"cannot read cubes from {str(file or '-')!r}: {error}") from error


def _solve_many(lines: Iterable[str], answer: Answer, as_json: bool) -> int:
    """Answer every line in order; a bad one is said and does not stop the others."""
    status = exit_status.DONE
    for number, line in enumerate(lines, start=1):
        text = line.strip()
        if not text:
            continue
        try:
            solutions, seconds = _timed(text, answer)
        except (CubeError, ApplicationError) as error:
            impossible = isinstance(error, IllegalCubeError)
            status = exit_status.IMPOSSIBLE_CUBE if impossible else exit_status.USAGE
            click.echo(f"line {number}: {error}", err=True)
            if as_json:
                print_json({"cube": text, "error": str(error)})
            continue
        if as_json:
            print_json(_as_json(solutions, seconds))
        else:
            for solution in solutions:
                click.echo(moves_text(solution.moves))
    return status


def _timed(text: str, answer: Answer) -> tuple[tuple[Solution, ...], float]:
    cube = parse_cube(text)
    began = time.perf_counter()
    solutions = answer(cube)
    return solutions, time.perf_counter() - began


def _as_json(solutions: tuple[Solution, ...], seconds: float) -> dict[str, object]:
    solution, *others = solutions
    told: dict[str, object] = {
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
    if others:
        told["others"] = [moves_text(other.moves) for other in others]
    return told


def _as_text(solution: Solution) -> str:
    width = max((len(stage.name) for stage in solution.stages), default=0)
    stages = [
        f"{stage.name:<{width}}  {moves_text(stage.moves) or '(nothing to do)'}"
        for stage in solution.stages
    ]
    return "\n".join([*stages, f"{solution.htm} turns ({solution.qtm} quarter turns)"])
