"""How far the wings of a 4x4x4 are from being paired: the table of phase 3.

A *pairing* says for each edge's high place at which edge the low place is that has the other wing
of the same colours: an even permutation of 12. A row of the table is the class, under 8 symmetries,
of where the pairing sends the four edges along x, a column the rank of the rest: 1538 x 20,160
distances, two an octet.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.puzzles.reduction.layer_moves import (
    LayerMove,
    moves_of,
    restricted,
    sticker_targets,
)
from solver.puzzles.reduction.pieces import EDGES, N, wing_symmetries, wings
from solver.search.compilation import compiled_inner, inlined
from solver.search.pruning import UNREACHED

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


class PairingTables(NamedTuple):
    """The distances of pairings, and what ranks them.

    `first_class[first]` is 8 * class + the symmetry that leads to the class's representative;
    `images` and `origins` (8 x 12) are where symmetries send edges and where from. `high` and `low`
    (moves x 12) are where moves of phase 3 send the wings in high and in low places. `distances`
    (classes x 10,080) has two entries in each, the first in the lower four bits.
    """

    first_class: NDArray[np.uint16]
    images: NDArray[np.uint8]
    origins: NDArray[np.uint8]
    high: NDArray[np.uint8]
    low: NDArray[np.uint8]
    distances: NDArray[np.uint8]


def phase_three_moves(metric: str) -> tuple[LayerMove, ...]:
    """Return the moves of phase 3."""
    return tuple(move for move in moves_of(N, metric) if move.keeps_wing_kinds)


def wing_targets(move: LayerMove) -> NDArray[np.uint8]:
    """Return where a move takes the 24 wings."""
    return restricted(sticker_targets(N, move.turns), wings().stickers).astype(np.uint8)


def _edge_targets(metric: str, is_high: bool) -> NDArray[np.uint8]:
    known = wings()
    found = np.empty((len(phase_three_moves(metric)), EDGES), dtype=np.uint8)
    for row, move in enumerate(phase_three_moves(metric)):
        own = known.is_high == is_high
        found[row, known.edge[own]] = known.edge[wing_targets(move)[own]]
    return found


def without_distances(metric: str) -> PairingTables:
    """Return the tables with distances that are still unknown."""
    images = wing_symmetries()
    origins = np.argsort(images, axis=1).astype(np.uint8)
    firsts = np.array(list(permutations(range(EDGES), 4)))
    ranks = np.full(EDGES**4, -1)
    ranks[_in_base_12(firsts)] = np.arange(FIRSTS)
    seen = np.stack(
        [
            ranks[_in_base_12(image[firsts[:, origin[:4]]])]
            for image, origin in zip(images.astype(np.int64), origins, strict=True)
        ]
    )
    representatives, classes = np.unique(seen.min(axis=0), return_inverse=True)
    return PairingTables(
        first_class=(8 * classes + seen.argmin(axis=0)).astype(np.uint16),
        images=images,
        origins=origins,
        high=_edge_targets(metric, True),
        low=_edge_targets(metric, False),
        distances=np.full((len(representatives), RESTS), UNREACHED, dtype=np.uint8),
    )


def _in_base_12(places: NDArray[np.int64]) -> NDArray[np.int64]:
    weights = np.array([EDGES**3, EDGES**2, EDGES, 1])
    found: NDArray[np.int64] = places @ weights
    return found


def build(metric: str, progress: Progress = lambda share: None) -> PairingTables:
    """Build the table of a metric, on all cores."""
    t = without_distances(metric)
    table = t.distances
    first_of = np.array(list(permutations(range(EDGES), 4)), dtype=np.uint8)
    # The representative of a class is where it is seen as it is.
    representatives = np.zeros((len(table), 4), dtype=np.uint8)
    numbers = np.flatnonzero(t.first_class % 8 == _identity(t.images))
    representatives[t.first_class[numbers] // 8] = first_of[numbers]
    stabilisers = _stabilisers(t, representatives)
    solved = np.arange(EDGES, dtype=np.uint8)[np.newaxis]
    table[_index(t, solved)] = 0
    starts = range(0, len(table), _ROWS_A_TASK)
    seen = 0
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for depth in range(_MOST):
            is_forward = seen < 0.3 * table.size

            def task(start: int, depth: int = depth, is_forward: bool = is_forward) -> None:
                last = min(start + _ROWS_A_TASK, len(table))
                room = np.zeros((2, EDGES), dtype=np.uint8)
                _expand(t, representatives, stabilisers, room, start, last, depth, is_forward)

            list(pool.map(task, starts))
            before, seen = seen, int(np.count_nonzero(table != UNREACHED))
            progress(seen / table.size)
            if seen in (before, table.size):
                break
    packed: NDArray[Any] = table[:, ::2] | table[:, 1::2] << 4
    return t._replace(distances=packed)


def _identity(images: NDArray[np.uint8]) -> int:
    return int(np.flatnonzero((images == np.arange(EDGES)).all(axis=1))[0])


def _stabilisers(t: PairingTables, representatives: NDArray[np.uint8]) -> NDArray[np.int64]:
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
    return left - ((_ALL_ABOVE << np.uint64(4 * value)) & _DIGITS)


@inlined
def index_of(t: Any, pairings: Any, row: Any) -> Any:
    """Return row and column of a pairing (row of k x 12) in the table."""
    left: Any = np.uint64(_RANKS)
    first: Any = 0
    for i in range(4):
        value = np.int64(pairings[row, i])
        first = first * (12 - i) + np.int64((left >> np.uint64(4 * value)) & np.uint64(15))
        left = _taken(left, value)
    entry = np.int64(t.first_class[first])
    return entry >> 3, _rest_as_seen(t, pairings, row, entry & 7)


@inlined
def _rest_as_seen(t: Any, pairings: Any, row: Any, symmetry: Any) -> Any:
    """Return the rank of all but the first four as a symmetry shows them."""
    left: Any = np.uint64(_RANKS)
    for i in range(4):
        left = _taken(left, np.int64(t.images[symmetry, pairings[row, t.origins[symmetry, i]]]))
    rest: Any = 0
    for i in range(4, 10):
        value = np.int64(t.images[symmetry, pairings[row, t.origins[symmetry, i]]])
        rest = rest * (12 - i) + np.int64((left >> np.uint64(4 * value)) & np.uint64(15))
        left = _taken(left, value)
    return rest


@inlined
def distance(t: Any, pairings: Any, row: Any) -> Any:
    """Return how many moves pair all wings."""
    line, column = index_of(t, pairings, row)
    return (np.int64(t.distances[line, column >> 1]) >> (4 * (column & 1))) & 15


@inlined
def move_pairing(t: Any, move: Any, pairings: Any, row: Any, into: Any, target: Any) -> Any:
    """Write a pairing (row of `pairings`) after a move into row `target` of `into`."""
    for i in range(12):
        into[target, t.high[move, i]] = t.low[move, pairings[row, i]]


@njit(cache=True, nogil=True)
def _index(t, pairings):  # type: ignore[no-untyped-def]
    """Return row and column of the pairing of row 0."""
    return index_of(t, pairings, 0)


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
    t: PairingTables, pairings: Any, row: Any, line: Any, value: Any, stabiliser: Any
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
            t.distances[line, _rest_after(t, pairings, row, to_class, symmetry)] = value


@compiled_inner
def _rest_after(t: PairingTables, pairings: Any, row: Any, one: Any, other: Any) -> Any:
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


@njit(cache=True, nogil=True)
def _expand(t, representatives, stabilisers, pairings, first, last, depth, is_forward):  # type: ignore[no-untyped-def]
    """Find the pairings at `depth` + 1: the neighbours of those at `depth`.

    Forward from these, or backwards from those not yet seen.
    """
    wanted = depth if is_forward else 255
    for line in range(first, last):
        for column in range(t.distances.shape[1]):
            if t.distances[line, column] != wanted:
                continue
            _decode(representatives, line, column, pairings)
            for move in range(t.high.shape[0]):
                move_pairing(t, move, pairings, 0, pairings, 1)
                row, at = index_of(t, pairings, 1)
                if is_forward:
                    if t.distances[row, at] == 255:
                        _mark(t, pairings, 1, row, depth + 1, stabilisers[row])
                elif t.distances[row, at] == depth:
                    _mark(t, pairings, 0, line, depth + 1, stabilisers[line])
                    break
