"""Proves one solution in a process of its own, which can be ended at any moment.

`python -m rokumen.web.proof_worker METHOD` reads a cube from standard input and writes lines of
JSON: {"share": 0.4} while tables are built, {"excluded": 14, "known": 19, "seconds": 2.5} while it
searches, and the solution or {"error": "..."} at the end.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import rokumen
from files.strict_json import strict_json
from rokumen.api.encoding import solution_as_json
from rokumen.errors import ApplicationError
from solver.core.errors import CubeError, SolveError

NICENESS = 5  # what the server does beside it, a press of STOP for example, goes first


def main() -> None:
    """Prove a solution by the method that the command line names."""
    if sys.platform != "win32":
        os.nice(NICENESS)
    try:
        cube = rokumen.Cube.parse(sys.stdin.read())
        _write(solution_as_json(rokumen.solve(cube, method=sys.argv[1], on_progress=_tell)))
    except (CubeError, SolveError, ApplicationError) as error:
        _write({"error": str(error)})


def _tell(progress: rokumen.SolveProgress) -> None:
    if progress.tables is not None:
        _write({"share": progress.tables})
    elif progress.proof is not None:
        proof = progress.proof
        _write(
            {"excluded": proof.excluded, "known": len(proof.best), "seconds": proof.seconds},
        )


def _write(message: dict[str, Any]) -> None:
    print(strict_json(message), flush=True)


if __name__ == "__main__":
    main()
