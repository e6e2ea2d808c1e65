"""Shortest solutions of the bottom layer in three steps, from each of its four corners.

A corner with its two edges first, then the other three corners, then the other two edges. Each step
takes the fewest turns that solve it and preserve the earlier steps. Any of the four corners may be
the first.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from papers.shintani.layers_1978.distances import (
    PLACES,
    SOLVED,
    Distances,
    effect_of,
    four_piece_distances,
    state_of,
    targets,
)
from solver.core.facelets import CORNER_NAMES, EDGE_NAMES
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.search.compilation import compiled
from solver.symmetry import SYMMETRIES, Symmetry

_MAX_LENGTH = 24
_TURNS, _QUARTERS, _OPPOSITE = 18, 3, 3

Places = NDArray[np.uint8]


class FourPieceDistances(NamedTuple):
    """Four pieces, by their numbers, and the distance (turns) of each of their positions."""

    pieces: NDArray[np.int64]
    distances: Distances


class BottomLayerStack(NamedTuple):
    """State of a search, level by level: positions of the pieces, last turn, next turn."""

    places: Places
    turn: NDArray[np.int64]
    next: NDArray[np.int64]


def new_stack(places: Places) -> BottomLayerStack:
    """Return a stack with pieces at the bottom."""
    stack = BottomLayerStack(
        np.zeros((_MAX_LENGTH, len(places)), dtype=np.uint8),
        np.zeros(_MAX_LENGTH, dtype=np.int64),
        np.zeros(_MAX_LENGTH, dtype=np.int64),
    )
    stack.places[0] = places
    return stack


@compiled
def least_distance(b: FourPieceDistances, places: Any) -> Any:
    """Return a lower bound on the turns that solve all pieces."""
    most = np.int64(0)
    for i in range(len(b.pieces)):
        number = 0
        for j in range(4):
            number = number * PLACES + places[b.pieces[i, 3 - j]]
        most = max(most, np.int64(b.distances[i, number]))
    return most


@compiled
def search_length(moves, b: FourPieceDistances, s: BottomLayerStack, length, found):  # type: ignore[no-untyped-def]
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
        if least_distance(b, s.places[level + 1]) < left:
            level += 1
            s.turn[level], s.next[level] = turn, 0
    return count


Turns = tuple[Turn, ...]
Steps = tuple[Turns, ...]

STEPS = ("Bottom 1: a corner and its edges", "Bottom 2: three corners", "Bottom 3: two edges")
# By their numbers in a state, in the orientation with the first corner at DFR.
PIECES = tuple(CORNER_NAMES.index(name) for name in ("DFR", "DLF", "DBL", "DRB")) + tuple(
    8 + EDGE_NAMES.index(name) for name in ("DR", "DF", "DB", "DL")
)
# The pieces that have to be solved at the end of each step, four of PIECES at a time.
_BLOCK = (0, 4, 5)
_FIRST = ((*_BLOCK, 0),)
_SECOND = ((0, 1, 2, 3), (*_BLOCK, 1), (*_BLOCK, 2), (*_BLOCK, 3))
_THIRD = (*_SECOND, (4, 5, 6, 7), (0, 1, 6, 7), (2, 3, 6, 7))
# More turns than any step needs: with wrong tables the search would otherwise never end.
_BOUND = 12

SIDES = tuple(s for s in SYMMETRIES if s.faces[0] == "U" and not s.is_mirror)


def bottom_layer_solutions(cube: Cube, effort: int) -> list[Steps]:
    """Return up to `effort` solutions of the bottom layer of a legal cube, the shortest first.

    Each step goes on from the `effort` shortest of the candidates so far, for each corner that may
    come first; with 1 from the first of them.
    """
    candidates = [
        candidate for side in SIDES for candidate in solutions_from_corner(cube, side, effort)
    ]
    return sorted(candidates, key=_length)[:effort]


def _length(steps: Steps) -> int:
    return sum(map(len, steps))


def solutions_from_corner(cube: Cube, side: Symmetry, effort: int) -> list[Steps]:
    """Return up to `effort` solutions that begin with the corner that a symmetry takes to DFR."""
    state = state_of(side.conjugate(cube))
    back = {side.map_turn(turn): turn for turn in ALL_TURNS}
    candidates: list[tuple[Steps, Places]] = [
        ((), np.array([state[piece] % PLACES for piece in PIECES], dtype=np.uint8))
    ]
    for bounds in _bounds():
        longer = [
            (
                (*steps, tuple(back[ALL_TURNS[number]] for number in found)),
                _apply_moves(places, found),
            )
            for steps, places in candidates
            for found in _shortest(places, bounds, effort)
        ]
        candidates = sorted(longer, key=lambda candidate: _length(candidate[0]))[:effort]
    return [steps for steps, _ in candidates]


def _shortest(places: Places, bounds: FourPieceDistances, most: int) -> NDArray[np.int64]:
    """Return the shortest sequences, a row of turns each, that solve the pieces of a step."""
    stack = new_stack(places)
    for length in range(least_distance(bounds, places), _BOUND + 1):
        found = np.zeros((most, length), dtype=np.int64)
        count = search_length(_moves(), bounds, stack, length, found)
        if count:
            return found[:count]
    raise AssertionError(f"the pieces at {places} are not home after {_BOUND} turns")


def _apply_moves(places: Places, numbers: NDArray[np.int64]) -> Places:
    for number in numbers:
        places = _moves()[range(len(places)), number, places]
    return places


@cache
def _moves() -> Places:
    """Return where each turn takes each of PIECES from each place."""
    return targets([effect_of([turn]) for turn in ALL_TURNS], PIECES)


@cache
def _bounds() -> tuple[FourPieceDistances, ...]:
    """Return the distances of each step's pieces."""
    effects = [effect_of([turn]) for turn in ALL_TURNS]
    known = {
        four: four_piece_distances([PIECES[i] for i in four], [SOLVED], effects, [1] * len(effects))
        for four in _THIRD + _FIRST
    }
    return tuple(
        FourPieceDistances(np.array(step), np.array([known[four] for four in step]))
        for step in (_FIRST, _SECOND, _THIRD)
    )
