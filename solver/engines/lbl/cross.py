"""Optimal and near-optimal crosses from a full distance table of 190 080 positions.

The table gives for all 190 080 positions of four edges the number of turns to the cross, so
that a search visits no position in vain: the optimal crosses come first, then those a turn longer.
A person finds the shortest or nearly so by looking ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from solver.core.facelets import EDGES
from solver.core.turn import ALL_TURNS, Turn
from solver.encodings import BOTTOM, TURN_EFFECTS, PackedState, turn_bytes
from solver.engines.case_tables import load_block

# No cross needs more turns, as the table shows.
MAX_LENGTH = 8
# Two edges have 24 facelets each, so two bytes of a state are one of 576 halves of a position.
TWO_EDGE_RANKS = {
    bytes(pair): rank for rank, pair in enumerate(product(sorted(sum(EDGES, ())), repeat=2))
}
SIZE = len(TWO_EDGE_RANKS)
NO_FACE = -1


class Cross(NamedTuple):
    """A cross: its turns, the number of its viewpoint, and the state after it."""

    view: int
    moves: tuple[Turn, ...]
    state: PackedState


@cache
def distances() -> bytes:
    """Return the turns that each position needs, by its first two and last two edges."""
    return load_block("cross")


def distance(state: PackedState) -> int:
    """Return the number of turns that the cross needs."""
    edges = state[BOTTOM]
    return distances()[TWO_EDGE_RANKS[edges[:2]] * SIZE + TWO_EDGE_RANKS[edges[2:]]]


def crosses(views: Sequence[PackedState]) -> Iterator[Cross]:
    """Find crosses in several views of one cube, the shortest first and none longer than 8."""
    needed = [distance(view) for view in views]
    for length in range(min(needed), MAX_LENGTH + 1):
        for number, view in enumerate(views):
            if needed[number] <= length:
                edges = view[BOTTOM]
                for moves in _cross_sequences(
                    TWO_EDGE_RANKS[edges[:2]], TWO_EDGE_RANKS[edges[2:]], length, NO_FACE
                ):
                    yield Cross(number, moves, turn_bytes(view, moves))


def _cross_sequences(first: int, second: int, left: int, last: int) -> Iterator[tuple[Turn, ...]]:
    """Find all sequences of exactly `left` turns to the cross that do not make it before.

    `last` is the number of the face that was turned last.
    """
    if left == 0:
        yield ()
        return
    table = distances()
    reached = _rank_moves()
    nearer = [
        (turn, one, other)
        for turn, (one, other) in enumerate(zip(reached[first], reached[second], strict=True))
        if table[one * SIZE + other] < left
    ]
    for turn, one, other in nearer:
        face = turn // 3
        # A face is not turned twice in a row, and of two opposite ones U, R or F comes first.
        if face in (last, last - 3) or (left > 1 and not table[one * SIZE + other]):
            continue
        for rest in _cross_sequences(one, other, left - 1, face):
            yield (ALL_TURNS[turn], *rest)


@cache
def _rank_moves() -> list[list[int]]:
    """Return for each half where each turn takes it."""
    effects = [TURN_EFFECTS[turn] for turn in ALL_TURNS]
    return [
        [TWO_EDGE_RANKS[half.translate(effect)] for effect in effects] for half in TWO_EDGE_RANKS
    ]
