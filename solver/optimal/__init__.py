"""The optimal engine: a shortest solution, proven. `search` tells what it has excluded so far."""

from __future__ import annotations

from solver import two_phase
from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.optimal.search import search
from solver.optimal.tables import patterns
from solver.two_phase.pruning import Progress

__all__ = ["prepare", "search", "solve"]


def prepare(progress: Progress = lambda share: None) -> None:
    """Load the tables and the pattern database, or build them."""
    two_phase.prepare()
    patterns(progress)


def solve(cube: Cube, *, threads: int = 0, progress: Progress = lambda share: None) -> Solution:
    """Solve a legal cube in as few turns (HTM) as there can be; see `search` for the options."""
    turns = search(cube, threads=threads, progress=progress)
    return Solution(cube, "optimal", (Stage("Optimal", turns),))
