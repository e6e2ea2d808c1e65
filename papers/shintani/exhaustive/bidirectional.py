"""Bidirectional breadth-first search.

A sequence of n turns is found by two breadth-first searches of about n/2 turns, one from each end,
in place of one of n turns. For the 8 turns of Shintani's corner cycle (figures 9 to 11) they visit
some thousand cubes; one search visits 1.4 thousand million.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from papers.shintani.exhaustive import level_kernel
from papers.shintani.exhaustive.breadth_first import (
    BfsLevels,
    levels_from,
    levels_from_solved,
    shortest_solutions,
)
from papers.shintani.exhaustive.packed_cube import PackedCube, pack, symmetry_tables, unpack
from papers.shintani.exhaustive.result import ProgressCallback, SearchResult, ignore_progress
from solver.core.turn import ALL_TURNS, Turns, is_canonical
from solver.cube import Cube

# Level 6 around a cube and level 8 around the solved one: a gigabyte.
MAX_DEPTH = 14
_CHUNK = 1 << 16


def search(
    cube: Cube, most: int = MAX_DEPTH, on_progress: ProgressCallback = ignore_progress
) -> SearchResult:
    """Find all the shortest solutions, if they have at most `most` turns."""
    here, home = levels_from(cube), levels_from_solved()

    while not (met := _common_cubes(here, home)) and here.depth + home.depth < most:
        # Growing either adds a turn: the one that is narrower costs less.
        smaller, larger = (
            (here, home) if here.last_level_size < home.last_level_size else (home, here)
        )
        smaller.expand(lambda effort, other=larger: on_progress(effort + other.effort))  # type: ignore[misc]
    solutions = (
        (*there, *back)
        for meeting in met
        for there in _shortest_paths_to(meeting, here.depth, here)
        for back in shortest_solutions(meeting, home.depth, home)
    )
    found = tuple(path for path in solutions if is_canonical(path))
    return SearchResult(cube, found, here.effort + home.effort)


def _common_cubes(from_cube: BfsLevels, from_solved: BfsLevels) -> list[Cube]:
    """Return the cubes that are in the last levels of both searches."""
    first, last = from_cube.offsets[-2:]
    met = np.zeros(min(_CHUNK, last - first), dtype=np.bool_)
    found = []
    for start in range(first, last, _CHUNK):
        end = min(start + _CHUNK, last)
        level_kernel.mark_common(
            symmetry_tables(),
            from_cube.store,
            start,
            end,
            from_solved.store,
            from_solved.offsets[-2],
            met,
        )
        found += [start + int(number) for number in np.flatnonzero(met[: end - start])]
    return [
        unpack(PackedCube(int(from_cube.store.corners[number]), int(from_cube.store.edges[number])))
        for number in found
    ]


def _shortest_paths_to(cube: Cube, depth: int, around: BfsLevels) -> Iterator[Turns]:
    """Return all paths of `depth` turns from the origin of `around` to a cube of that level."""
    if depth == 0:
        yield ()
        return
    for turn in ALL_TURNS:
        before = cube.turn(turn.inverse())
        if around.level_of(level_kernel.find(around.store, *pack(before))) == depth - 1:
            for path in _shortest_paths_to(before, depth - 1, around):
                yield (*path, turn)
