"""A 4x4x4 solved by reduction: three phases with pools of their best ends, then a 3x3x3.

The phases are Tsai's, as in Chen Shuang's TPR-4x4x4-Solver. Of each, the ends are kept that have
the least length so far with what the next phase takes at least.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import astuple, dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.orbits import corner_orbit, cube_rotations, edge_orbit
from solver.puzzles.reduction.completion import SearchClock
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
_ROWS = 5
# How many moves longer than the shortest the ends of phase 3 may be in one round.
_LONGER = 1
# Nothing is reduced, nor are wings paired, by more moves than this.
_MOST_FIRST, _MOST = 10, 40


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
    """The phases of one cube with the tables of a metric, until a clock is over."""

    colours: Colours
    tables: ReductionTables
    metric: str
    clock: SearchClock
    stack: Stack = field(default_factory=new_stack)

    def rounds(self) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
        """Yield paths to reduced cubes with what they count, in rounds of larger pools."""
        pools = Pools()
        while not self.clock.is_over():
            yield from self.reduced_cubes(pools)
            pools = pools.larger()

    def reduced_cubes(self, pools: Pools) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
        """Yield paths to reduced cubes, the shortest first, with what they count."""
        first = self._first_ends(pools.first_found, pools.first_kept)
        second = self._second_ends(first, pools.second_found, pools.second_kept)
        longest = _MOST
        for total in range(int(second.value.min(initial=_MOST)), _MOST):
            if total > longest:
                return
            for row in np.flatnonzero(second.value <= total):
                if self.clock.is_over():
                    return
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
            if ends.found[0] >= room // 2 or self.clock.is_over():
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
                if self.clock.is_over():
                    return best_of(ends, kept)
            if ends.found[0] >= room:
                break
        return best_of(ends, kept)

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
