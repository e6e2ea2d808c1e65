"""Breadth-first search from the solved cube, up to symmetry.

Shintani (2018) goes in the other direction, from the cube to the solved one, which takes as many
levels. Levels around the solved cube are invariant under the 48 symmetries, so that one cube of
each symmetry class is stored.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import numpy as np

from papers.shintani.exhaustive import level_kernel
from papers.shintani.exhaustive.level_kernel import TURNS, CubeSet
from papers.shintani.exhaustive.packed_cube import PackedCube, pack, symmetry_tables, turn_tables
from papers.shintani.exhaustive.result import (
    ProgressCallback,
    SearchResult,
    SearchStats,
    ignore_progress,
)
from solver.core.turn import ALL_TURNS, Turns, is_canonical
from solver.cube import Cube

# Number of cubes that are expanded between two progress reports.
_CHUNK = 1 << 14

# A cube is reached by a turn; three of the 18 that follow it turn the same face.
_NEW_TURNS = TURNS - 3

# The hash table is at most two thirds full.
_ROOM = 1.5

Expand = Callable[[CubeSet, int, int], int]


class BfsLevels:
    """The cubes at each distance from `origin`, up to the last level that was computed.

    `counts[d]` is how many cubes need d turns, and `offsets[d]` the number of the first one that is
    kept; a last entry stands for the end.
    """

    def __init__(self, origin: PackedCube, expand: Expand) -> None:
        """Start with level 0. `expand` turns some cubes, stores the new ones and returns their
        number.
        """
        self.store = _store(1)
        level_kernel.add(self.store, *origin)
        self.counts = [1]
        self.offsets = [0, 1]
        self.made = 0
        self._expand = expand

    @property
    def depth(self) -> int:
        """Return the distance of the last level."""
        return len(self.counts) - 1

    @property
    def last_level_size(self) -> int:
        """Return how many cubes of the last level are stored."""
        return self.offsets[-1] - self.offsets[-2]

    @property
    def effort(self) -> SearchStats:
        """Return the statistics so far."""
        return SearchStats(self.depth, self.made, self.offsets[-1], sum(self.counts))

    def expand(self, on_progress: ProgressCallback = ignore_progress) -> None:
        """Find the next level."""
        first, last = self.offsets[-2:]
        # Duplicates can only be in the level before, this one or the next one: all are stored.
        self.store = _resized(self.store, last + max(TURNS, _NEW_TURNS * (last - first)))
        states = 0
        for start in range(first, last, _CHUNK):
            end = min(start + _CHUNK, last)
            states += int(self._expand(self.store, start, end))
            self.made += TURNS * (end - start)
            kept = int(self.store.size[0])
            on_progress(SearchStats(self.depth + 1, self.made, kept, sum(self.counts) + states))
        self.counts.append(states)
        self.offsets.append(int(self.store.size[0]))

    def level_of(self, number: int) -> int | None:
        """Return the level of a cube by its number; None for -1, which is none."""
        if number < 0:
            return None
        return next(depth for depth, end in enumerate(self.offsets[1:]) if number < end)


def levels_from(cube: Cube) -> BfsLevels:
    """Return the levels around a cube, with every cube of a level stored."""
    return BfsLevels(pack(cube), partial(level_kernel.expand, turn_tables()))


def levels_from_solved() -> BfsLevels:
    """Return the levels around the solved cube, with one cube of each symmetry class stored."""
    corners, edges, _ = level_kernel.canonical(symmetry_tables(), *pack(Cube.solved()))
    return BfsLevels(
        PackedCube(corners, edges),
        partial(level_kernel.expand_up_to_symmetry, turn_tables(), symmetry_tables()),
    )


def _store(capacity: int) -> CubeSet:
    """Return an empty store. The system allocates memory only where it is written."""
    slots = 1 << int(_ROOM * capacity).bit_length()
    return CubeSet(
        np.empty(capacity, dtype=np.int64),
        np.empty(capacity, dtype=np.int64),
        np.zeros(slots, dtype=np.uint32),
        np.zeros(1, dtype=np.int64),
    )


def _resized(store: CubeSet, capacity: int) -> CubeSet:
    """Return the store with room for more."""
    count = int(store.size[0])
    larger = _store(capacity)
    larger.corners[:count], larger.edges[:count] = store.corners[:count], store.edges[:count]
    larger.size[0] = count
    level_kernel.fill_slots(larger)
    return larger


def distance_to_solved(cube: Cube, around: BfsLevels) -> int | None:
    """Return the number of turns that solve a cube; None beyond the last level."""
    return around.level_of(
        level_kernel.find_up_to_symmetry(symmetry_tables(), around.store, *pack(cube))
    )


def shortest_solutions(cube: Cube, depth: int, around: BfsLevels) -> Iterator[Turns]:
    """Return all solutions of a cube that `depth` turns solve and no fewer."""
    if depth == 0:
        yield ()
        return
    for turn in ALL_TURNS:
        turned = cube.turn(turn)
        if distance_to_solved(turned, around) == depth - 1:
            for rest in shortest_solutions(turned, depth - 1, around):
                yield (turn, *rest)


# Level 8 takes 0.8 GB, level 9 would take ten times as much.
MAX_DEPTH = 8


def search(
    cube: Cube, most: int = MAX_DEPTH, on_progress: ProgressCallback = ignore_progress
) -> SearchResult:
    """Find all the shortest solutions, if they have at most `most` turns."""
    for around in expand_levels(most, on_progress):
        depth = distance_to_solved(cube, around)
        if depth is not None:
            found = tuple(
                path for path in shortest_solutions(cube, depth, around) if is_canonical(path)
            )
            return SearchResult(cube, found, around.effort)
    return SearchResult(cube, (), around.effort)


def expand_levels(
    most: int = MAX_DEPTH, on_progress: ProgressCallback = ignore_progress
) -> Iterator[BfsLevels]:
    """Yield the levels around the solved cube, each time with one more level.

    Raises ValueError where `most` is negative.
    """
    if most < 0:
        raise ValueError(f"there is no level {most}; the first is 0")
    around = levels_from_solved()
    yield around
    while around.depth < most:
        around.expand(on_progress)
        yield around
