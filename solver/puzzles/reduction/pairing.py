"""How far the wings of a 4x4x4 are from being paired: the table of phase 3.

A *pairing* says for each edge's high place at which edge the low place is that has the other wing
of the same colours: an even permutation of 12. A row of the table is the class, under 8 symmetries,
of where the pairing sends the four edges along x, a column the rank of the rest: 1538 x 20,160
distances, two an octet.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.pieces import EDGES
from solver.search.compilation import compiled, compiled_inner, inlined
from solver.search.pruning import UNREACHED, fill_levels

FIRSTS = 12 * 11 * 10 * 9
# Even orders of the eight edges that are left.
RESTS = 20_160
# Each value's rank among those that are left, a hexadecimal digit each; taking a value away
# lowers the ranks of all above it.
_RANKS = np.uint64(0xBA9876543210)
_ALL_ABOVE = np.uint64(0x111111111110)
_DIGITS = np.uint64(0xFFFFFFFFFFFF)
_ROWS_A_TASK = 32
_MOST = 15

Progress = Callable[[float], None]


class PairingMoves(NamedTuple):
    """What moves do to pairings, and what ranks them.

    `first_class[first]` is 8 * class + the symmetry that leads to the class's representative;
    `images` and `origins` (8 x 12) are where symmetries send edges and where from. `high` and `low`
    (moves x 12) are where moves send the wings in high and in low places.
    """

    first_class: NDArray[np.uint16]
    images: NDArray[np.uint8]
    origins: NDArray[np.uint8]
    high: NDArray[np.uint8]
    low: NDArray[np.uint8]

    @property
    def size(self) -> int:
        """Return how many distances the table has."""
        return RESTS * (int(self.first_class.max() >> 3) + 1) if len(self.first_class) else 0


def pairing_moves(
    images: NDArray[np.int64], high: NDArray[np.int64], low: NDArray[np.int64]
) -> PairingMoves:
    """Return what moves do, from where symmetries send edges, and moves high and low wings."""
    origins = np.argsort(images, axis=1).astype(np.uint8)
    firsts = np.array(list(permutations(range(EDGES), 4)))
    ranks = np.full(EDGES**4, -1)
    ranks[_in_base_12(firsts)] = np.arange(FIRSTS)
    seen = np.stack(
        [
            ranks[_in_base_12(image[firsts[:, origin[:4]]])]
            for image, origin in zip(images, origins, strict=True)
        ]
    )
    _, classes = np.unique(seen.min(axis=0), return_inverse=True)
    return PairingMoves(
        first_class=(8 * classes + seen.argmin(axis=0)).astype(np.uint16),
        images=images.astype(np.uint8),
        origins=origins,
        high=high.astype(np.uint8),
        low=low.astype(np.uint8),
    )


def no_pairing() -> PairingMoves:
    """Return the moves of a phase that pairs no wings."""
    nothing = np.zeros((0, 0), dtype=np.uint8)
    return PairingMoves(np.zeros(0, dtype=np.uint16), *(nothing,) * 4)


def _in_base_12(places: NDArray[np.int64]) -> NDArray[np.int64]:
    weights = np.array([EDGES**3, EDGES**2, EDGES, 1])
    found: NDArray[np.int64] = places @ weights
    return found


def distances(t: PairingMoves, progress: Progress) -> NDArray[np.uint8]:
    """Return how many moves pair all wings, of every pairing; on all cores."""
    table = np.full((t.size // RESTS, RESTS), UNREACHED, dtype=np.uint8)
    first_of = np.array(list(permutations(range(EDGES), 4)), dtype=np.uint8)
    # The representative of a class is where it is seen as it is.
    representatives = np.zeros((len(table), 4), dtype=np.uint8)
    numbers = np.flatnonzero(t.first_class % 8 == _identity(t.images))
    representatives[t.first_class[numbers] // 8] = first_of[numbers]
    stabilisers = _stabilisers(t, representatives)
    table.ravel()[_index(t, np.arange(EDGES)[np.newaxis])] = 0

    def expand(depth: int, is_forward: bool, first: int, last: int) -> None:
        room = np.zeros((2, EDGES), dtype=np.int64)
        _expand(
            *(t, table, representatives, stabilisers, room), *(first, last), *(depth, is_forward)
        )

    fill_levels(table, expand, _ROWS_A_TASK, _MOST, os.cpu_count() or 1, progress)
    return table.ravel()


def _identity(images: NDArray[np.uint8]) -> int:
    return int(np.flatnonzero((images == np.arange(EDGES)).all(axis=1))[0])


def _stabilisers(t: PairingMoves, representatives: NDArray[np.uint8]) -> NDArray[np.int64]:
    """Return a bit for each symmetry that leaves the first four of a representative as they are."""
    same = [
        (image[representatives[:, origin[:4]]] == representatives).all(axis=1)
        for image, origin in zip(t.images, t.origins, strict=True)
    ]
    bits: NDArray[np.int64] = np.array(same).T @ (1 << np.arange(8))
    return bits


@inlined
def _taken(left: Any, value: Any) -> Any:
    """Return the ranks that are left after a value is taken away."""
    return left - ((_ALL_ABOVE << np.uint64(4) * np.uint64(value)) & _DIGITS)


@inlined
def index_of_pairing(t: Any, pairings: Any, row: Any, at: Any) -> Any:
    """Return where the pairing from a column of a row on stands in the table."""
    # Columns and edges are unsigned: to use as an index what may be negative takes longer.
    column = np.uint64(at)
    left: Any = np.uint64(_RANKS)
    first: Any = 0
    for i in range(4):
        value = np.uint64(pairings[row, column + np.uint64(i)])
        first = first * (12 - i) + np.int64((left >> np.uint64(4) * value) & np.uint64(15))
        left = _taken(left, value)
    entry = np.int64(t.first_class[np.uint64(first)])
    symmetry = np.uint64(entry & 7)
    left = np.uint64(_RANKS)
    for i in range(4):
        left = _taken(left, _seen(t, pairings, row, column, symmetry, i))
    rest: Any = 0
    for i in range(4, 10):
        value = _seen(t, pairings, row, column, symmetry, i)
        rest = rest * (12 - i) + np.int64((left >> np.uint64(4) * value) & np.uint64(15))
        left = _taken(left, value)
    return (entry >> 3) * RESTS + rest


@inlined
def _seen(t: Any, pairings: Any, row: Any, column: Any, symmetry: Any, i: Any) -> Any:
    """Return where a high place's pairing leads as a symmetry shows it."""
    origin = t.origins[symmetry, np.uint64(i)]
    return np.uint64(t.images[symmetry, np.uint64(pairings[row, column + origin])])


@inlined
def move_pairing(t: Any, move: Any, pairings: Any, row: Any, at: Any, into: Any, to: Any) -> Any:
    """Write the pairing from a column of a row on after a move into row `to` of `into`."""
    column = np.uint64(at)
    for i in range(12):
        into[to, column + t.high[move, i]] = t.low[move, np.uint64(pairings[row, at + i])]


@compiled
def _index(t: PairingMoves, pairings: NDArray[np.int64]) -> Any:
    """Return where the pairing of row 0 stands in the table."""
    return index_of_pairing(t, pairings, 0, 0)


@compiled_inner
def _decode(representatives: Any, line: Any, column: Any, pairings: Any) -> None:
    """Write the pairing of a row and a column of the table into row 0."""
    used = 0
    for i in range(4):
        pairings[0, i] = representatives[line, i]
        used |= 1 << representatives[line, i]
    unit, rest, inversions = 20160, column, 0
    for i in range(4, 12):
        if i < 10:
            unit //= 12 - i
            rank = rest // unit
            rest -= rank * unit
        else:
            rank = 0
        for value in range(12):
            if not used >> value & 1:
                if rank == 0:
                    pairings[0, i] = value
                    used |= 1 << value
                    break
                rank -= 1
    for i in range(12):
        for j in range(i):
            inversions += pairings[0, j] > pairings[0, i]
    if inversions & 1:
        last = pairings[0, 10]
        pairings[0, 10] = pairings[0, 11]
        pairings[0, 11] = last


@compiled_inner
def _mark(
    t: PairingMoves, table: Any, pairings: Any, row: Any, line: Any, value: Any, stabiliser: Any
) -> None:
    """Write a distance for a pairing and for all that a symmetry of its class shows alike."""
    left: Any = np.uint64(_RANKS)
    first: Any = 0
    for i in range(4):
        at = np.int64(pairings[row, i])
        first = first * (12 - i) + np.int64((left >> np.uint64(4 * at)) & np.uint64(15))
        left = _taken(left, at)
    to_class = np.int64(t.first_class[first]) & 7
    for symmetry in range(8):
        if stabiliser >> symmetry & 1:
            table[line, _rest_after(t, pairings, row, to_class, symmetry)] = value


@compiled_inner
def _rest_after(t: PairingMoves, pairings: Any, row: Any, one: Any, other: Any) -> Any:
    """Return the rank of the rest as one symmetry and then another show it."""
    left: Any = np.uint64(_RANKS)
    rest: Any = 0
    for i in range(10):
        origin = t.origins[one, t.origins[other, i]]
        value = np.int64(t.images[other, t.images[one, pairings[row, origin]]])
        if i >= 4:
            rest = rest * (12 - i) + np.int64((left >> np.uint64(4 * value)) & np.uint64(15))
        left = _taken(left, value)
    return rest


@compiled
def _expand(
    t: PairingMoves,
    table: NDArray[np.uint8],
    representatives: NDArray[np.uint8],
    stabilisers: NDArray[np.int64],
    pairings: NDArray[np.int64],
    first: Any,
    last: Any,
    depth: Any,
    is_forward: Any,
) -> None:
    """Find the pairings at `depth` + 1: the neighbours of those at `depth`.

    Forward from these, or backwards from those not yet seen.
    """
    wanted = depth if is_forward else 255
    for line in range(first, last):
        for column in range(table.shape[1]):
            if table[line, column] != wanted:
                continue
            _decode(representatives, line, column, pairings)
            for move in range(t.high.shape[0]):
                move_pairing(t, move, pairings, 0, 0, pairings, 1)
                row, at = divmod(index_of_pairing(t, pairings, 1, 0), RESTS)
                if is_forward:
                    if table[row, at] == 255:
                        _mark(t, table, pairings, 1, row, depth + 1, stabilisers[row])
                elif table[row, at] == depth:
                    _mark(t, table, pairings, 0, line, depth + 1, stabilisers[line])
                    break
