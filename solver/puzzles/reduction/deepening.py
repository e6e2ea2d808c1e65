"""A search of one phase by iterative deepening: all paths of a length that lead to its end.

Each call tries the paths of one total length and adds what it finds to `FoundPaths`, until there is
no room. Moves of one axis are made in the order of their groups, each once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.beam import Starts
from solver.puzzles.reduction.guided_search import (
    GuidedPhase,
    bound_of,
    copy_state,
    index_in_bound,
    move_state,
    pairing_bound,
)
from solver.puzzles.reduction.pairing import move_pairing
from solver.search.compilation import compiled, compiled_inner, inlined
from solver.search.phase_distance import trailing_zeros

# No path of one phase is longer.
DEPTH = 48


class FoundPaths(NamedTuple):
    """Paths to the end of a phase, `filled[0]` of them: each from its start, with the state there.

    `path` has `length` numbers of moves in the metric.
    """

    filled: NDArray[np.int64]
    path: NDArray[np.uint8]
    length: NDArray[np.int64]
    start: NDArray[np.int64]
    state: NDArray[np.int64]
    sets: NDArray[np.uint32]


class Stack(NamedTuple):
    """For each level of a search its state, the moves left, a bit each, and the one tried."""

    state: NDArray[np.int64]
    sets: NDArray[np.uint32]
    left: NDArray[np.uint64]
    tried: NDArray[np.int64]


class Splitting(NamedTuple):
    """What a path is to do besides: to take one of the wings of each edge to a high place.

    `edges` (starts x 12) are the places of each edge's wings as sets, or empty where nothing is to
    be done; `high` is the set of high places, `undo` (moves x 3 x 256) where the inverse of a move
    takes each octet of a set.
    """

    edges: NDArray[np.uint32]
    high: NDArray[np.uint32]
    undo: NDArray[np.uint32]


def nothing_to_split() -> Splitting:
    """Return what paths of most phases are to do besides: nothing."""
    return Splitting(
        np.zeros((0, 0), dtype=np.uint32),
        np.zeros(1, dtype=np.uint32),
        np.zeros((0, 3, 256), dtype=np.uint32),
    )


def new_found(room: int, starts: Starts) -> FoundPaths:
    """Return room for some paths from starts of a phase."""
    return FoundPaths(
        np.zeros(1, dtype=np.int64),
        np.zeros((room, DEPTH), dtype=np.uint8),
        np.zeros(room, dtype=np.int64),
        np.zeros(room, dtype=np.int64),
        np.zeros((room, starts.state.shape[1]), dtype=np.int64),
        np.zeros((room, starts.sets.shape[1]), dtype=np.uint32),
    )


def new_stack(starts: Starts) -> Stack:
    """Return an empty stack for starts of a phase."""
    return Stack(
        np.zeros((DEPTH + 1, starts.state.shape[1]), dtype=np.int64),
        np.zeros((DEPTH + 1, starts.sets.shape[1]), dtype=np.uint32),
        np.zeros(DEPTH + 1, dtype=np.uint64),
        np.zeros(DEPTH + 1, dtype=np.int64),
    )


@compiled
def search_length(
    p: GuidedPhase,
    splitting: Splitting,
    starts: Starts,
    s: Stack,
    total: Any,
    first: Any,
    last: Any,
    room: Any,
    found: FoundPaths,
) -> None:
    """Add the paths of a total length from some of the starts, at most as many as `room`."""
    most = min(np.int64(len(found.length)), found.filled[0] + room)
    for start in range(first, last):
        length = total - starts.length[start]
        copy_state(starts.state, starts.sets, start, s.state, s.sets, 0)
        if length < 0 or _least(p, s.state, s.sets, 0) > length:
            continue
        if length == 0:
            if found.filled[0] < most and _splits(splitting, s.tried, 0, start):
                _add(p, s, start, 0, found)
            continue
        s.left[0] = _moves_left(p, s, 0, len(p.follow) - 1, length)
        level = 0
        while level >= 0:
            if s.left[level] == 0:
                level -= 1
                continue
            move = trailing_zeros(s.left[level])
            s.left[level] &= s.left[level] - np.uint64(1)
            to = level + 1
            if len(p.pairing.high) > 0:
                move_pairing(p.pairing, move, s.state, level, len(p.offset), s.state, to)
                if pairing_bound(p, s.state, to) > length - to:
                    continue
            move_state(p, move, s.state, s.sets, level, to)
            s.tried[level] = move
            if to < length:
                s.left[to] = _moves_left(p, s, to, np.int64(p.group[move]), length - to)
                level = to
            elif not _was_at_end(p, splitting, s, level) and _splits(
                splitting, s.tried, length, start
            ):
                if found.filled[0] >= most:
                    return
                _add(p, s, start, length, found)


def least_lengths(phase: GuidedPhase, starts: Starts) -> NDArray[np.int64]:
    """Return how many moves paths through starts of a phase have at its end at least."""
    found = starts.length.copy()
    _add_bounds(phase, starts, found)
    return found


@compiled
def _add_bounds(p: GuidedPhase, starts: Starts, found: NDArray[np.int64]) -> None:
    for row in range(len(found)):
        found[row] += _least(p, starts.state, starts.sets, row)


@inlined
def _least(p: Any, state: Any, sets: Any, row: Any) -> Any:
    """Return how many moves a state takes at least: the largest of its bounds."""
    most: Any = np.int64(0)
    for b in range(len(p.begin)):
        most = max(most, bound_of(p, b, state, sets, row))
    if len(p.pairing.high) > 0:
        most = max(most, pairing_bound(p, state, row))
    return most


@inlined
def _was_at_end(p: Any, splitting: Any, s: Any, level: Any) -> Any:
    """Return whether a phase was already at its end, if all of that is in its first bound."""
    is_all = len(splitting.edges) == 0 and len(p.pairing.high) == 0
    return is_all and bound_of(p, 0, s.state, s.sets, level) == 0


@inlined
def _moves_left(p: Any, s: Any, level: Any, group: Any, left: Any) -> Any:
    """Return a bit for each move after which the first bound is not above the moves left then."""
    index = index_in_bound(p, 0, s.state, s.sets, level)
    here = np.int64(p.bounds[index >> 1] >> np.uint8(4 * (index & 1))) & 15
    slack = min(left - here, 2)
    return p.follow[group] & np.uint64(p.nearer[index, slack])


@compiled_inner
def _splits(splitting: Splitting, path: Any, length: Any, start: Any) -> bool:
    """Return whether a path does what it is to do besides."""
    if len(splitting.edges) == 0:
        return True
    places = splitting.high[0]
    for level in range(length - 1, -1, -1):
        move = path[level]
        places = (
            splitting.undo[move, 0, places & np.uint32(255)]
            | splitting.undo[move, 1, (places >> np.uint32(8)) & np.uint32(255)]
            | splitting.undo[move, 2, places >> np.uint32(16)]
        )
    for edge in range(12):
        here = splitting.edges[start, edge] & places
        if here == 0 or here == splitting.edges[start, edge]:
            return False
    return True


@compiled_inner
def _add(p: GuidedPhase, s: Stack, start: Any, length: Any, found: FoundPaths) -> None:
    at = found.filled[0]
    found.filled[0] = at + 1
    found.start[at], found.length[at] = start, length
    for level in range(length):
        found.path[at, level] = p.numbers[s.tried[level]]
    copy_state(s.state, s.sets, length, found.state, found.sets, at)
