"""Sequences that are shortest in quarter turns of any layer, outer or middle.

This is the measure of the polyhedra paper: a half turn counts as two, a quarter turn of a middle
layer as one, a rotation of the whole cube as none. A middle layer turns with the centres, which is
the same as its two neighbours turned the other way and the whole cube rotated. So with the centres
at rest there are 18 turns: twelve of an outer layer by a quarter, and six of two opposite ones in
the same direction of the axis, as R L'. All turns of one axis on end are taken as one of
AXIS_TURNS, with the fewest quarter turns for it.

Sequences are grown from both ends and met in the middle, none left out. A turn of two quarters in
the middle is met as two of one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from papers.polyhedra.lbl.layer_kernel import (
    FIELD,
    MOST_QUARTERS,
    PAIR,
    TURN_BITS,
    TURNS_OF_AXIS,
    AxisTurnTables,
    KeyTable,
    Rows,
    add_places,
    grow,
    insert,
    select_known,
    select_met,
    turned_free,
    turned_kept,
)
from solver.core.facelets import CORNERS, EDGES
from solver.core.geometry import OPPOSITE
from solver.core.turn import TURN_PERMUTATIONS, Turn, Turns, cancel_turns, inverse, layer_quarters

AXIS_TURNS: tuple[Turns, ...] = tuple(
    tuple(Turn(face, n) for face, n in ((first, a), (OPPOSITE[first], b)) if n)
    for first in "URF"
    for a, b in product(range(4), repeat=2)
    if a or b
)
# Sequences of so many quarter turns are grown at once: at most 577,000.
_AT_ONCE = 5
_ROOM = 600_000
# The hash table has so many slots. 79 million halves of seven quarter turns fill more than half of
# them; those of eight, 13 times as many, are inserted in parts.
_SLOT_BITS, _LARGE = 27, 7
PARTS = 14
# 6 million halves of six quarter turns need fewer.
_FEW_SLOT_BITS, _SMALL = 24, 6
_EMPTY = np.uint64(2**64 - 1)
# Any rearrangement of the free pieces.
ANY = np.zeros(0, dtype=np.bool_)
_NO_AXIS = 3
_NO_PIECE = 31

_RANKS = {
    facelet: rank
    for kind in (EDGES, CORNERS)
    for rank, facelet in enumerate(facelet for place in kind for facelet in place)
}
_EDGE_FACELETS = frozenset(facelet for place in EDGES for facelet in place)


@cache
def turn_tables() -> AxisTurnTables:
    """Return what each of AXIS_TURNS does to two edges and two corners."""
    tables = []
    for kind in (EDGES, CORNERS):
        facelets = [facelet for place in kind for facelet in place]
        table = np.zeros((len(AXIS_TURNS), 1 << PAIR), dtype=np.uint64)
        for number, turns in enumerate(AXIS_TURNS):
            one = np.arange(1 << FIELD, dtype=np.uint64)
            for rank, facelet in enumerate(facelets):
                for turn in turns:
                    facelet = TURN_PERMUTATIONS[turn].targets[facelet]
                one[rank] = _RANKS[facelet]
            table[number] = (one[np.newaxis, :] | one[:, np.newaxis] << np.uint64(FIELD)).ravel()
        tables.append(table)
    return AxisTurnTables(np.array([layer_quarters(turns) for turns in AXIS_TURNS]), *tables)


@dataclass(frozen=True, slots=True)
class Tracked:
    """The facelets on which some pieces are: up to eight edges and four corners that are kept, and
    up to four edges and four corners that are free.
    """

    kept: tuple[int, ...]
    free: tuple[int, ...] = ()

    def packed(self) -> tuple[int, int]:
        """Return the two numbers of `layer_kernel`."""
        return _packed(self.kept, 8), _packed(self.free, 4)


def _packed(facelets: tuple[int, ...], edges: int) -> int:
    fields = [_NO_PIECE] * (edges + 4)
    at = [0, edges]
    for facelet in facelets:
        kind = 0 if facelet in _EDGE_FACELETS else 1
        fields[at[kind]] = _RANKS[facelet]
        at[kind] += 1
    return sum(field << FIELD * i for i, field in enumerate(fields))


def room(size: int = _ROOM) -> Rows:
    """Return room for sequences."""
    return Rows(*(np.zeros(size, dtype=np.uint64) for _ in range(3)))


def grown(
    origin: Tracked, quarters: int, rows: Rows, firsts: Sequence[int] | None = None
) -> Iterator[int]:
    """Write all sequences of so many quarter turns, some at a time; yield how many each time.

    `firsts` are the turns, as indices of AXIS_TURNS, with which they may begin.
    """
    t = turn_tables()
    stack = np.zeros((MOST_QUARTERS, 6), dtype=np.uint64)
    kept, free = map(np.uint64, origin.packed())
    beginnings = [(kept, free, np.uint64(0), _NO_AXIS, quarters, firsts)]
    while beginnings:
        kept, free, turns, axis, left, allowed = beginnings.pop()
        if left == 0:
            rows.kept[0], rows.free[0], rows.turns[0] = kept, free, turns
            yield 1
        elif left <= _AT_ONCE and allowed is None:
            first = np.array([kept, free, turns, axis], dtype=np.uint64)
            yield grow(t, first, left, stack, rows)
        else:
            beginnings += [
                (
                    turned_kept(t, turn, kept),
                    turned_free(t, turn, free),
                    turns << np.uint64(TURN_BITS) | np.uint64(turn + 1),
                    turn // TURNS_OF_AXIS,
                    left - int(t.quarters[turn]),
                    None,
                )
                for turn in (range(len(AXIS_TURNS)) if allowed is None else allowed)
                if turn // TURNS_OF_AXIS != axis and t.quarters[turn] <= left
            ]


def turns_of(number: int) -> Turns:
    """Return the turns of a sequence by its number."""
    done: list[Turns] = []
    while number:
        done.append(AXIS_TURNS[(number & (1 << TURN_BITS) - 1) - 1])
        number >>= TURN_BITS
    return tuple(turn for turns in reversed(done) for turn in turns)


def _all_rows(origin: Tracked, quarters: int, firsts: tuple[int, ...] | None = None) -> Rows:
    rows = room()
    parts = [
        [column[:count].copy() for column in rows]
        for count in grown(origin, quarters, rows, firsts)
    ]
    return _concatenated(parts)


@lru_cache(maxsize=8)
def _sorted_rows(origin: Tracked, quarters: int) -> Rows:
    rows = _all_rows(origin, quarters)
    order = np.argsort(rows.kept)
    return Rows(*(column[order] for column in rows))


def shortest(origins: Tracked, goals: Sequence[Tracked], most: int) -> list[Turns]:
    """Find all shortest sequences that take the kept pieces from `origins` to one of `goals`.

    Raises ValueError where none has at most `most` quarter turns.
    """
    for quarters in range(most + 1):
        found = [turns for goal in goals for turns in _sequences(origins, goal, quarters)]
        if found:
            return found
    raise ValueError(f"no {most} quarter turns take {origins} to any of {goals}")


def _sequences(origin: Tracked, goal: Tracked, quarters: int) -> Iterator[Turns]:
    there = _sorted_rows(origin, quarters // 2)
    back = _sorted_rows(goal, quarters - quarters // 2)
    low = np.searchsorted(back.kept, there.kept, side="left")
    high = np.searchsorted(back.kept, there.kept, side="right")
    for row in np.flatnonzero(high > low):
        for match in range(int(low[row]), int(high[row])):
            yield joined(int(there.turns[row]), int(back.turns[match]))


def joined(there: int, back: int) -> Turns:
    """Return one sequence and the inverse of another after it."""
    return cancel_turns(turns_of(there) + inverse(turns_of(back)))


@dataclass(frozen=True, slots=True)
class Halves:
    """Pairs of sequences that lead to the same: row i of `there`, then row i of `back` undone."""

    there: Rows
    back: Rows

    def select(self, rows: NDArray[np.bool_]) -> Halves:
        """Return some of the pairs."""
        return Halves(*(Rows(*(c[rows] for c in half)) for half in (self.there, self.back)))

    def sequence(self, row: int) -> Turns:
        """Return the sequence of a pair."""
        return joined(int(self.there.turns[row]), int(self.back.turns[row]))


def meeting_halves(
    origin: Tracked,
    quarters: int,
    firsts: tuple[int, ...],
    representatives: tuple[int, ...],
    wanted: NDArray[np.bool_] = ANY,
) -> Halves:
    """Find all sequences of so many quarter turns that bring the kept pieces back to where they
    were, but not the free ones.

    They begin with one of `firsts` and end with the inverse of one of `representatives`: one of
    `firsts` for all that look alike from some side. With `wanted` the first stickers of the free
    pieces come back to the facelets that they were on, too, each to any of them, by one of the
    rearrangements that it says: see `layer_kernel.rearrangement`.
    """
    short = quarters // 2
    parts = 1 if short <= _LARGE else PARTS
    rows = room()

    def halves(length: int, begin: tuple[int, ...]) -> Iterator[int]:
        for count in grown(origin, length, rows, begin):
            if len(wanted):
                add_places(rows, count)
            yield count

    table = _empty_table(_SLOT_BITS if short > _SMALL else _FEW_SLOT_BITS)
    found: list[list[NDArray[np.uint64]]] = []
    for part in range(parts):
        table.keys.fill(_EMPTY)
        for count in halves(short, firsts):
            insert(table, rows, count, part, parts)
        for count in halves(quarters - short, representatives):
            met = select_met(table, rows, count, part, parts, wanted)
            found.append([column[:met].copy() for column in rows])
    back = _concatenated(found)
    table = _empty_table(len(back.kept).bit_length() + 1)
    insert(table, back, len(back.kept), 0, 1)
    found = []
    for count in halves(short, firsts):
        met = select_known(table, rows, count)
        found.append([column[:met].copy() for column in rows])
    return _paired(_concatenated(found), back)


def _concatenated(found: list[list[NDArray[np.uint64]]]) -> Rows:
    return Rows(*map(np.concatenate, zip(*found, strict=True)))


def _empty_table(bits: int) -> KeyTable:
    return KeyTable(np.full(1 << bits, _EMPTY), np.zeros(1 << bits, dtype=np.uint32))


def _paired(there: Rows, back: Rows) -> Halves:
    """Return every pair of rows with one key whose free pieces are not in the same places."""
    order = np.argsort(there.kept)
    there = Rows(*(column[order] for column in there))
    low = np.searchsorted(there.kept, back.kept, side="left")
    high = np.searchsorted(there.kept, back.kept, side="right")
    many = high - low
    which = np.repeat(np.arange(len(many)), many)
    offsets = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
    matches = low[which] + offsets
    differ = there.free[matches] != back.free[which]
    matches, which = matches[differ], which[differ]
    return Halves(
        Rows(*(column[matches] for column in there)), Rows(*(column[which] for column in back))
    )


def effects_on_free(halves: Halves) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return where each free piece goes, and how far it is turned, for each pair of halves.

    Both have a row for each pair, and a column for each of four edges and then four corners. A
    piece goes from place i of its kind to the place of the number, and its sticker k to sticker
    k + turned.
    """
    goes, turned = [], []
    for size, shift in ((2, 0), (3, 4 * FIELD)):
        there, back = (
            np.stack(
                [(rows.free >> np.uint64(shift + FIELD * i) & np.uint64(31)) for i in range(4)],
                axis=1,
            ).astype(np.int64)
            for rows in (halves.there, halves.back)
        )
        same = there[:, :, np.newaxis] // size == back[:, np.newaxis, :] // size
        to = same.argmax(axis=2)
        goes.append(to)
        turned.append((there - np.take_along_axis(back, to, axis=1)) % size)
    return np.hstack(goes), np.hstack(turned)
