"""Breadth first: the levels around the solved cube, until one has the cube that is looked for.

Seed 002 goes the other way round, from the cube to the solved one, which takes as many levels. From
the solved cube the levels look alike from all 48 sides, and one cube of all that are alike is kept.
"""

from __future__ import annotations

from solver.cube import Cube
from solver.search.found import Found, Told, is_in_order, untold
from solver.search.levels import levels_from_solved
from solver.search.ways_home import depth_of, ways_home

# Level 8 takes 0.8 GB, level 9 would take ten times as much.
MOST = 8


def search(cube: Cube, most: int = MOST, told: Told = untold) -> Found:
    """Find all the shortest solutions, if they have at most `most` turns."""
    around = levels_from_solved()
    while (depth := depth_of(cube, around)) is None and around.depth < most:
        around.grow(told)
    found = () if depth is None else ways_home(cube, depth, around)
    return Found(cube, tuple(way for way in found if is_in_order(way)), around.effort)
