"""The optimal engine: a shortest solution, proven. `search` tells what it has excluded so far."""

from __future__ import annotations

from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.optimal.search import search

__all__ = ["search", "solve"]


def solve(cube: Cube) -> Solution:
    """Solve a legal cube in as few turns (HTM) as there can be, on all cores."""
    return Solution(cube, "optimal", (Stage("Optimal", search(cube)),))
