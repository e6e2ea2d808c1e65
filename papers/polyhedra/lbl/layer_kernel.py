"""Compiled parts of the search for sequences of quarter turns of any layer: see `layer_sequences`.

Where twelve pieces are stands in the 60 bits of `kept`, eight edges and then four corners, and
where eight more are in the 40 bits of `free`, four edges and then four corners: five bits a piece.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.search.compilation import compiled

FIELD = 5
# Two fields are looked up at once.
PAIR = 2 * FIELD
# Turns of one axis: each of two opposite faces by 0 to 3 quarters, but not both by none.
TURNS_OF_AXIS = 15
TURNS = 3 * TURNS_OF_AXIS
# Bits that a turn has in the number of a sequence.
TURN_BITS = 6
# No sequence that is grown has more quarter turns.
MOST_QUARTERS = 10

_MASK = np.uint64((1 << PAIR) - 1)
_EMPTY = np.uint64(2**64 - 1)
# Odd numbers whose bits look random (the golden ratio, and one of SplitMix64): they spread keys.
_SPREAD = np.uint64(0x9E3779B97F4A7C15)
_SPREAD_AGAIN = np.uint64(0xBF58476D1CE4E5B9)


class AxisTurnTables(NamedTuple):
    """What each turn does: its `quarters`, and where two `edges` or two `corners` go."""

    quarters: NDArray[np.int64]
    edges: NDArray[np.uint64]
    corners: NDArray[np.uint64]


class Rows(NamedTuple):
    """Room for sequences: where pieces are after them, and their turns as a number."""

    kept: NDArray[np.uint64]
    free: NDArray[np.uint64]
    turns: NDArray[np.uint64]


class KeyTable(NamedTuple):
    """A hash table of where the kept pieces are (`keys`) and where six others are (`rest`)."""

    keys: NDArray[np.uint64]
    rest: NDArray[np.uint32]


@compiled
def _pair(table: Any, turn: Any, fields: Any, shift: Any) -> Any:
    return table[turn, fields >> np.uint64(shift) & _MASK] << np.uint64(shift)


@compiled
def turned_kept(t: AxisTurnTables, turn: Any, kept: Any) -> Any:
    """Return where the kept pieces are after a turn."""
    return (
        _pair(t.edges, turn, kept, 0)
        | _pair(t.edges, turn, kept, 10)
        | _pair(t.edges, turn, kept, 20)
        | _pair(t.edges, turn, kept, 30)
        | _pair(t.corners, turn, kept, 40)
        | _pair(t.corners, turn, kept, 50)
    )


@compiled
def turned_free(t: AxisTurnTables, turn: Any, free: Any) -> Any:
    """Return where the free pieces are after a turn."""
    return (
        _pair(t.edges, turn, free, 0)
        | _pair(t.edges, turn, free, 10)
        | _pair(t.corners, turn, free, 20)
        | _pair(t.corners, turn, free, 30)
    )


@compiled
def grow(t: AxisTurnTables, first: Any, left: Any, stack: Any, rows: Rows) -> Any:
    """Write every sequence that goes on from one by `left` quarter turns; return their number.

    `first` has the kept and the free pieces, the turns and the axis after which to go on. The same
    axis does not turn twice on end. `stack` is room for MOST_QUARTERS rows of six numbers.
    """
    for column in range(4):
        stack[0, column] = first[column]
    stack[0, 4] = left
    stack[0, 5] = 0
    count = 0
    depth = 0
    while depth >= 0:
        turn = np.int64(stack[depth, 5])
        if turn == TURNS:
            depth -= 1
            continue
        axis = turn // TURNS_OF_AXIS
        if axis == np.int64(stack[depth, 3]):
            stack[depth, 5] = np.uint64((axis + 1) * TURNS_OF_AXIS)
            continue
        stack[depth, 5] = np.uint64(turn + 1)
        rest = np.int64(stack[depth, 4]) - t.quarters[turn]
        if rest < 0:
            continue
        kept = turned_kept(t, turn, stack[depth, 0])
        free = turned_free(t, turn, stack[depth, 1])
        turns = stack[depth, 2] << np.uint64(TURN_BITS) | np.uint64(turn + 1)
        if rest == 0:
            rows.kept[count], rows.free[count], rows.turns[count] = kept, free, turns
            count += 1
            continue
        depth += 1
        stack[depth, 0], stack[depth, 1], stack[depth, 2] = kept, free, turns
        stack[depth, 3], stack[depth, 4], stack[depth, 5] = np.uint64(axis), np.uint64(rest), 0
    return count


@compiled
def _mixed(key: Any) -> Any:
    key ^= key >> np.uint64(31)
    key *= _SPREAD
    key ^= key >> np.uint64(29)
    key *= _SPREAD_AGAIN
    return key ^ key >> np.uint64(32)


@compiled
def add_places(rows: Rows, count: Any) -> None:
    """Make each key one of the kept pieces and of the set of the facelets that the free ones' first
    stickers are on.
    """
    for row in range(count):
        facelets = np.uint64(0)
        for piece in range(8):
            place = rows.free[row] >> np.uint64(FIELD * piece) & np.uint64((1 << FIELD) - 1)
            facelets |= np.uint64(1) << place + np.uint64(24 * (piece // 4))
        rows.kept[row] = _mixed(rows.kept[row]) ^ _mixed(facelets + _SPREAD) >> np.uint64(1)


@compiled
def _six(free: Any) -> Any:
    """Return three edges and three corners: with the kept pieces they say where the others are."""
    of_three = np.uint64((1 << 3 * FIELD) - 1)
    return np.uint32(free & of_three | (free >> np.uint64(20) & of_three) << np.uint64(15))


@compiled
def insert(table: KeyTable, rows: Rows, count: Any, part: Any, parts: Any) -> Any:
    """Insert the rows of one part of all keys; return how many are new."""
    mask = np.uint64(len(table.keys) - 1)
    new = 0
    for row in range(count):
        key, six = rows.kept[row], _six(rows.free[row])
        mixed = _mixed(key)
        if (mixed >> np.uint64(40)) % parts != part:
            continue
        slot = mixed & mask
        while table.keys[slot] != _EMPTY and (table.keys[slot] != key or table.rest[slot] != six):
            slot = slot + np.uint64(1) & mask
        new += table.keys[slot] == _EMPTY
        table.keys[slot], table.rest[slot] = key, six
    return new


@compiled
def rearrangement(six: Any, free: Any) -> Any:
    """Return where three edges and three corners go from where `six` has them, as twelve bits."""
    bits = np.uint64(0)
    for kind, size in ((0, 2), (1, 3)):
        for piece in range(3):
            place = np.uint64(six) >> np.uint64(15 * kind + FIELD * piece) & np.uint64(31)
            for goal in range(4):
                other = free >> np.uint64(20 * kind + FIELD * goal) & np.uint64(31)
                if place // np.uint64(size) == other // np.uint64(size):
                    bits |= np.uint64(goal) << np.uint64(6 * kind + 2 * piece)
    return bits


@compiled
def is_met(table: KeyTable, slot: Any, key: Any, free: Any, wanted: Any) -> Any:
    """Return whether an entry has a key, and the other pieces where they are wanted.

    `wanted` says which rearrangements are; where it is empty, all but none.
    """
    if table.keys[slot] != key or table.rest[slot] == _six(free):
        return False
    return len(wanted) == 0 or wanted[rearrangement(table.rest[slot], free)]


@compiled
def select_met(table: KeyTable, rows: Rows, count: Any, part: Any, parts: Any, wanted: Any) -> Any:
    """Move the rows to the front that an entry meets; return how many are: see `is_met`."""
    mask = np.uint64(len(table.keys) - 1)
    found = 0
    for row in range(count):
        key, free = rows.kept[row], rows.free[row]
        mixed = _mixed(key)
        if (mixed >> np.uint64(40)) % parts != part:
            continue
        slot = mixed & mask
        while table.keys[slot] != _EMPTY:
            if is_met(table, slot, key, free, wanted):
                rows.kept[found], rows.free[found] = key, free
                rows.turns[found] = rows.turns[row]
                found += 1
                break
            slot = slot + np.uint64(1) & mask
    return found


@compiled
def select_known(table: KeyTable, rows: Rows, count: Any) -> Any:
    """Move the rows to the front whose key is in the table; return how many are."""
    mask = np.uint64(len(table.keys) - 1)
    found = 0
    for row in range(count):
        key = rows.kept[row]
        slot = _mixed(key) & mask
        while table.keys[slot] != _EMPTY and table.keys[slot] != key:
            slot = slot + np.uint64(1) & mask
        if table.keys[slot] == key:
            rows.kept[found], rows.free[found] = key, rows.free[row]
            rows.turns[found] = rows.turns[row]
            found += 1
    return found
