"""Solves one puzzle in a process of its own, which can be ended at any moment.

`python -m rokumen.web.puzzle_worker NAME METHOD` reads the moves made, or the facelets of a cube,
from standard input and writes lines of JSON: {"share": 0.4} while tables are built, {"searching":
true} then, and the solution or {"error": "..."} at the end. METHOD "" is the usual one.
"""

from __future__ import annotations

import sys
from typing import Any

from files.strict_json import strict_json
from solver.core.errors import CubeError, SolveError
from solver.puzzles.registry import load_puzzle


def main() -> None:
    """Solve the puzzle that the command line names, by the method named there."""
    try:
        _solve(sys.argv[1], sys.argv[2], sys.stdin.read())
    except (CubeError, SolveError) as error:
        _write({"error": str(error)})


def _solve(name: str, method: str, position: str) -> None:
    puzzle = load_puzzle(name)
    puzzle.parse(position)
    chosen = puzzle.choose_method(method or None)
    puzzle.prepare_for(chosen, {}, lambda share: _write({"share": share}))
    _write({"searching": True})
    solution = puzzle.solve(position, chosen)
    stages = [
        {"name": stage.name, "moves": list(map(str, stage.turns))} for stage in solution.stages
    ]
    _write({"stages": stages, "turns": solution.length})


def _write(message: dict[str, Any]) -> None:
    print(strict_json(message), flush=True)


if __name__ == "__main__":
    main()
