"""Bounds of a phase: for each state of a few coordinates its distance from the end, breadth first.

One compiled walk serves all: it takes a number in a bound apart into the values of its coordinates,
moves these, and puts them together again.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.guided_search import FARTHEST, GuidedPhase, index_in_bound, move_state
from solver.search.compilation import compiled, inlined
from solver.search.pruning import UNREACHED, fill_levels

_TASKS = 64

Progress = Callable[[float], None]


def distances(
    phase: GuidedPhase,
    bound: int,
    sizes: Sequence[int],
    members: NDArray[np.uint32],
    goals: NDArray[np.int64],
    progress: Progress,
) -> NDArray[np.uint8]:
    """Return the distance of every state of a bound from the nearest goal.

    `sizes` are those of the bound's terms, `members` the sets by rank where a term is a set,
    `goals` the numbers of the states at the end. Distances above FARTHEST are FARTHEST, and so are
    those of states that cannot be reached.
    """
    found = np.full(int(np.prod(sizes)), UNREACHED, dtype=np.uint8)
    found[goals] = 0
    sides = np.array(sizes, dtype=np.int64)

    def expand(depth: int, is_forward: bool, first: int, last: int) -> None:
        state = np.zeros((2, len(phase.offset)), dtype=np.int64)
        sets = np.zeros((2, len(phase.set_moves)), dtype=np.uint32)
        _expand(
            *(phase, bound, sides, members, found, state, sets), *(depth, is_forward, first, last)
        )

    rows = 1 + len(found) // _TASKS
    fill_levels(found, expand, rows, FARTHEST, os.cpu_count() or 1, progress)
    return np.minimum(found, FARTHEST)


def nearer_moves(
    phase: GuidedPhase, sizes: Sequence[int], members: NDArray[np.uint32], found: NDArray[np.uint8]
) -> NDArray[np.uint32]:
    """Return the moves that lead nearer from each state of the first bound, three numbers each.

    See GuidedPhase. `found` are its distances; for the rest see `distances`.
    """
    moves = np.zeros((len(found), 3), dtype=np.uint32)
    state = np.zeros((2, len(phase.offset)), dtype=np.int64)
    sets = np.zeros((2, len(phase.set_moves)), dtype=np.uint32)
    _list_moves(phase, np.array(sizes, dtype=np.int64), members, found, state, sets, moves)
    return moves.ravel()


def packed(values: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return values of four bits, two in each octet, the first in the lower bits."""
    padded = np.append(values, np.zeros(len(values) % 2, dtype=np.uint8))
    both: NDArray[Any] = padded[::2] | padded[1::2] << 4
    return both


@compiled
def _expand(
    p: GuidedPhase,
    b: Any,
    sides: NDArray[np.int64],
    members: NDArray[np.uint32],
    found: NDArray[np.uint8],
    state: NDArray[np.int64],
    sets: NDArray[np.uint32],
    depth: Any,
    is_forward: Any,
    first: Any,
    last: Any,
) -> None:
    """Find the states at `depth` + 1: forward from those before, or backwards from the unseen."""
    wanted = depth if is_forward else 255
    for index in range(first, last):
        if found[index] != wanted:
            continue
        _set_state(p, b, index, sides, members, state, sets)
        for move in range(len(p.numbers)):
            move_state(p, move, state, sets, 0, 1)
            after = index_in_bound(p, b, state, sets, 1)
            if is_forward:
                if found[after] == 255:
                    found[after] = depth + 1
            elif found[after] == depth:
                found[index] = depth + 1
                break


@inlined
def _set_state(p: Any, b: Any, index: Any, sides: Any, members: Any, state: Any, sets: Any) -> Any:
    """Write the values that a number in a bound stands for into row 0."""
    for i in range(len(sides)):
        value = (index // p.terms[b, i, 1]) % sides[i]
        c = p.terms[b, i, 0]
        if c < len(p.offset):
            state[0, c] = value
        else:
            sets[0, c - len(p.offset)] = members[value]


@compiled
def _list_moves(
    p: GuidedPhase,
    sides: NDArray[np.int64],
    members: NDArray[np.uint32],
    found: NDArray[np.uint8],
    state: NDArray[np.int64],
    sets: NDArray[np.uint32],
    moves: NDArray[np.uint32],
) -> None:
    """Write the moves that lead nearer from each state, that do not lead farther, and all."""
    for index in range(len(found)):
        _set_state(p, 0, index, sides, members, state, sets)
        for move in range(len(p.numbers)):
            move_state(p, move, state, sets, 0, 1)
            after = np.int64(found[index_in_bound(p, 0, state, sets, 1)])
            bit = np.uint32(1) << np.uint32(move)
            if after < found[index]:
                moves[index, 0] |= bit
            if after <= found[index]:
                moves[index, 1] |= bit
            moves[index, 2] |= bit
