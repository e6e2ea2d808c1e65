"""Stickers of the centre three-cycles that each commutator makes, for a cube of size n.

All is written as seen with the face that is worked on above (U), layers about x running from front
to back over it: columns `x` and rows of the inner layers 1 to n - 2, counted from 0 in the tables.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Geometry, Ints, geometry

X, Y = 0, 1


@dataclass(frozen=True, slots=True)
class CentreCycles:
    """Stickers that take part in the sequences; k = n - 2 is the number of inner layers.

    `three_cycles[p, q, a]` (k x k x 3) are the three stickers (s, b, c) of the commutator P Q P' Q'
    with P the turn of column x by p + 1 quarters, and Q the turn of column y by q + 1 quarters
    between a turn of U (a = 0: one quarter, 1: three) and its undoing: what is at s goes to c, from
    there to b and from there to s. Of the k x k, x is the first and y the second.

    `down` is the number of quarters about x that bring U to F. `front[x, row]` is F's sticker in
    column x and layer `row` about y, `from_u[x, row]` the one of U that comes there by `down`, and
    `from_side[b, x, row]` the one that comes there by a turn of that layer of b + 1 quarters.
    """

    n: int
    three_cycles: Ints
    down: int
    front: Ints
    from_u: Ints
    from_side: Ints


@cache
def centre_cycles(n: int) -> CentreCycles:
    """Return the tables for a size of at least 3."""
    cube = geometry(n)
    inner = np.arange(1, n - 1)
    row, column = np.meshgrid(inner, inner, indexing="ij")
    up = (row * n + column).ravel()
    k = n - 2
    down = next(q for q in (1, 3) if (_move(cube, up, X, q) // (n * n) == 2).all())
    front = np.empty((k, k), dtype=np.int32)
    on_front = 2 * n * n + up
    front[cube.places[on_front, X] - 1, cube.places[on_front, Y] - 1] = on_front
    beside = np.stack([_move(cube, front, Y, 4 - quarters) for quarters in (1, 2, 3)])
    return CentreCycles(
        n,
        _rings(cube, up),
        down,
        front,
        _move(cube, front, X, 4 - down),
        beside.astype(np.int32),
    )


def _move(
    cube: Geometry, stickers: NDArray[np.int32] | NDArray[np.int64], axis: int, quarters: int
) -> NDArray[np.int32]:
    """Return where stickers go when the whole cube turns: so does each with its own layer."""
    for _ in range(quarters % 4):
        stickers = cube.rotation_targets[axis][stickers]
    return stickers.astype(np.int32)


def _rings(cube: Geometry, up: NDArray[np.int64]) -> Ints:
    k = cube.n - 2
    ring = np.empty((3, 3, 2, k, k, 3), dtype=np.int32)
    for a, around in enumerate((1, 3)):
        there = _move(cube, up, Y, around)
        x, y = cube.places[up, X] - 1, cube.places[there, X] - 1
        for p in range(3):
            for q in range(3):
                ring[p, q, a, x, y, 0] = up
                ring[p, q, a, x, y, 1] = _move(cube, up, X, 3 - p)
                ring[p, q, a, x, y, 2] = _move(cube, there, X, 3 - q)
    return ring
