"""Iterative-deepening depth-first search, with an optional transposition table.

It needs no stored levels. No sequence turns a face twice in a row, nor opposite faces out of order,
so hardly a cube is met twice; those that are can be found in a table of cubes without a solution.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from solver.core.turn import ALL_TURNS, Turns, is_canonical_pair
from solver.cube import Cube
from solver.engines.exhaustive import deepening_kernel as kernel
from solver.engines.exhaustive.packed_cube import pack, turn_tables
from solver.engines.exhaustive.result import (
    ProgressCallback,
    SearchResult,
    SearchStats,
    ignore_progress,
)

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
) -> SearchResult:
    """Find all the shortest solutions, if they have at most `most` turns.

    `remembered` is the capacity of the table of cubes without a solution, 17 bytes each, rounded up
    to a power of two; 0 for none. Raises ValueError where it is negative.
    """
    seen = kernel.new_transposition_table(remembered)
    effort = SearchStats(0, 0, len(seen.left), 1)
    solutions: list[Turns] = []
    for length in range(most + 1):
        for begun, turned in _prefixes(
            cube, min(length, max(length - kernel.MIN_LENGTH, 0), _PREFIX_LENGTH)
        ):
            rests, made = _completions(turned, begun, length - len(begun), seen)
            solutions += [(*begun, *rest) for rest in rests]
            effort = SearchStats(
                length, effort.generated + made, effort.stored, effort.covered + made
            )
            on_progress(effort)
        if solutions:
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
    cube: Cube, begun: Turns, length: int, seen: kernel.TranspositionTable
) -> tuple[list[Turns], int]:
    """Return all sequences of `length` turns after `begun` that solve a cube, and the cubes
    made.
    """
    if length == 0:
        return ([()] if cube.is_solved() else []), 0
    if length < kernel.MIN_LENGTH:
        return [(turn,) for turn in ALL_TURNS if cube.turn(turn).is_solved()], len(ALL_TURNS)
    stack = kernel.new_search_state()
    (stack.corners[0], stack.edges[0]) = pack(cube)
    stack.turn[0] = ALL_TURNS.index(begun[-1]) if begun else -1
    room, count, made = _ROOM, _ROOM + 1, 0
    while count > room:
        room = count
        found = np.zeros((room, length), dtype=np.int64)
        count, made = kernel.search(turn_tables(), kernel.last_turns(), seen, stack, length, found)
    return [tuple(ALL_TURNS[turn] for turn in row) for row in found[:count]], int(made)
