"""A 5x5x5 reduced in five phases (after Chen Shuang's cube555), with pools of their best ends.

Each phase begins with a beam that finds promising states, from which all paths of rising length are
tried. All paths of a phase are followed by the next with the least length so far and still to come.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.orbits import cube_rotations
from solver.puzzles.reduction.beam import beam_level
from solver.puzzles.reduction.completion import SearchClock
from solver.puzzles.reduction.five_phases import PHASES
from solver.puzzles.reduction.five_pieces import (
    Contents,
    N,
    after_paths,
    cubes_of,
    turned_moves,
    views,
)
from solver.puzzles.reduction.five_starts import choices
from solver.puzzles.reduction.five_tables import Phases
from solver.puzzles.reduction.guided_search import (
    GuidedPhase,
    Paths,
    Starts,
    new_paths,
    new_stack,
    search_phase,
    set_values,
)
from solver.puzzles.reduction.layer_moves import moves_of

# No path through all phases is longer.
_LONGEST = 120
# Rows of a pool that are searched between two looks at the clock.
_ROWS = 64
# How many moves longer than the shortest the reduced cubes may be in one round.
_LONGER = 2


@dataclass(frozen=True, slots=True)
class Effort:
    """What a phase is given: how many ends of the one before, and states of theirs, it begins with.

    A beam of a `width` makes `levels` moves. At most `room` ends are found, within a `share` of the
    time of the round, or `fewest` even if these take longer.
    """

    ends: int
    states: int
    levels: int
    width: int
    room: int
    fewest: int
    share: float


# The second and the third phase are searched well enough without a beam.
_EFFORTS = (
    Effort(ends=3, states=3, levels=4, width=3000, room=1000, fewest=10, share=0.15),
    Effort(ends=500, states=500, levels=0, width=0, room=1000, fewest=100, share=0.1),
    Effort(ends=300, states=3000, levels=0, width=0, room=1000, fewest=100, share=0.15),
    Effort(ends=200, states=20_000, levels=10, width=6000, room=300, fewest=1, share=0.3),
    Effort(ends=300, states=300, levels=9, width=4000, room=100, fewest=1, share=0.2),
)
# How often a beam is tried, how many more moves it then makes, and how many more are searched.
_ATTEMPTS, _MORE_LEVELS, _BEYOND = 6, 2, 4
# The seconds of the first round, and by how much later ones are longer.
_FIRST_ROUND, _GROWTH = 0.8, 3


class PooledEnds(NamedTuple):
    """Cubes with the paths that lead there: `path` has `length` moves in the view `origin`."""

    cubes: Contents
    path: NDArray[np.uint8]
    length: NDArray[np.int64]
    origin: NDArray[np.int64]


def rounds(
    colours: Colours, phases: Phases, metric: str, clock: SearchClock
) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
    """Yield paths to reduced cubes with what they count, in rounds of more and more effort."""
    seconds = _FIRST_ROUND
    starts = cubes_of(colours)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        while not clock.is_over():
            budget = min(seconds, max(clock.left(), _FIRST_ROUND / 4))
            search = _Round(starts, phases, metric, clock, budget / _FIRST_ROUND, pool)
            yield from search.reduced_cubes()
            seconds *= _GROWTH


Arrays = TypeVar("Arrays", PooledEnds, Starts)


@dataclass(frozen=True, slots=True)
class _Round:
    """One pass through the five phases, with some times the effort of the first."""

    starts: Contents
    phases: Phases
    metric: str
    clock: SearchClock
    times: float
    pool: Executor

    def reduced_cubes(self) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
        """Yield paths to reduced cubes, the shortest first, with what they count."""
        origin = np.arange(0, len(self.starts), 2)
        nothing = np.zeros(len(origin), dtype=np.int64)
        path = np.zeros((len(origin), _LONGEST), dtype=np.uint8)
        ends = PooledEnds(self.starts[origin], path, nothing, origin)
        for phase in PHASES:
            ends = self._next(phase, ends)
        for end in np.argsort(ends.length, kind="stable"):
            if ends.length[end] > ends.length.min() + _LONGER:
                return
            yield self._turns(ends, int(end)), int(ends.length[end])

    def _next(self, phase: int, ends: PooledEnds) -> PooledEnds:
        """Return the ends of a phase that begins with those of the one before."""
        effort = _EFFORTS[phase]
        ends = _rows(ends, np.argsort(ends.length, kind="stable")[: self._more(effort.ends)])
        if phase == _BOTH_WAYS:
            ends = self._both_ways(ends)
        until = time.monotonic() + effort.share * self.times * _FIRST_ROUND
        known = choices(self.metric, phase, ends.cubes)
        starts = known.starts(ends.length)
        set_values(self.phases[phase], starts)
        best = np.argsort(starts.value, kind="stable")[: self._more(effort.states)]
        starts = _rows(starts, best)
        origin, paths = self._paths(self.phases[phase], starts, effort, until)
        own = known.row[best[origin]]
        return self._after(_rows(ends, own), paths)

    def _more(self, count: int) -> int:
        return max(1, int(count * max(self.times, 0.5)))

    def _paths(
        self, phase: GuidedPhase, starts: Starts, effort: Effort, until: float
    ) -> tuple[NDArray[np.int64], Paths]:
        """Return paths through a phase, and the row of the start of each."""
        if not effort.levels:
            found = self._deepened(phase, starts, effort, until, _LONGEST)
            return found.start, found
        for attempt in range(_ATTEMPTS):
            start, found = self._from_beam(phase, starts, effort, until, attempt)
            if len(start):
                break
        return start, found

    def _from_beam(
        self, phase: GuidedPhase, starts: Starts, effort: Effort, until: float, attempt: int
    ) -> tuple[NDArray[np.int64], Paths]:
        """Return paths that begin in a beam, wider and with more moves at each attempt.

        All but the last are given up where no path of few more moves leads to the end.
        """
        width = self._more(effort.width) * (attempt + 1)
        levels = effort.levels + attempt * _MORE_LEVELS
        most = int(starts.length.min()) + levels + _BEYOND
        level = beam_level(phase, starts, width, levels, self.pool)
        length = starts.length[level.start] + level.depth
        later = Starts(level.state, level.sets, length, np.zeros_like(length))
        set_values(phase, later)
        order = np.argsort(later.value, kind="stable")
        longest = most if attempt < _ATTEMPTS - 1 else _LONGEST
        found = self._deepened(phase, _rows(later, order), effort, until, longest)
        rows = order[found.start]
        path = np.concatenate([level.path[rows], found.path], axis=1)
        # The moves of the beam, then those of the search.
        at = np.arange(path.shape[1])
        depth = level.depth[rows][:, np.newaxis]
        source = np.where(at < depth, at, at - depth + level.path.shape[1]) % path.shape[1]
        joined = np.take_along_axis(path, source, axis=1)
        length = found.length + level.depth[rows]
        return level.start[rows], found._replace(path=joined, length=length)

    def _deepened(
        self, phase: GuidedPhase, starts: Starts, effort: Effort, until: float, most: int
    ) -> Paths:
        """Return the paths of a total length up to `most`, from starts sorted by their value."""
        threads = os.cpu_count() or 1
        room = self._more(effort.room)
        parts = [new_paths(room // threads + 1) for _ in range(threads)]
        stacks = [new_stack(phase) for _ in range(threads)]

        def count() -> int:
            return sum(int(each.found[0]) for each in parts)

        for total in range(int(starts.value[0]), most + 1):
            last = int(np.searchsorted(starts.value, total, side="right"))
            for first in range(0, last, _ROWS):
                end = min(first + _ROWS, last)

                def search(
                    part: int, total: int = total, first: int = first, end: int = end
                ) -> None:
                    rows = first + part, end, threads
                    search_phase(phase, stacks[part], starts, total, *rows, parts[part])

                list(self.pool.map(search, range(threads)))
                is_late = time.monotonic() >= until and count() >= effort.fewest
                if is_late or count() >= room:
                    return _joined_paths(parts)
        return _joined_paths(parts)

    def _after(self, before: PooledEnds, paths: Paths) -> PooledEnds:
        """Return the ends of paths from others."""
        cubes = after_paths(before.cubes, self.metric, paths.path, paths.length)
        path = before.path.copy()
        for row, (done, more) in enumerate(zip(before.length, paths.length, strict=True)):
            path[row, done : done + more] = paths.path[row, :more]
        return PooledEnds(cubes, path, before.length + paths.length, before.origin)

    def _both_ways(self, ends: PooledEnds) -> PooledEnds:
        """Return ends as they are, and as they are in the view that is turned about the x axis."""
        path, origin = turned_moves(self.metric)[ends.path], ends.origin + 1
        cubes = after_paths(self.starts[origin], self.metric, path, ends.length)
        turned = PooledEnds(cubes, path, ends.length, origin)
        both = zip(ends, turned, strict=True)
        arrays: list[Any] = [np.concatenate((one, other)) for one, other in both]  # type: ignore[arg-type]
        return PooledEnds(*arrays)

    def _turns(self, ends: PooledEnds, end: int) -> tuple[LayerTurn, ...]:
        """Return the turns of the cube, as it is held, that lead to an end."""
        moves, cube = moves_of(N, self.metric), geometry(N)
        seen = cube_rotations(N).conjugated_turns[views()[int(ends.origin[end])]]
        turns = [
            turn
            for number in ends.path[end, : ends.length[end]]
            for turn in moves[int(number)].turns
        ]
        return tuple(cube.turn_at(int(seen[cube.turn_index(turn)])) for turn in turns)


# The phase that makes a difference between the y and the z axis.
_BOTH_WAYS = 3


def _rows(arrays: Arrays, rows: NDArray[np.int64]) -> Arrays:
    kept: list[Any] = [np.ascontiguousarray(each[rows]) for each in arrays]
    return type(arrays)(*kept)


def _joined_paths(parts: list[Paths]) -> Paths:
    """Return the paths that several threads have found."""
    kept = [[each[: int(part.found[0])] for each in part[1:]] for part in parts]
    path, length, start = (np.concatenate(each) for each in zip(*kept, strict=True))
    return Paths(np.array([len(length)]), path, length, start)
