"""The optimal search, compiled: all paths of one length that three pattern lookups leave over.

As in the two-phase search a call works for a number of nodes and can be taken up again, and
several states are expanded together so that their lookups do not wait for one another.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.optimal.tables import Patterns
from solver.two_phase.kernel import EXHAUSTED, FOUND, PAUSED, Moves, moved_four
from solver.two_phase.tables import HOME, Tables

# Longer than any shortest solution (20 turns).
DEPTH = 24
BLOCK = 16
_MOST = BLOCK * 18
_CLASS_BITS = (1 << 20) - 1
_TWISTS_A_ROW = 2188
_HOME_SLICE_EDGES = HOME.slice_edges
_MOVE, _PARENT = 12, 13


class Stacks(NamedTuple):
    """What a search remembers: of each level the states that are still to be tried.

    `state[level, i]` is along each of three axes twist, flip, placing of the slice's edges and
    distance; then the move that led there and the number of the state that it left. `marks[0]`
    is the level in work; the other arrays are room for lookups.
    """

    state: NDArray[np.uint32]
    width: NDArray[np.int64]
    tried: NDArray[np.int64]
    marks: NDArray[np.int64]
    origin: NDArray[np.uint32]
    lookup: NDArray[np.uint32]
    seen: NDArray[np.int64]
    path: NDArray[np.int64]


def new_stacks() -> Stacks:
    """Give empty stacks."""

    def zeros(*shape: int, kind: Any = np.int64) -> NDArray[Any]:
        return np.zeros(shape, dtype=kind)

    return Stacks(
        state=zeros(DEPTH, _MOST, 14, kind=np.uint32),
        width=zeros(DEPTH),
        tried=zeros(DEPTH),
        marks=zeros(1),
        origin=zeros(_MOST, 5, kind=np.uint32),
        lookup=zeros(_MOST, kind=np.uint32),
        seen=zeros(_MOST),
        path=zeros(DEPTH),
    )


@njit(cache=True, nogil=True, inline="always")
def _lookup(t: Tables, p: Patterns, twist, flip, placing):  # type: ignore[no-untyped-def]
    """Give a state's place in the pattern database, in quarters of bytes."""
    seen = t.flip_slice_class[placing // 24 * 2048 + flip]
    row = np.int64(seen & _CLASS_BITS) // 16 * 24 + p.order_image[seen & 15, placing]
    return row * _TWISTS_A_ROW + t.twist_image[seen & 15, twist]


@njit(cache=True, nogil=True, inline="always")
def _remainder(p: Patterns, lookup):  # type: ignore[no-untyped-def]
    """Give the distance modulo 3 at a place."""
    place = np.int64(lookup) >> 2
    byte = p.distances[place // 547, place % 547]
    return np.int64(byte >> (2 * (lookup & 3))) & 3


@njit(cache=True, nogil=True)
def distance(t: Tables, p: Patterns, m: Moves, twist, flip, placing):  # type: ignore[no-untyped-def]
    """Give a state's distance from home, by walking there: each step lowers it by one."""
    steps = 0
    while twist != 0 or flip != 0 or placing != _HOME_SLICE_EDGES:
        here = _remainder(p, _lookup(t, p, twist, flip, placing))
        for move in range(18):
            to_twist, to_flip = t.twist_move[twist, move], t.flip_move[flip, move]
            to_placing = np.int64(moved_four(t, placing, m, move))
            if _remainder(p, _lookup(t, p, to_twist, to_flip, to_placing)) == (here + 2) % 3:
                twist, flip, placing = np.int64(to_twist), np.int64(to_flip), to_placing
                break
        steps += 1
    return steps


@njit(cache=True, nogil=True)
def advance(t: Tables, p: Patterns, m: Moves, images, s: Stacks, length, nodes):  # type: ignore[no-untyped-def]
    """Search the paths of `length` turns for `nodes` nodes: EXHAUSTED, PAUSED, or FOUND.

    A path that is found, in `s.path`, brings all edges home and turns all corners the right way
    up; whether these are at home too is left to be seen. `images[axis, move]` is what a move is
    along an axis.
    """
    level = s.marks[0]
    while level >= 0:
        if nodes <= 0:
            s.marks[0] = level
            return PAUSED
        first = s.tried[level]
        if first == s.width[level]:
            level -= 1
            continue
        if level == length:
            s.tried[level] = first + 1
            s.marks[0] = level
            number = first
            for i in range(level, 0, -1):
                s.path[i - 1] = s.state[i, number, _MOVE]
                number = np.int64(s.state[i, number, _PARENT])
            return FOUND
        last = min(first + BLOCK, s.width[level])
        s.tried[level] = last
        nodes -= last - first
        _expand(t, p, m, images, s, level, first, last, length - level - 1)
        level += 1
    s.marks[0] = level
    return EXHAUSTED


@njit(cache=True, nogil=True)
def _expand(t: Tables, p: Patterns, m: Moves, images, s: Stacks, level, first, last, left):  # type: ignore[no-untyped-def]
    """Put on the next level what can still be brought home in `left` moves."""
    count = 0
    for parent in range(first, last):
        group = m.group[s.state[level, parent, _MOVE]]
        for i in range(m.follow_count[group]):
            s.origin[count, 0] = parent
            s.origin[count, 1] = m.follow[group, i]
            count += 1
    for axis in range(3):
        field = 4 * axis
        for i in range(count):
            parent = s.origin[i, 0]
            move = images[axis, s.origin[i, 1]]
            s.lookup[i] = _lookup(
                t,
                p,
                t.twist_move[s.state[level, parent, field], move],
                t.flip_move[s.state[level, parent, field + 1], move],
                moved_four(t, s.state[level, parent, field + 2], m, move),
            )
        for i in range(count):
            s.seen[i] = _remainder(p, s.lookup[i])
        kept = 0
        for i in range(count):
            before = np.int64(s.state[level, s.origin[i, 0], field + 3])
            far = before + (s.seen[i] - before % 3 + 4) % 3 - 1
            if far <= left:
                s.origin[kept, 0] = s.origin[i, 0]
                s.origin[kept, 1] = s.origin[i, 1]
                for part in range(2, axis + 2):
                    s.origin[kept, part] = s.origin[i, part]
                s.origin[kept, axis + 2] = far
                kept += 1
        count = kept
    kept = 0
    for i in range(count):
        # The last turn of a solution leaves the state as it is along the turn's own axis.
        nearest = min(s.origin[i, 2], s.origin[i, 3], s.origin[i, 4])
        if left > 0 and nearest == left:
            continue
        parent, turned = s.origin[i, 0], s.origin[i, 1]
        for axis in range(3):
            field = 4 * axis
            move = images[axis, turned]
            s.state[level + 1, kept, field] = t.twist_move[s.state[level, parent, field], move]
            s.state[level + 1, kept, field + 1] = t.flip_move[
                s.state[level, parent, field + 1], move
            ]
            s.state[level + 1, kept, field + 2] = moved_four(
                t, s.state[level, parent, field + 2], m, move
            )
            s.state[level + 1, kept, field + 3] = s.origin[i, axis + 2]
        s.state[level + 1, kept, _MOVE] = turned
        s.state[level + 1, kept, _PARENT] = parent
        kept += 1
    s.width[level + 1] = kept
    s.tried[level + 1] = 0
