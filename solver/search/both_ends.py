"""From both ends: levels around the cube and around the solved one, until they meet.

An n-turn sequence takes two balls of about n/2 turns in place of one of n: for the 8 turns of seed
002 some thousand cubes, where breadth first alone goes through 1.4 thousand million.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.cube import Cube
from solver.search import kernel
from solver.search.found import Found, Told, Turns, is_in_order, untold
from solver.search.levels import Levels, levels_from, levels_from_solved
from solver.search.packing import Packed, pack, unpack
from solver.search.symmetry import images
from solver.search.ways_home import ways_home
from solver.turn import ALL_TURNS

# Level 6 around a cube and level 8 around the solved one: a gigabyte.
MOST = 14
_CHUNK = 1 << 16


def search(cube: Cube, most: int = MOST, told: Told = untold) -> Found:
    """Find all the shortest solutions, if they have at most `most` turns."""
    here, home = levels_from(cube), levels_from_solved()

    while not (met := _meeting(here, home)) and here.depth + home.depth < most:
        # Growing either adds a turn: the one that is narrower costs less.
        growing, resting = (here, home) if here.width < home.width else (home, here)
        growing.grow(lambda effort, other=resting: told(effort + other.effort))  # type: ignore[misc]
    solutions = (
        (*there, *back)
        for meeting in met
        for there in _ways_there(meeting, here.depth, here)
        for back in ways_home(meeting, home.depth, home)
    )
    found = tuple(way for way in solutions if is_in_order(way))
    return Found(cube, found, here.effort + home.effort)


def _meeting(here: Levels, home: Levels) -> list[Cube]:
    """Give the cubes that are in the last level of both."""
    first, last = here.starts[-2:]
    met = np.zeros(min(_CHUNK, last - first), dtype=np.bool_)
    found = []
    for start in range(first, last, _CHUNK):
        end = min(start + _CHUNK, last)
        kernel.meet(images(), here.store, start, end, home.store, home.starts[-2], met)
        found += [start + int(number) for number in np.flatnonzero(met[: end - start])]
    return [
        unpack(Packed(int(here.store.corners[number]), int(here.store.edges[number])))
        for number in found
    ]


def _ways_there(cube: Cube, depth: int, around: Levels) -> Iterator[Turns]:
    """Give all ways of `depth` turns from the origin of `around` to a cube of that level."""
    if depth == 0:
        yield ()
        return
    for turn in ALL_TURNS:
        before = cube.turn(turn.inverse())
        if around.level_of(kernel.find(around.store, *pack(before))) == depth - 1:
            for way in _ways_there(before, depth - 1, around):
                yield (*way, turn)
