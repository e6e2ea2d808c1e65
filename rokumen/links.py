"""A solution as a link that plays it in a browser."""

from __future__ import annotations

from urllib.parse import urlencode

from rokumen.output import moves_text
from solver.engine import Solution
from solver.turn import inverse

TWIZZLE = "https://alpha.twizzle.net/edit/"


def twizzle_link(solution: Solution) -> str:
    """Give a link to Twizzle, set up with the cube, its stages a line each with their names."""
    lines = [
        f"{moves_text(stage.moves)} // {stage.name}" for stage in solution.stages if stage.moves
    ]
    setup = moves_text(inverse(solution.moves))
    return f"{TWIZZLE}?{urlencode({'alg': chr(10).join(lines), 'setup-alg': setup})}"
