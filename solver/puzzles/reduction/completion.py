"""Reduced cubes completed as a 3x3x3, and the shortest solution so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from solver.core.errors import NoSolutionError
from solver.cube import Cube
from solver.engines.options import ReductionOptions
from solver.engines.two_phase.search import two_phase_search
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import is_solved, outer_facelets
from solver.puzzles.nxn.runs import AxisRun, count_runs, runs_of
from solver.search.solution_pool import Limits

# Seconds for the 3x3x3 of each reduced cube.
_SECONDS = 0.01


@dataclass(slots=True)
class SearchClock:
    """Until when a search goes on, by the monotonic clock, once it has a solution."""

    deadline: float
    is_solved: bool = False

    def left(self) -> float:
        """Return how many seconds are left."""
        return max(0.0, self.deadline - time.monotonic())

    def is_over(self) -> bool:
        """Return whether the time is up, and there is a solution."""
        return self.is_solved and time.monotonic() >= self.deadline


# Yields paths to reduced cubes, with what they count, until the clock is over.
Reduced = Callable[[SearchClock], Iterator[tuple[tuple[LayerTurn, ...], int]]]


@dataclass(frozen=True, slots=True)
class ReductionSolution:
    """A solution: its runs, those that reduce the cube and those of the 3x3x3, and its metric."""

    stages: tuple[tuple[AxisRun, ...], ...]
    metric: str

    def count(self, metric: str) -> int:
        """Return what it counts in a metric."""
        return sum(count_runs(stage, metric) for stage in self.stages)

    @property
    def moves(self) -> int:
        """Return what it counts in its own metric."""
        return self.count(self.metric)


def shorter_and_shorter(
    colours: Colours, n: int, reduced: Reduced, options: ReductionOptions
) -> Iterator[ReductionSolution]:
    """Yield solutions of a legal cube of size n, each shorter than the one before, in its time.

    The first is yielded even where the time is too short for one.
    """
    if is_solved(colours, n):
        yield ReductionSolution(((), ()), options.metric)
        return
    clock = SearchClock(time.monotonic() + options.time_limit)
    best: ReductionSolution | None = None
    for path, length in reduced(clock):
        most = None if best is None else best.moves - 1 - length
        found = _complete(colours, n, path, options.metric, most, clock)
        if found is not None and (best is None or found.moves < best.moves):
            best, clock.is_solved = found, True
            yield best
        if clock.is_over():
            return


def _complete(
    colours: Colours,
    n: int,
    path: tuple[LayerTurn, ...],
    metric: str,
    most: int | None,
    clock: SearchClock,
) -> ReductionSolution | None:
    """Return a path to a reduced cube with the solution of its 3x3x3, None for none so short."""
    if most is not None and most < 0:
        return None
    limits = Limits(_SECONDS if most is None else min(_SECONDS, clock.left()), most)
    try:
        (turns,) = two_phase_search(_as_3x3x3(colours, n, path), limits)
    except NoSolutionError:
        return None
    last = [turn for each in turns for turn in parse_layer_turns(str(each), n)]
    return ReductionSolution(runs_of([path, last], n), metric)


def _as_3x3x3(colours: Colours, n: int, turns: tuple[LayerTurn, ...]) -> Cube:
    """Return the 3x3x3 that a reduced cube is after some turns."""
    return Cube.from_facelets(outer_facelets(geometry(n).apply(colours, turns), n))
