"""The two-phase engine: near-optimal solutions in milliseconds, after Kociemba.

`solve` gives one solution, `solve_all` several; `search` also takes what each turn costs.
"""

from __future__ import annotations

from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.turn import Turn
from solver.two_phase.metric import METRICS, Metric, MetricError, metric
from solver.two_phase.pruning import Progress
from solver.two_phase.search import Limits, NoSolutionError, search, warm_up

__all__ = [
    "METRICS",
    "Limits",
    "Metric",
    "MetricError",
    "NoSolutionError",
    "metric",
    "prepare",
    "search",
    "solve",
    "solve_all",
]


def prepare(progress: Progress = lambda share: None, metric: str = "htm") -> None:
    """Load the tables for a metric, or build them, so that the first cube need not wait for them.

    `progress` is called with the share that is built. Raises as `search` does.
    """
    warm_up(metric, progress)


def solve(
    cube: Cube,
    *,
    time_limit: float | None = None,
    max_length: float | None = None,
    metric: str = "htm",
    threads: int = 1,
    progress: Progress = lambda share: None,
) -> Solution:
    """Solve a legal cube in few moves, within a tenth of a second if no limit is given.

    The options are those of `Limits` and `search`, which say what is raised.
    """
    limits = Limits(time_limit, max_length, threads=threads)
    (turns,) = search(cube, limits, metric, progress=progress)
    return _solution(cube, turns)


def solve_all(
    cube: Cube,
    count: int,
    *,
    time_limit: float | None = None,
    max_length: float | None = None,
    metric: str = "htm",
    threads: int = 1,
    progress: Progress = lambda share: None,
) -> tuple[Solution, ...]:
    """Give up to `count` different solutions of a legal cube, the best first; else as `solve`."""
    limits = Limits(time_limit, max_length, count, threads)
    return tuple(
        _solution(cube, turns) for turns in search(cube, limits, metric, progress=progress)
    )


def _solution(cube: Cube, turns: tuple[Turn, ...]) -> Solution:
    return Solution(cube, "two-phase", (Stage("Two-phase", turns),))
