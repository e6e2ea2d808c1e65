"""The cross: the four bottom edges to their places, by a complete table of how far it is.

The table gives for all 190 080 ways in which four edges can be the number of turns to the cross, so
that a search never takes a wrong turn: the optimal crosses come first, then those a turn longer.
A person finds the shortest or nearly so by looking ahead.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

from solver.facelets import EDGES
from solver.geometry import OPPOSITE
from solver.lbl.state import BOTTOM, TURN_EFFECTS, State
from solver.lbl.tables import read_bytes
from solver.turn import ALL_TURNS, Turn

# No cross needs more turns, as the table shows.
LONGEST = 8
# Two edges have 24 facelets each, so two bytes of a state are one of 576 halves of a position.
HALVES = {bytes(pair): rank for rank, pair in enumerate(product(sorted(sum(EDGES, ())), repeat=2))}
SIZE = len(HALVES)
_FIRST_OF_OPPOSITES = "URF"


class Cross(NamedTuple):
    """A way to the cross in the view of a number, and where it leaves the other pieces."""

    view: int
    moves: tuple[Turn, ...]
    state: State


@cache
def distances() -> bytes:
    """Give the turns that each position needs, by HALVES of its first two and last two edges."""
    return zlib.decompress(read_bytes("cross.bin"))


def distance(state: State) -> int:
    """Count the turns that the cross needs."""
    edges = state[BOTTOM]
    return distances()[HALVES[edges[:2]] * SIZE + HALVES[edges[2:]]]


def crosses(views: Sequence[State]) -> Iterator[Cross]:
    """Find crosses in several views of one cube, the shortest first and none longer than 8."""
    needed = [distance(view) for view in views]
    for length in range(min(needed), LONGEST + 1):
        for number, view in enumerate(views):
            if needed[number] <= length:
                edges = view[BOTTOM]
                for moves in _ways(HALVES[edges[:2]], HALVES[edges[2:]], length, ""):
                    state = view
                    for turn in moves:
                        state = state.translate(TURN_EFFECTS[turn])
                    yield Cross(number, moves, state)


def _ways(first: int, second: int, left: int, last: str) -> Iterator[tuple[Turn, ...]]:
    """Find all sequences of exactly `left` turns to the cross that do not make it before."""
    if left == 0:
        yield ()
        return
    table = distances()
    after = _after()
    for turn, one, other in zip(ALL_TURNS, after[first], after[second], strict=True):
        far = table[one * SIZE + other]
        if far >= left or (far == 0 and left > 1) or turn.face == last:
            continue
        if turn.face in _FIRST_OF_OPPOSITES and OPPOSITE[turn.face] == last:
            continue
        for rest in _ways(one, other, left - 1, turn.face):
            yield (turn, *rest)


@cache
def _after() -> list[list[int]]:
    """Say for each half where each turn takes it."""
    return [[HALVES[half.translate(TURN_EFFECTS[t])] for t in ALL_TURNS] for half in HALVES]
