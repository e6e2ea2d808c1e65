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
from solver.puzzles.nxn.runs import RunSolution, runs_of
from solver.search.solution_pool import Limits

_STAGES = ("centres and edges", "3x3x3")
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


def shorter_and_shorter(
    colours: Colours, n: int, reduced: Reduced, options: ReductionOptions
) -> Iterator[RunSolution]:
    """Yield solutions of a legal cube of size n, each shorter than the one before, in its time.

    The first is yielded even where the time is too short for one.
    """
    if is_solved(colours, n):
        yield RunSolution(dict.fromkeys(_STAGES, ()), options.metric)
        return
    clock = SearchClock(time.monotonic() + options.time_limit)
    best: RunSolution | None = None
    for path, length in reduced(clock):
        most = None if best is None else best.length - 1 - length
        found = _complete(colours, n, path, options.metric, most, clock)
        if found is not None and (best is None or found.length < best.length):
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
) -> RunSolution | None:
    """Return a path to a reduced cube with the solution of its 3x3x3, None for none so short."""
    if most is not None and most < 0:
        return None
    limits = Limits(_SECONDS if most is None else min(_SECONDS, clock.left()), most)
    try:
        (turns,) = two_phase_search(_as_3x3x3(colours, n, path), limits)
    except NoSolutionError:
        return None
    last = [turn for each in turns for turn in parse_layer_turns(str(each), n)]
    return RunSolution(dict(zip(_STAGES, runs_of([path, last], n), strict=True)), metric)


def _as_3x3x3(colours: Colours, n: int, turns: tuple[LayerTurn, ...]) -> Cube:
    """Return the 3x3x3 that a reduced cube is after some turns."""
    return Cube.from_facelets(outer_facelets(geometry(n).apply(colours, turns), n))
