"""Compiled iterative-deepening search of the bottom layer, pruned by exact four-piece distances."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.engines.layers_1978.byte_cube import PLACES
from solver.engines.layers_1978.distances import Distances
from solver.search.compilation import compiled

_MAX_LENGTH = 24
_TURNS, _QUARTERS, _OPPOSITE = 18, 3, 3

Places = NDArray[np.uint8]


class FourPieceDistances(NamedTuple):
    """Four pieces, by their numbers, and the distance (turns) of each of their positions."""

    pieces: NDArray[np.int64]
    distances: Distances


class SearchState(NamedTuple):
    """State of a search, level by level: positions of the pieces, last turn, next turn."""

    places: Places
    turn: NDArray[np.int64]
    next: NDArray[np.int64]


def new_search_state(places: Places) -> SearchState:
    """Return a stack with pieces at the bottom."""
    stack = SearchState(
        np.zeros((_MAX_LENGTH, len(places)), dtype=np.uint8),
        np.zeros(_MAX_LENGTH, dtype=np.int64),
        np.zeros(_MAX_LENGTH, dtype=np.int64),
    )
    stack.places[0] = places
    return stack


@compiled
def distance(b: FourPieceDistances, places: Any) -> Any:
    """Return a lower bound on the turns that solve all pieces."""
    most = np.int64(0)
    for i in range(len(b.pieces)):
        number = 0
        for j in range(4):
            number = number * PLACES + places[b.pieces[i, 3 - j]]
        most = max(most, np.int64(b.distances[i, number]))
    return most


@compiled
def search(moves, b: FourPieceDistances, s: SearchState, length, found):  # type: ignore[no-untyped-def]
    """Find sequences of `length` turns that solve all pieces, at most as many as `found` has rows.

    `moves[piece, turn, place]`; the pieces are at `s.places[0]`. Returns their number.
    """
    level, count = 0, 0
    s.turn[0], s.next[0] = -_TURNS, 0
    while level >= 0:
        left = length - level
        if left == 0:
            for i in range(length):
                found[count, i] = s.turn[i + 1]
            count += 1
            if count == len(found):
                break
            level -= 1
            continue
        turn = s.next[level]
        if turn == _TURNS:
            level -= 1
            continue
        face, before = turn // _QUARTERS, s.turn[level] // _QUARTERS
        if face == before or face + _OPPOSITE == before:
            s.next[level] = turn + _QUARTERS
            continue
        s.next[level] = turn + 1
        for piece in range(s.places.shape[1]):
            s.places[level + 1, piece] = moves[piece, turn, s.places[level, piece]]
        if distance(b, s.places[level + 1]) < left:
            level += 1
            s.turn[level], s.next[level] = turn, 0
    return count
