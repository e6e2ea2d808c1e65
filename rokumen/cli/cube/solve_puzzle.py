"""Solves and prints positions of puzzles other than the 3x3x3."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from types import FrameType

import click

from files.wording import counted
from rokumen import exit_status
from rokumen.cli.cube.solve_many import status_of
from rokumen.cli.output import error_json, print_json
from rokumen.cli.termination import handled
from rokumen.errors import InputError
from rokumen.show.fitted import aligned
from rokumen.show.table_progress import build_puzzle_tables
from solver.core.errors import CubeError, SolveError
from solver.engines.engine import EngineOptions
from solver.engines.options import PUZZLE_OPTIONS
from solver.puzzles.registry import Puzzle, PuzzleSolution, load_puzzle


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """A position with its solution by a method, found in some seconds."""

    puzzle: Puzzle
    method: str
    position: str
    solution: PuzzleSolution
    seconds: float

    def as_json(self) -> dict[str, object]:
        """Return the JSON document of the solution."""
        return _as_json(self.puzzle, self.method, self.position, self.solution, self.seconds)

    def as_text(self) -> str:
        """Return the solution, stage by stage."""
        return _as_text(self.solution)


def solve_one(
    name: str, method: str | None, position: str, options: Mapping[str, object]
) -> SolvedPosition:
    """Solve one position, after building the tables; Ctrl-C ends the search for shorter solutions.

    Raises CubeError and MethodError.
    """
    puzzle = load_puzzle(name)
    chosen = _check(puzzle, method, options)
    puzzle.parse(position)
    build_puzzle_tables(puzzle, chosen, options)
    began = time.perf_counter()
    found = puzzle.improve(position, chosen, options)
    best = _until_interrupted(found) if chosen in PUZZLE_OPTIONS else next(iter(found))
    return SolvedPosition(puzzle, chosen, position, best, time.perf_counter() - began)


def _until_interrupted(solutions: Iterable[PuzzleSolution]) -> PuzzleSolution:
    """Return the last solution, or the best so far at Ctrl-C; a first one is waited for.

    A second Ctrl-C does not wait.
    """
    best: PuzzleSolution | None = None
    is_pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal is_pressed
        if best is not None or is_pressed:
            raise KeyboardInterrupt
        is_pressed = True
        click.echo("the first solution comes soon; Ctrl-C again gives it up", err=True)

    with handled({signal.SIGINT: press}):
        try:
            for best in solutions:
                _show(best)
                if is_pressed:
                    break
        except KeyboardInterrupt:
            if best is None:
                raise
    assert best is not None
    return best


def _show(solution: PuzzleSolution) -> None:
    """Say on a terminal how short the best solution so far is."""
    if sys.stderr.isatty():
        click.echo(f"{counted(solution.turns, 'turn')} so far; Ctrl-C prints them", err=True)


def _check(puzzle: Puzzle, method: str | None, options: Mapping[str, object]) -> str:
    """Return the method. Raises PuzzleError, and InputError for options that it does not have."""
    chosen = puzzle.choose_method(method)
    known = {each.name for each in fields(PUZZLE_OPTIONS.get(chosen, EngineOptions))}
    unsupported = [f"--{name.replace('_', '-')}" for name in options if name not in known]
    if unsupported:
        raise InputError(
            f"{', '.join(unsupported)}: not an option of the method {chosen!r} of {puzzle.name}"
        )
    PUZZLE_OPTIONS.get(chosen, EngineOptions)(**options)
    return chosen


def print_one(
    name: str, method: str | None, position: str, options: Mapping[str, object], as_json: bool
) -> int:
    """Solve one position and print the solution, stage by stage. Raises CubeError."""
    solved = solve_one(name, method, position, options)
    if as_json:
        print_json(solved.as_json())
    else:
        click.echo(solved.as_text())
    return exit_status.DONE


def print_many(
    name: str,
    method: str | None,
    positions: Iterable[tuple[int, str]],
    options: Mapping[str, object],
    as_json: bool,
) -> int:
    """Print a line for each numbered position; errors go to stderr and do not stop the others."""
    puzzle = load_puzzle(name)
    chosen = _check(puzzle, method, options)
    build_puzzle_tables(puzzle, chosen, options)
    status = exit_status.DONE
    for number, position in positions:
        began = time.perf_counter()
        try:
            *_, solution = puzzle.improve(position, chosen, options)
        except (CubeError, SolveError) as error:
            status = status_of(error)
            click.echo(f"line {number}: {error}", err=True)
            if as_json:
                print_json({"puzzle": name, "position": position, "error": error_json(error)})
            continue
        if as_json:
            seconds = time.perf_counter() - began
            print_json(_as_json(puzzle, chosen, position, solution, seconds))
        else:
            click.echo(solution.moves)
    return status


def _as_json(
    puzzle: Puzzle, method: str, position: str, solution: PuzzleSolution, seconds: float
) -> dict[str, object]:
    return {
        "puzzle": puzzle.name,
        "position": position,
        "method": method,
        "moves": solution.moves,
        "turns": solution.turns,
        **solution.counts,
        "stages": [{"name": stage.name, "moves": stage.moves} for stage in solution.stages],
        "seconds": round(seconds, 6),
    }


def _as_text(solution: PuzzleSolution) -> str:
    stages = aligned((stage.name, stage.moves or "(nothing to do)") for stage in solution.stages)
    counts = ", ".join(f"{count} {name}" for name, count in solution.counts.items())
    turns = counted(solution.turns, "turn") + (f" ({counts})" if counts else "")
    return "\n".join(filter(None, [stages, turns]))
