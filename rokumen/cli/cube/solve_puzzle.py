"""Solves and prints positions of puzzles other than the 3x3x3."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass

import click

from rokumen import exit_status
from rokumen.cli.output import error_json, print_json
from rokumen.show.table_progress import build_puzzle_tables
from solver.core.errors import CubeError, IllegalCubeError, SolveError
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


def solve_one(name: str, method: str | None, position: str) -> SolvedPosition:
    """Solve one position, after building the tables. Raises CubeError."""
    puzzle = load_puzzle(name)
    chosen = puzzle.choose_method(method)
    puzzle.parse(position)
    build_puzzle_tables(puzzle)
    began = time.perf_counter()
    solution = puzzle.solve(position, chosen)
    return SolvedPosition(puzzle, chosen, position, solution, time.perf_counter() - began)


def print_one(name: str, method: str | None, position: str, as_json: bool) -> int:
    """Solve one position and print the solution, stage by stage. Raises CubeError."""
    solved = solve_one(name, method, position)
    if as_json:
        print_json(solved.as_json())
    else:
        click.echo(solved.as_text())
    return exit_status.DONE


def print_many(
    name: str, method: str | None, positions: Iterable[tuple[int, str]], as_json: bool
) -> int:
    """Print a line for each numbered position; errors go to stderr and do not stop the others."""
    puzzle = load_puzzle(name)
    chosen = puzzle.choose_method(method)
    build_puzzle_tables(puzzle)
    status = exit_status.DONE
    for number, position in positions:
        began = time.perf_counter()
        try:
            solution = puzzle.solve(position, chosen)
        except (CubeError, SolveError) as error:
            impossible = isinstance(error, IllegalCubeError)
            status = exit_status.IMPOSSIBLE_CUBE if impossible else exit_status.USAGE
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
        "stages": [{"name": stage.name, "moves": stage.moves} for stage in solution.stages],
        "seconds": round(seconds, 6),
    }


def _as_text(solution: PuzzleSolution) -> str:
    width = max((len(stage.name) for stage in solution.stages), default=0)
    stages = [
        f"{stage.name:<{width}}  {stage.moves or '(nothing to do)'}" for stage in solution.stages
    ]
    return "\n".join([*stages, f"{solution.turns} turns"])
