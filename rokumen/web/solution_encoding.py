"""A solution as the pages get it."""

from __future__ import annotations

from typing import Any

import rokumen
from rokumen.show.stage_names import in_full


def encoded(solution: rokumen.Solution) -> dict[str, Any]:
    """Return a solution in JSON's types: the cube, and its stages with their turns."""
    return {
        "facelets": solution.cube.facelets,
        "numbers": solution.cube.numbers,
        "method": solution.method,
        "htm": solution.htm,
        "stages": [
            {"name": in_full(stage.name), "note": stage.note, "moves": stage.moves.split()}
            for stage in solution.stages
        ],
    }
