"""The two-phase engine: near-optimal solutions in milliseconds, after Kociemba.

`solve` gives one solution; `search` takes the limits and the metric, and gives several.
"""

from __future__ import annotations

from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.two_phase.metric import METRICS, Metric, MetricError, metric
from solver.two_phase.search import Limits, NoSolutionError, search

__all__ = [
    "METRICS",
    "Limits",
    "Metric",
    "MetricError",
    "NoSolutionError",
    "metric",
    "search",
    "solve",
]


def solve(cube: Cube) -> Solution:
    """Solve a legal cube in few turns (HTM), within a tenth of a second."""
    (turns,) = search(cube)
    return Solution(cube, "two-phase", (Stage("Two-phase", turns),))
