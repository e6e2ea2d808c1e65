"""Solves positions of puzzles other than the 3x3x3."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping
from dataclasses import fields
from types import FrameType

import click

from files.wording import counted
from rokumen.cli.termination import handled
from rokumen.errors import InputError
from rokumen.jobs.batch import PuzzleSpec, loaded_puzzle
from rokumen.show.table_progress import build_puzzle_tables
from solver.engines.engine import EngineOptions
from solver.engines.options import PUZZLE_OPTIONS
from solver.solution import Solution


def puzzle_spec(name: str, method: str | None, options: Mapping[str, object]) -> PuzzleSpec:
    """Return a puzzle with a method and its options; None is its first one that has these.

    Raises PuzzleError for what does not exist, and InputError for an option that it does not have.
    """
    puzzle = loaded_puzzle(name)
    chosen = puzzle.choose_method(method)
    able = [each for each in puzzle.methods if options.keys() <= _options_of(each)]
    if method is None and able and chosen not in able:
        chosen = able[0]
        click.echo(f"by the method {chosen}, which has these options", err=True)
    unsupported = options.keys() - _options_of(chosen)
    if unsupported:
        words = ", ".join(f"--{each.replace('_', '-')}" for each in sorted(unsupported))
        hint = f"; available with {', '.join(able)}" if able else "; no method of it has that"
        raise InputError(f"{words}: not an option of the method {chosen!r} of {puzzle.name}{hint}")
    PUZZLE_OPTIONS.get(chosen, EngineOptions)(**options)
    return PuzzleSpec(name, chosen, options)


def _options_of(method: str) -> set[str]:
    return {each.name for each in fields(PUZZLE_OPTIONS.get(method, EngineOptions))}


def solve_position(position: str, solver: PuzzleSpec) -> Solution[object]:
    """Solve one position, after building the tables; Ctrl-C ends the search for shorter solutions.

    Raises CubeError.
    """
    puzzle = loaded_puzzle(solver.puzzle)
    puzzle.parse(position)
    build_puzzle_tables(puzzle, solver.method, solver.options)
    return solver.solve(position, _until_interrupted if solver.method in PUZZLE_OPTIONS else next)


def _until_interrupted(solutions: Iterator[Solution[object]]) -> Solution[object]:
    """Return the last solution, or the best so far at Ctrl-C; a first one is waited for.

    A second Ctrl-C does not wait.
    """
    best: Solution[object] | None = None
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


def _show(solution: Solution[object]) -> None:
    """Say on a terminal how short the best solution so far is."""
    if sys.stderr.isatty():
        click.echo(f"{counted(solution.length, 'turn')} so far; Ctrl-C prints them", err=True)
