"""A 4x4x4 solved by reduction: three phases with pools of their best ends, then a 3x3x3.

The phases are Tsai's, as in Chen Shuang's TPR-4x4x4-Solver. Of each, the ends are kept that have
the least length so far with what the next phase takes at least.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import astuple, dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.engines.options import ReductionOptions
from solver.engines.two_phase.search import two_phase_search
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.orbits import corner_orbit, cube_rotations, edge_orbit
from solver.puzzles.nxn.position import is_solved
from solver.puzzles.nxn.runs import AxisRun, count_runs, runs_of
from solver.puzzles.reduction.ends import Ends, begin_phase_two, best_of, new_ends
from solver.puzzles.reduction.layer_moves import moves_of
from solver.puzzles.reduction.phases import (
    Stack,
    new_stack,
    search_phase_one,
    search_phase_three,
    search_phase_two,
)
from solver.puzzles.reduction.pieces import CENTRES, N, cyclic_views
from solver.puzzles.reduction.tables import ReductionTables
from solver.search.solution_pool import Limits, NoSolutionError

_OUTER = (0, 1, 3)
_TURNS: dict[Turn, tuple[LayerTurn, ...]] = {
    turn: parse_layer_turns(str(turn), N) for turn in ALL_TURNS
}


@dataclass(frozen=True, slots=True)
class Pools:
    """How many ends are found of each phase, and how many of them the next begins with."""

    first_found: int = 10_000
    first_kept: int = 500
    second_found: int = 300
    second_kept: int = 100

    def larger(self) -> Pools:
        """Return the pools of the next round."""
        return Pools(
            *(min(_GROWTH * size, most) for size, most in zip(astuple(self), _LARGEST, strict=True))
        )


# By how much the pools grow from one round to the next, and up to what.
_GROWTH = 3
_LARGEST = (400_000, 30_000, 30_000, 10_000)
# Rows of a pool that are searched between two looks at the clock.
_ROWS = 20
# How many moves longer than the shortest the ends of phase 3 may be in one round.
_LONGER = 1
# Nothing is reduced, nor are wings paired, by more moves than this.
_MOST_FIRST, _MOST = 10, 40
# Seconds for the 3x3x3 of each end.
_SECONDS = 0.01


def first_cubes(colours: Colours) -> Ends:
    """Return what phase 1 begins with: each pair of colours, and each axis to bring it to."""
    views = cyclic_views()
    starts = new_ends(3 * len(views))
    starts.found[0] = len(starts.value)
    for number, view in enumerate(views):
        seen = colours[cube_rotations(N).source[view]]
        masks = [int(((seen[CENTRES] == colour) << np.arange(24)).sum()) for colour in range(6)]
        wings = edge_orbit(N, 1).arrangement(seen)
        odd = _is_odd(corner_orbit(N).arrangement(seen)), _is_odd(wings)
        for pair in range(3):
            row = 3 * number + pair
            starts.masks[row], starts.wings[row], starts.odd[row] = masks, wings, odd
            other = (pair + 1) % 3
            starts.state[row] = (
                *(masks[pair] | masks[pair + 3], masks[pair]),
                *(masks[other] | masks[other + 3], 0),
            )
    return starts


def _is_odd(order: NDArray[np.int64]) -> bool:
    seen, cycles = set(), 0
    for first in range(len(order)):
        cycles += first not in seen
        while first not in seen:
            seen.add(first)
            first = int(order[first])
    return (len(order) - cycles) % 2 == 1


@dataclass(slots=True)
class Reduction:
    """The phases of one cube with the tables of a metric, until a time by the monotonic clock."""

    colours: Colours
    tables: ReductionTables
    metric: str
    deadline: float
    is_solved: bool = False
    stack: Stack = field(default_factory=new_stack)

    def reduced_cubes(self, pools: Pools) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
        """Yield paths to reduced cubes, the shortest first, with what they count."""
        first = self._first_ends(pools.first_found, pools.first_kept)
        second = self._second_ends(first, pools.second_found, pools.second_kept)
        longest = _MOST
        for total in range(int(second.value.min(initial=_MOST)), _MOST):
            if total > longest:
                return
            for row in np.flatnonzero(second.value <= total):
                found = new_ends(1)
                search_phase_three(
                    *self.tables, self.stack, second, total, int(row), int(row) + 1, found
                )
                if found.found[0]:
                    longest = min(longest, total + _LONGER)
                    yield self._path(found, 0), total

    def _first_ends(self, room: int, kept: int) -> Ends:
        """Return the best ends of phase 1 among the first found."""
        moves, distances, _ = self.tables
        starts = first_cubes(self.colours)
        ends = new_ends(room)
        for length in range(_MOST_FIRST):
            for start in range(len(starts.value)):
                share = max(1, (room - int(ends.found[0])) // (len(starts.value) - start))
                search_phase_one(moves, distances, self.stack, starts, start, length, ends, share)
            if ends.found[0] >= room // 2:
                break
        best = best_of(ends, kept)
        begin_phase_two(moves, distances, starts, best)
        return best

    def _second_ends(self, starts: Ends, room: int, kept: int) -> Ends:
        """Return the best ends of phase 2 among the first found."""
        ends = new_ends(room)
        for total in range(int(starts.value.min()), _MOST):
            for row in range(0, len(starts.value), _ROWS):
                last = min(row + _ROWS, len(starts.value))
                search_phase_two(*self.tables, self.stack, starts, total, row, last, ends)
                if self.is_over():
                    return best_of(ends, kept)
            if ends.found[0] >= room:
                break
        return best_of(ends, kept)

    def is_over(self) -> bool:
        """Return whether the time is up, and there is a solution."""
        return self.is_solved and time.monotonic() >= self.deadline

    def _path(self, ends: Ends, end: int) -> tuple[LayerTurn, ...]:
        """Return the turns of the cube, as it is held, that lead to an end."""
        view = cyclic_views()[int(ends.origin[end]) // 3]
        moves = moves_of(N, self.metric)
        turns = [
            turn
            for number in ends.path[end, : ends.length[end]]
            for turn in moves[int(number)].turns
        ]
        cube, seen = geometry(N), cube_rotations(N).conjugated_turns[view]
        return tuple(cube.turn_at(int(seen[cube.turn_index(turn)])) for turn in turns)

    def as_3x3x3(self, turns: tuple[LayerTurn, ...]) -> Cube:
        """Return the 3x3x3 that a reduced cube is after some turns."""
        faces = geometry(N).apply(self.colours, turns).reshape(6, N, N)
        outer = faces[:, _OUTER][:, :, _OUTER].ravel()
        return Cube.from_facelets("".join(FACES[colour] for colour in outer))


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
    colours: Colours, tables: ReductionTables, options: ReductionOptions
) -> Iterator[ReductionSolution]:
    """Yield solutions of a legal 4x4x4, each shorter than the one before, while the time lasts.

    The first is yielded even where the time is too short for one.
    """
    if is_solved(colours, N):
        yield ReductionSolution(((), ()), options.metric)
        return
    began = time.monotonic()
    search = Reduction(colours, tables, options.metric, began + options.time_limit)
    best: ReductionSolution | None = None
    pools = Pools()
    while not search.is_over():
        for path, length in search.reduced_cubes(pools):
            most = None if best is None else best.moves - 1 - length
            found = _complete(search, path, most)
            if found is not None and (best is None or found.moves < best.moves):
                best, search.is_solved = found, True
                yield best
            if search.is_over():
                return
        pools = pools.larger()


def _complete(
    search: Reduction, path: tuple[LayerTurn, ...], most: int | None
) -> ReductionSolution | None:
    """Return a path to a reduced cube with the solution of its 3x3x3, None for none so short."""
    if most is not None and most < 0:
        return None
    left = max(0.0, search.deadline - time.monotonic())
    limits = Limits(_SECONDS if most is None else min(_SECONDS, left), most)
    try:
        (turns,) = two_phase_search(search.as_3x3x3(path), limits)
    except NoSolutionError:
        return None
    last = [turn for each in turns for turn in _TURNS[each]]
    return ReductionSolution(runs_of([path, last], N), search.metric)
