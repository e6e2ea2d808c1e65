"""Breadth first: the levels around the solved cube, until one has the cube that is looked for.

Seed 002 goes the other way round, from the cube to the solved one, which takes as many levels. From
the solved cube the levels look alike from all 48 sides, and one cube of all that are alike is kept.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.cube import Cube
from solver.search.found import Found, Told, is_in_order, untold
from solver.search.levels import Levels, levels_from_solved
from solver.search.ways_home import depth_of, ways_home

# Level 8 takes 0.8 GB, level 9 would take ten times as much.
MOST = 8


def search(cube: Cube, most: int = MOST, told: Told = untold) -> Found:
    """Find all the shortest solutions, if they have at most `most` turns."""
    for around in levels(most, told):
        depth = depth_of(cube, around)
        if depth is not None:
            found = tuple(way for way in ways_home(cube, depth, around) if is_in_order(way))
            return Found(cube, found, around.effort)
    return Found(cube, (), around.effort)


def levels(most: int = MOST, told: Told = untold) -> Iterator[Levels]:
    """Give the levels around the solved cube, again and again, each time with one more.

    Raises ValueError where `most` is negative.
    """
    if most < 0:
        raise ValueError(f"there is no level {most}; the first is 0")
    around = levels_from_solved()
    yield around
    while around.depth < most:
        around.grow(told)
        yield around
