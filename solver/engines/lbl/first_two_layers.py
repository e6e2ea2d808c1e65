"""The first two layers: crosses from a full distance table, and insertions of pairs.

The table gives for all 190 080 positions of four edges the number of turns to the cross, so
that a search visits no position in vain: the optimal crosses come first, then those a turn longer.
A person finds the shortest or nearly so by looking ahead.

Pairs of a corner and an edge are inserted as in the polyhedra paper, section 14.2.2: the cube is
held so that the slot is at the front right. The table says for each set of slots that are filled
already, and for each place of the corner and the edge, what puts them in together: a slot that is
still free may be disturbed, which saves turns. Of each case several algorithms are known, since
they differ in what they do to the other pieces.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import product
from operator import add, itemgetter
from typing import NamedTuple

from solver.core.facelets import EDGES, STICKER_NAMES
from solver.core.turn import ALL_TURNS, Turn
from solver.encodings import (
    BOTTOM,
    PAIRS,
    SLOTS,
    TURN_EFFECTS,
    ByteEffect,
    PackedState,
    effect_on_bytes,
    turn_bytes,
)
from solver.engines.case_tables import Algorithm, load_block, load_cases
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS

# No cross needs more turns, as the table shows.
MAX_LENGTH = 8
# Two edges have 24 facelets each, so two bytes of a state are one of 576 halves of a position.
TWO_EDGE_RANKS = {
    bytes(pair): rank for rank, pair in enumerate(product(sorted(sum(EDGES, ())), repeat=2))
}
SIZE = len(TWO_EDGE_RANKS)
NO_FACE = -1
# So many last turns of a cross, but for one, are looked up.
_ENDING = 4


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
    return distances()[_rank(state)]


def _rank(state: PackedState) -> int:
    edges = state[BOTTOM]
    return TWO_EDGE_RANKS[edges[:2]] * SIZE + TWO_EDGE_RANKS[edges[2:]]


def crosses(views: Sequence[PackedState]) -> Iterator[Cross]:
    """Find crosses in several views of one cube, the shortest first and none longer than 8."""
    needed = [distance(view) for view in views]
    for length in range(min(needed), MAX_LENGTH + 1):
        for number, view in enumerate(views):
            if needed[number] <= length:
                for moves in _cross_sequences(_rank(view), length, NO_FACE):
                    yield Cross(number, moves, turn_bytes(view, moves))


def _cross_sequences(rank: int, left: int, last: int) -> Iterator[tuple[Turn, ...]]:
    """Find all sequences of exactly `left` turns to the cross that do not make it before.

    `last` is the number of the face that was turned last.
    """
    if left == 0:
        yield ()
        return
    endings = _cross_endings if left <= _ENDING else _cross_sequences
    for turn, reached in _near_turns(rank, left):
        face = turn // 3
        # A face is not turned twice in a row, and of two opposite ones U, R or F comes first.
        if face in (last, last - 3):
            continue
        for rest in endings(reached, left - 1, face):
            yield (ALL_TURNS[turn], *rest)


@cache
def _cross_endings(rank: int, left: int, last: int) -> tuple[tuple[Turn, ...], ...]:
    """Return what `_cross_sequences` finds, for the few turns that many crosses end in."""
    return tuple(_cross_sequences(rank, left, last))


@lru_cache(maxsize=1 << 14)
def _near_turns(rank: int, left: int) -> list[tuple[int, int]]:
    """Return the turns, and where they lead, that can be the first of `left` to the cross."""
    first, second = divmod(rank, SIZE)
    halves, shifted = _rank_moves()
    reached = tuple(map(add, shifted[first], halves[second]))
    least = int(left > 1)
    return [
        (turn, place)
        for turn, (place, needed) in enumerate(
            zip(reached, itemgetter(*reached)(distances()), strict=True)
        )
        if least <= needed < left
    ]


@cache
def _rank_moves() -> tuple[list[list[int]], list[list[int]]]:
    """Return for each half where each turn takes it, and the same times SIZE."""
    effects = [TURN_EFFECTS[turn] for turn in ALL_TURNS]
    halves = [
        [TWO_EDGE_RANKS[half.translate(effect)] for effect in effects] for half in TWO_EDGE_RANKS
    ]
    return halves, [[SIZE * place for place in places] for places in halves]


SLOT_NAMES = tuple(SLOTS)


class Insertion(NamedTuple):
    """An algorithm that fills a slot: the case, the turns as seen, their number and effect."""

    slot: int
    case: str
    algorithm: Algorithm
    length: int
    effect: ByteEffect


class Insertions(dict[bytes, tuple[Insertion, ...]]):
    """The algorithms that fill a slot by the positions of its corner and edge, shortest first.

    A case is computed when it first occurs.
    """

    def __init__(self, filled: int, slot: int) -> None:
        super().__init__()
        self._slot = slot
        self._side = SLOT_VIEWPOINTS[slot]
        others = [SLOT_NAMES[i] for i in (1, 2, 3) if filled >> (slot + i) % 4 & 1]
        self._filled = "+".join(others) or "-"

    def __missing__(self, pair: bytes) -> tuple[Insertion, ...]:
        seen = " ".join(STICKER_NAMES[self._side.to_view[facelet]] for facelet in pair)
        case = load_cases("pair")[f"{seen} {self._filled}"]
        self[pair] = found = tuple(
            [
                Insertion(
                    self._slot,
                    case.key,
                    algorithm,
                    len(algorithm),
                    _effect_on_cube(self._slot, packed),
                )
                for packed, algorithm in zip(case.packed_algorithms, case.algorithms, strict=True)
            ]
        )
        return found


@cache
def _effect_on_cube(slot: int, packed: bytes) -> ByteEffect:
    """Return what an algorithm does with a slot in front: one object for all of its cases."""
    return SLOT_VIEWPOINTS[slot].byte_effect(_seen_effect(packed))


@cache
def _seen_effect(packed: bytes) -> ByteEffect:
    return effect_on_bytes([ALL_TURNS[number] for number in packed])


class InsertionLengths(dict[bytes, int]):
    """The least number of turns for a slot, by the positions of its corner and edge."""

    def __init__(self, insertions: Insertions) -> None:
        super().__init__()
        self._insertions = insertions

    def __missing__(self, pair: bytes) -> int:
        self[pair] = length = self._insertions[pair][0].length
        return length


# Bit i of `filled` stands for the slot that SIDES[i] brings to the front right. For each value: the
# free slots, each as the bytes of its pair and the algorithms that fill it, or the turns that it
# needs.
INSERTIONS: tuple[tuple[tuple[slice, Insertions], ...], ...] = tuple(
    tuple((PAIRS[slot], Insertions(filled, slot)) for slot in range(4) if not filled >> slot & 1)
    for filled in range(16)
)
LENGTHS = tuple(
    tuple((pair, InsertionLengths(insertions)) for pair, insertions in free) for free in INSERTIONS
)


def estimate_remaining_turns(state: PackedState, filled: int) -> int:
    """Return an estimate of the turns for the free slots, each filled as if it came next."""
    return sum([lengths[state[pair]] for pair, lengths in LENGTHS[filled]])
