"""Depth first with a limit that grows: all sequences of one turn, then of two, and so on.

Nothing has to be kept. No sequence turns a face twice in a row, nor opposite faces out of order, so
hardly a cube is met twice; those that are can be told by a table of cubes that lead nowhere.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.cube import Cube
from solver.search import depth_kernel as kernel
from solver.search.found import Effort, Found, Told, Turns, follows, untold
from solver.search.packing import pack, turn_tables
from solver.turn import ALL_TURNS

# No cube needs more; but ten turns take minutes, and each one more takes 13 times as long.
MOST = 20
# How many turns are made before the compiled search takes over, which tells nothing on its way.
_BEGUN = 2
# For how many sequences there is room at first.
_ROOM = 64


def search(cube: Cube, most: int = MOST, told: Told = untold, *, remembered: int = 0) -> Found:
    """Find all the shortest solutions, if they have at most `most` turns.

    `remembered` is how many cubes that lead nowhere there is room for, 17 bytes each, rounded up to
    a power of two; 0 for none. Raises ValueError where it is negative.
    """
    seen = kernel.seen_of(remembered)
    effort = Effort(0, 0, len(seen.left), 1)
    solutions: list[Turns] = []
    for length in range(most + 1):
        for begun, turned in _begun(cube, min(length, max(length - kernel.FEWEST, 0), _BEGUN)):
            rests, made = _rests(turned, begun, length - len(begun), seen)
            solutions += [(*begun, *rest) for rest in rests]
            effort = Effort(length, effort.made + made, effort.kept, effort.stands_for + made)
            told(effort)
        if solutions:
            break
    return Found(cube, tuple(solutions), effort)


def _begun(cube: Cube, count: int) -> Iterator[tuple[Turns, Cube]]:
    """Give all sequences of `count` turns in order, and the cubes after them."""
    if count == 0:
        yield (), cube
        return
    for begun, turned in _begun(cube, count - 1):
        for turn in ALL_TURNS:
            if not begun or follows(begun[-1].face, turn.face):
                yield (*begun, turn), turned.turn(turn)


def _rests(cube: Cube, begun: Turns, length: int, seen: kernel.Seen) -> tuple[list[Turns], int]:
    """Give all sequences of `length` turns after `begun` that solve a cube, and the cubes made."""
    if length == 0:
        return ([()] if cube.is_solved else []), 0
    if length < kernel.FEWEST:
        return [(turn,) for turn in ALL_TURNS if cube.turn(turn).is_solved], len(ALL_TURNS)
    stack = kernel.new_stack()
    (stack.corners[0], stack.edges[0]) = pack(cube)
    stack.turn[0] = ALL_TURNS.index(begun[-1]) if begun else -1
    room, count, made = _ROOM, _ROOM + 1, 0
    while count > room:
        room = count
        found = np.zeros((room, length), dtype=np.int64)
        count, made = kernel.search(turn_tables(), kernel.last_turns(), seen, stack, length, found)
    return [tuple(ALL_TURNS[turn] for turn in row) for row in found[:count]], int(made)
