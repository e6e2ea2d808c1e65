"""Solves one position in a process of its own, which can be ended at any moment.

It writes lines of JSON: {"share": 0.4} while tables are built, then how far the search is, and the
solution or {"error": "..."} at the end.

`python -m rokumen.web.solve_worker proof METHOD` reads a cube from standard input and proves its
solution; meanwhile it writes {"excluded": 14, "known": 19, "seconds": 2.5}.

`python -m rokumen.web.solve_worker puzzle NAME METHOD` reads the moves made of a puzzle, or the
facelets of a cube; it writes {"searching": true} before it searches. METHOD "" is the usual one.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import rokumen
from files.documents import strict_json
from rokumen.errors import ApplicationError
from solver.core.errors import CubeError, SolveError

NICENESS = 5  # what the server does beside a proof, a press of STOP for example, goes first


def main() -> None:
    """Solve what standard input says, as the command line asks."""
    task, *arguments = sys.argv[1:]
    try:
        if task == "proof":
            _prove(*arguments)
        else:
            _solve_puzzle(*arguments)
    except (CubeError, SolveError, ApplicationError) as error:
        _write({"error": str(error)})


def _prove(method: str) -> None:
    from rokumen.api.encoding import solution_as_json

    if sys.platform != "win32":
        os.nice(NICENESS)
    cube = rokumen.Cube.parse(sys.stdin.read())
    _write(solution_as_json(rokumen.solve(cube, method=method, on_progress=_write_progress)))


def _write_progress(progress: rokumen.SolveProgress) -> None:
    if progress.tables is not None:
        _write({"share": progress.tables})
    elif progress.proof is not None:
        proof = progress.proof
        known = len(proof.best)
        _write({"excluded": proof.excluded, "known": known, "seconds": proof.seconds})


def _solve_puzzle(name: str, method: str) -> None:
    from solver.puzzles.registry import load_puzzle

    puzzle, position = load_puzzle(name), sys.stdin.read()
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
