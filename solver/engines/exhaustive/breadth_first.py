"""Breadth-first search from the solved cube, up to symmetry.

Shintani (2018) goes in the other direction, from the cube to the solved one, which takes as many
levels. Levels around the solved cube are invariant under the 48 symmetries, so that one cube of
each symmetry class is stored.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.core.turn import is_canonical
from solver.cube import Cube
from solver.engines.exhaustive.levels import (
    BfsLevels,
    distance_to_solved,
    levels_from_solved,
    shortest_solutions,
)
from solver.engines.exhaustive.result import ProgressCallback, SearchResult, ignore_progress

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
