"""Compiled depth-first search of all sequences of one length."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.turn import ALL_TURNS
from solver.cube import Cube
from solver.engines.exhaustive.level_kernel import TURNS, hash_cube, turned_corners, turned_edges
from solver.engines.exhaustive.packed_cube import CORNER_TWISTS, FIELD, PAIR, TurnTables, pack
from solver.search.compilation import compiled, inlined

# Shorter sequences are searched by the caller.
MIN_LENGTH = 2
_MAX_LENGTH = 32
_FIELD_BITS, _PAIR_BITS = (1 << FIELD) - 1, (1 << PAIR) - 1
_QUARTERS = 3
_FACES = TURNS // _QUARTERS
_OPPOSITE = _FACES // 2
# Every turn moves one of these two opposite corners, URF and DBL, and leaves the other.
_DBL = 6
_HOME_NEAR, _HOME_FAR = 0, CORNER_TWISTS * _DBL
# A cube is only looked up if at least this many turns are left: else searching it is faster.
_MIN_STORED_DEPTH = 3


class OneTurnFromSolved(NamedTuple):
    """The packed cube that each turn of ALL_TURNS solves."""

    corners: NDArray[np.int64]
    edges: NDArray[np.int64]


class TranspositionTable(NamedTuple):
    """Cubes that a number of turns, or fewer, do not solve. A new entry replaces an old one."""

    corners: NDArray[np.int64]
    edges: NDArray[np.int64]
    left: NDArray[np.uint8]


class SearchState(NamedTuple):
    """State of a search, level by level.

    The cube, the turn that led there, and the next one to try.

    `found` is how many sequences had been found when it was reached.
    """

    corners: NDArray[np.int64]
    edges: NDArray[np.int64]
    turn: NDArray[np.int64]
    next: NDArray[np.int64]
    found: NDArray[np.int64]


def last_turns() -> OneTurnFromSolved:
    """Return the cubes that one turn solves."""
    packed = [pack(Cube.solved().turn(turn.inverse())) for turn in ALL_TURNS]
    return OneTurnFromSolved(*(np.array(part) for part in zip(*packed, strict=True)))


def new_transposition_table(size: int) -> TranspositionTable:
    """Return an empty table for at least `size` cubes. Raises ValueError for a negative size."""
    if size < 0:
        raise ValueError(f"a table has room for no cube or more, not for {size}")
    slots = 1 << (size - 1).bit_length() if size else 0
    return TranspositionTable(
        np.zeros(slots, dtype=np.int64),
        np.zeros(slots, dtype=np.int64),
        np.zeros(slots, dtype=np.uint8),
    )


def new_search_state() -> SearchState:
    """Return an empty stack."""
    return SearchState(*(np.zeros(_MAX_LENGTH, dtype=np.int64) for _ in SearchState._fields))


@compiled
def search(  # type: ignore[no-untyped-def]
    t: TurnTables, last: OneTurnFromSolved, seen: TranspositionTable, s: SearchState, length, found
):
    """Find all sequences of `length` turns that solve the cube at the bottom of the stack.

    `s.turn[0]` is the turn before them, -1 for none; `found[i]` is filled with the turns of
    the i-th one, as long as there is room. Gives how many there are, and how many cubes were made.
    """
    level, count, made = 0, 0, 0
    s.next[0], s.found[0] = 0, 0
    while level >= 0:
        left = length - level
        turn = s.next[level]
        if turn == TURNS:
            _store_failure(seen, s, level, left, count)
            level -= 1
            continue
        before = s.turn[level] // _QUARTERS if s.turn[level] >= 0 else -1
        face = turn // _QUARTERS
        if face == before or face + _OPPOSITE == before:
            s.next[level] = turn + _QUARTERS
            continue
        s.next[level] = turn + 1
        made += 1
        if left == MIN_LENGTH:
            final = _last_turn(t, last, s.corners[level], s.edges[level], turn)
            if final >= 0 and final // _QUARTERS + _OPPOSITE != face:
                if count < len(found):
                    for i in range(level):
                        found[count, i] = s.turn[i + 1]
                    found[count, level] = turn
                    found[count, level + 1] = final
                count += 1
            continue
        corners = turned_corners(t, s.corners[level], turn)
        edges = turned_edges(t, s.edges[level], turn)
        if left > _MIN_STORED_DEPTH and _is_known_failure(seen, corners, edges, left - 1):
            continue
        level += 1
        s.corners[level], s.edges[level], s.turn[level] = corners, edges, turn
        s.next[level], s.found[level] = 0, count
    return count, made


@inlined
def _last_turn(t: TurnTables, last: OneTurnFromSolved, corners, edges, turn):  # type: ignore[no-untyped-def]
    """Return the turn that solves a cube after `turn`, -1 if there is none."""
    near = np.int64(t.corners[turn, corners & _PAIR_BITS]) & _FIELD_BITS
    far = np.int64(t.corners[turn, corners >> (FIELD * _DBL) & _PAIR_BITS]) & _FIELD_BITS
    if (near == _HOME_NEAR) == (far == _HOME_FAR):
        return -1
    corners = turned_corners(t, corners, turn)
    for final in range(TURNS):
        if last.corners[final] == corners and last.edges[final] == turned_edges(t, edges, turn):
            return final
    return -1


@inlined
def _is_known_failure(seen: TranspositionTable, corners, edges, left):  # type: ignore[no-untyped-def]
    """Return whether the table says that `left` turns do not solve a cube."""
    if len(seen.left) == 0:
        return False
    at = hash_cube(corners, edges) & (len(seen.left) - 1)
    return seen.left[at] >= left and seen.edges[at] == edges and seen.corners[at] == corners


@inlined
def _store_failure(seen: TranspositionTable, s: SearchState, level, left, count):  # type: ignore[no-untyped-def]
    """Store the cube of a level whose search found nothing.

    Not so one that came by a turn of a second face of two opposite ones (D, L, B): of what follows
    it, the first face's turns were left out, as they stand before it elsewhere. A turn of the same
    face again may be left out of any: it would make a shorter solution, and there is none.
    """
    if len(seen.left) == 0 or left < _MIN_STORED_DEPTH or count > s.found[level]:
        return
    if s.turn[level] >= _OPPOSITE * _QUARTERS:
        return
    at = hash_cube(s.corners[level], s.edges[level]) & (len(seen.left) - 1)
    seen.corners[at], seen.edges[at] = s.corners[level], s.edges[level]
    seen.left[at] = left
