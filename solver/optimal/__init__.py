"""The optimal engine: a shortest solution, proven. `prove` tells how far the proof is."""

from __future__ import annotations

from solver import two_phase
from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.optimal.search import Proof, Watch, prove
from solver.optimal.tables import patterns
from solver.two_phase.pruning import Progress

__all__ = ["Proof", "prepare", "prove", "solve"]


def prepare(progress: Progress = lambda share: None) -> None:
    """Load the tables and the pattern database, or build them."""
    two_phase.prepare()
    patterns(progress)


def solve(
    cube: Cube,
    *,
    threads: int = 0,
    watch: Watch = lambda proof: None,
    progress: Progress = lambda share: None,
) -> Solution:
    """Solve a legal cube in as few turns (HTM) as there can be; see `prove` for the options."""
    best = prove(cube, threads, watch, progress).best
    return Solution(cube, "optimal", (Stage("Optimal", best),))
