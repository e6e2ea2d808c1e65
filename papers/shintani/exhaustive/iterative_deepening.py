"""Iterative-deepening depth-first search, with an optional transposition table.

It needs no stored levels. No sequence turns a face twice in a row, nor opposite faces out of order,
so hardly a cube is met twice; those that are can be found in a table of cubes without a solution.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papers.shintani.exhaustive.level_kernel import TURNS, hash_cube, turned_corners, turned_edges
from papers.shintani.exhaustive.packed_cube import (
    CORNER_TWISTS,
    FIELD,
    PAIR,
    TurnTables,
    pack,
    turn_tables,
)
from papers.shintani.exhaustive.result import (
    ProgressCallback,
    SearchResult,
    SearchStats,
    ignore_progress,
)
from solver.core.turn import ALL_TURNS, Turns, is_canonical_pair
from solver.cube import Cube
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


class DeepeningStack(NamedTuple):
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


def new_stack() -> DeepeningStack:
    """Return an empty stack."""
    return DeepeningStack(*(np.zeros(_MAX_LENGTH, dtype=np.int64) for _ in DeepeningStack._fields))


@compiled
def search_length(  # type: ignore[no-untyped-def]
    t: TurnTables,
    last: OneTurnFromSolved,
    seen: TranspositionTable,
    s: DeepeningStack,
    length,
    found,
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
            end = final // _QUARTERS
            if final >= 0 and end != face and end + _OPPOSITE != face:
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
def _store_failure(seen: TranspositionTable, s: DeepeningStack, level, left, count):  # type: ignore[no-untyped-def]
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


# No cube needs more; but ten turns take minutes, and each one more takes 13 times as long.
MAX_DEPTH = 20
# Turns made before the compiled search takes over, which does not report progress.
_PREFIX_LENGTH = 2
# Initial capacity for sequences.
_ROOM = 64


def search(
    cube: Cube,
    most: int = MAX_DEPTH,
    on_progress: ProgressCallback = ignore_progress,
    *,
    remembered: int = 0,
    longer: int = 0,
) -> SearchResult:
    """Find all the shortest solutions, if they have at most `most` turns, and those that have up to
    `longer` turns more.

    `remembered` is the capacity of the table of cubes without a solution, 17 bytes each, rounded up
    to a power of two; 0 for none. Raises ValueError where it is negative, and where both are given:
    the table says nothing of longer solutions.
    """
    if remembered and longer:
        raise ValueError(f"a table of {remembered} cubes hides solutions that are {longer} longer")
    seen = new_transposition_table(remembered)
    effort = SearchStats(0, 0, len(seen.left), 1)
    solutions: list[Turns] = []
    for length in range(most + 1):
        for begun, turned in _prefixes(
            cube, min(length, max(length - MIN_LENGTH, 0), _PREFIX_LENGTH)
        ):
            rests, made = _completions(turned, begun, length - len(begun), seen)
            solutions += [(*begun, *rest) for rest in rests]
            effort = SearchStats(
                length, effort.generated + made, effort.stored, effort.covered + made
            )
            on_progress(effort)
        if solutions and length >= min(len(solutions[0]) + longer, most):
            break
    return SearchResult(cube, tuple(solutions), effort)


def _prefixes(cube: Cube, count: int) -> Iterator[tuple[Turns, Cube]]:
    """Return all sequences of `count` turns in order, and the cubes after them."""
    if count == 0:
        yield (), cube
        return
    for begun, turned in _prefixes(cube, count - 1):
        for turn in ALL_TURNS:
            if not begun or is_canonical_pair(begun[-1].face, turn.face):
                yield (*begun, turn), turned.turn(turn)


def _completions(
    cube: Cube, begun: Turns, length: int, seen: TranspositionTable
) -> tuple[list[Turns], int]:
    """Return all sequences of `length` turns after `begun` that solve a cube, and the cubes
    made.
    """
    if length == 0:
        return ([()] if cube.is_solved() else []), 0
    if length < MIN_LENGTH:
        return [(turn,) for turn in ALL_TURNS if cube.turn(turn).is_solved()], len(ALL_TURNS)
    stack = new_stack()
    (stack.corners[0], stack.edges[0]) = pack(cube)
    stack.turn[0] = ALL_TURNS.index(begun[-1]) if begun else -1
    room, count, made = _ROOM, _ROOM + 1, 0
    while count > room:
        room = count
        found = np.zeros((room, length), dtype=np.int64)
        count, made = search_length(turn_tables(), last_turns(), seen, stack, length, found)
    return [tuple(ALL_TURNS[turn] for turn in row) for row in found[:count]], int(made)
