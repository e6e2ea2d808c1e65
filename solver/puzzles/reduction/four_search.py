"""A 4x4x4 reduced in three phases, of each of which a pool of the best ends is kept.

The phases are Tsai's, as in Chen Shuang's TPR-4x4x4-Solver. Of each, the ends are kept that have
the least length so far with what the next phase takes at least.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Colours, LayerTurn
from solver.puzzles.reduction.completion import SearchClock
from solver.puzzles.reduction.deepening import (
    FoundPaths,
    least_lengths,
    new_found,
    new_stack,
    nothing_to_split,
    search_length,
)
from solver.puzzles.reduction.ends import Pool, PooledEnds, Pools, first_ends
from solver.puzzles.reduction.four_phases import (
    N,
    first_choices,
    second_choices,
    splitting,
    third_choices,
)
from solver.puzzles.reduction.pieces import cubes_of
from solver.puzzles.reduction.tables import Phases

# Rows of a pool that are searched between two looks at the clock.
_ROWS = 5
# Of two ends of phase 2, one leaves an odd permutation to phase 3.
_FOUND_FOR_ONE = 2
# How many moves longer than the shortest the ends of phase 3 may be in one round.
_LONGER = 1
# Nothing is reduced, nor are wings paired, by more moves than this.
_MOST_FIRST, _MOST = 10, 40


@dataclass(frozen=True, slots=True)
class Reduction:
    """The phases of one cube with the tables of a metric, until a clock is over."""

    colours: Colours
    phases: Phases
    metric: str
    clock: SearchClock

    def rounds(self) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
        """Yield paths to reduced cubes with what they count, in rounds of larger pools."""
        pools = Pools()
        while not self.clock.is_over():
            yield from self.reduced_cubes(pools)
            pools = pools.larger()

    def reduced_cubes(self, pools: Pools) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
        """Yield paths to reduced cubes, the shortest first, with what they count."""
        first = self._first_pool(pools.first_found, pools.first_kept)
        second = self._second_pool(first, pools.second_found, pools.second_kept)
        nothing, stack, longest = nothing_to_split(), new_stack(second.starts), _MOST
        for total in range(int(second.value.min(initial=_MOST)), _MOST):
            if total > longest:
                return
            for row in np.flatnonzero(second.value <= total):
                if self.clock.is_over():
                    return
                found = new_found(1, second.starts)
                search_length(
                    self.phases[2],
                    nothing,
                    second.starts,
                    stack,
                    total,
                    int(row),
                    int(row) + 1,
                    1,
                    found,
                )
                if found.filled[0]:
                    longest = min(longest, total + _LONGER)
                    ends = self._after(second.ends, found, np.arange(1))
                    yield ends.turns(N, self.metric, 0), total

    def _first_pool(self, room: int, kept: int) -> Pool:
        """Return the best ends of phase 1 among the first found."""
        views = cubes_of(self.colours, N)
        before = first_ends(views, np.arange(0, len(views), 2))
        known = first_choices(before.cubes)
        starts = known.starts(before.length)
        found, stack = new_found(room, starts), new_stack(starts)
        for length in range(_MOST_FIRST):
            for start in range(len(starts.length)):
                share = max(1, (room - int(found.filled[0])) // (len(starts.length) - start))
                search_length(
                    self.phases[0],
                    nothing_to_split(),
                    starts,
                    stack,
                    length,
                    start,
                    start + 1,
                    share,
                    found,
                )
            if found.filled[0] >= room // 2 or self.clock.is_over():
                break
        count = int(found.filled[0])
        after = second_choices(self.metric, found.state[:count], found.sets[:count])
        states = after.starts(found.length[:count])
        value = least_lengths(self.phases[1], states)
        rows = np.argsort(value, kind="stable")[:kept]
        ends = self._after(before.rows(known.row), found, rows)
        return Pool(ends, states.rows(rows), value[rows])

    def _second_pool(self, first: Pool, room: int, kept: int) -> Pool:
        """Return the best ends of phase 2 among the first found."""
        split = splitting(self.metric, first.ends.cubes)
        stack = new_stack(first.starts)
        found = new_found(_FOUND_FOR_ONE * room, first.starts)
        for total in range(int(first.value.min()), _MOST):
            near = int(np.searchsorted(first.value, total, side="right"))
            for row in range(0, near, _ROWS):
                last = min(row + _ROWS, near)
                search_length(
                    self.phases[1],
                    split,
                    first.starts,
                    stack,
                    total,
                    row,
                    last,
                    len(found.length),
                    found,
                )
                if self.clock.is_over():
                    return self._begun(first, found, kept)
            if found.filled[0] >= len(found.length):
                break
        return self._begun(first, found, kept)

    def _begun(self, first: Pool, found: FoundPaths, kept: int) -> Pool:
        """Return the best of the ends of phase 2 from which phase 3 can go on."""
        ends = self._after(first.ends, found, np.arange(int(found.filled[0])))
        known = third_choices(self.metric, ends.cubes)
        starts = known.starts(ends.length)
        return Pool(ends.rows(known.row), starts, least_lengths(self.phases[2], starts)).best(kept)

    def _after(self, before: PooledEnds, found: FoundPaths, rows: NDArray[np.int64]) -> PooledEnds:
        """Return some of the ends that were found from others."""
        return before.rows(found.start[rows]).after(
            N, self.metric, found.path[rows], found.length[rows]
        )
