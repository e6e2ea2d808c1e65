"""Breadth first: the cubes around one of them, level by level, none twice."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from solver.cube import Cube
from solver.search import kernel
from solver.search.found import Effort, Told, untold
from solver.search.kernel import TURNS, Store
from solver.search.packing import Packed, pack, turn_tables
from solver.search.symmetry import images

# How many cubes are turned between two tellings.
_CHUNK = 1 << 14
# A cube is reached by a turn; three of the 18 that follow it turn the same face.
_NEW_TURNS = TURNS - 3
# The hash table is at most two thirds full.
_ROOM = 1.5

Expand = Callable[[Store, int, int], int]


class Levels:
    """The cubes at each distance from `origin`, as far as they were asked for.

    `states[d]` is how many cubes need d turns, and `starts[d]` the number of the first one that is
    kept; a last entry stands for the end.
    """

    def __init__(self, origin: Packed, expand: Expand) -> None:
        """Begin with level 0. `expand` turns some cubes, keeps what is new, and counts that."""
        self.store = _store(1)
        kernel.add(self.store, *origin)
        self.states = [1]
        self.starts = [0, 1]
        self.made = 0
        self._expand = expand

    @property
    def depth(self) -> int:
        """Give the distance of the last level."""
        return len(self.states) - 1

    @property
    def width(self) -> int:
        """Say how many cubes of the last level are kept."""
        return self.starts[-1] - self.starts[-2]

    @property
    def effort(self) -> Effort:
        """Say what it has taken so far."""
        return Effort(self.depth, self.made, self.starts[-1], sum(self.states))

    def grow(self, told: Told = untold) -> None:
        """Find the next level."""
        first, last = self.starts[-2:]
        # Nothing can come twice but what is one level nearer, as far, or one farther: all are kept.
        self.store = _grown(self.store, last + max(TURNS, _NEW_TURNS * (last - first)))
        states = 0
        for start in range(first, last, _CHUNK):
            end = min(start + _CHUNK, last)
            states += int(self._expand(self.store, start, end))
            self.made += TURNS * (end - start)
            kept = int(self.store.size[0])
            told(Effort(self.depth + 1, self.made, kept, sum(self.states) + states))
        self.states.append(states)
        self.starts.append(int(self.store.size[0]))

    def level_of(self, number: int) -> int | None:
        """Give the level of a cube by its number; None for -1, which is none."""
        if number < 0:
            return None
        return next(depth for depth, end in enumerate(self.starts[1:]) if number < end)


def levels_from(cube: Cube) -> Levels:
    """Begin the levels around a cube, with every cube of a level kept."""
    return Levels(pack(cube), partial(kernel.expand, turn_tables()))


def levels_from_solved() -> Levels:
    """Begin the levels around the solved cube, with one kept of all cubes that look alike."""
    corners, edges, _ = kernel.canonical(images(), *pack(Cube.solved()))
    return Levels(Packed(corners, edges), partial(kernel.expand_alike, turn_tables(), images()))


def _store(capacity: int) -> Store:
    """Give an empty store. Memory that is never written to is never taken."""
    slots = 1 << int(_ROOM * capacity).bit_length()
    return Store(
        np.empty(capacity, dtype=np.int64),
        np.empty(capacity, dtype=np.int64),
        np.zeros(slots, dtype=np.uint32),
        np.zeros(1, dtype=np.int64),
    )


def _grown(store: Store, capacity: int) -> Store:
    """Give the store with room for more."""
    count = int(store.size[0])
    larger = _store(capacity)
    larger.corners[:count], larger.edges[:count] = store.corners[:count], store.edges[:count]
    larger.size[0] = count
    kernel.fill_slots(larger)
    return larger
