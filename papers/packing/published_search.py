"""The search of Avendia19 (2018) as its Ruby program does it, for its first packing.

The pieces are taken in order; each is tried in the 24 rotations, in the program's order, with its
first cube in each free cell, in the order of the list. The cells are three coordinates from -1 to
1; that the program's list has them in the order of x, then y, then z is our assumption.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from papers.packing.pieces import AVENDIA19_CELLS, Cell

_SIDE = (-1, 0, 1)
_X = np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]])
_Y = np.array([[0, 0, 1], [0, 1, 0], [-1, 0, 0]])
_Z = np.array([[0, -1, 0], [1, 0, 0], [0, 0, 1]])
# Powers of the first, each followed by two powers of the second.
_ROTATIONS = tuple(
    np.linalg.matrix_power(first, i) @ np.linalg.matrix_power(second, j)
    for first, second, powers in ((_Z, _X, (0, 2)), (_Y, _X, (1, 3)), (_X, _Y, (1, 3)))
    for i in range(4)
    for j in powers
)
_CELLS: tuple[Cell, ...] = tuple((x, y, z) for x in _SIDE for y in _SIDE for z in _SIDE)
_EMPTY = (1 << len(_CELLS)) - 1


class PublishedPacking(NamedTuple):
    """The cells that are free after each piece, and how many placements were tried."""

    free: tuple[frozenset[Cell], ...]
    tried: int

    def blocks(self) -> Iterator[str]:
        """Yield what the program prints after each piece: nine rows, layer by layer, y by y."""
        for free in self.free:
            yield "\n".join(
                "[" + "".join(" " if (x, y, z) in free else "#" for x in _SIDE) + "]"
                for z in _SIDE
                for y in _SIDE
            )


@cache
def first_packing() -> PublishedPacking:
    """Return the first packing that the program finds."""
    search = _Search([_placements(cells) for cells in AVENDIA19_CELLS.values()])
    free = tuple(
        frozenset(cell for i, cell in enumerate(_CELLS) if left >> i & 1)
        for left in search.place(0, _EMPTY)
    )
    return PublishedPacking(free, search.tried)


def _placements(cells: Sequence[Cell]) -> list[list[int]]:
    """Return for each rotation the cells taken, as bits, with the first cube in each cell; 0 where
    the piece does not fit.
    """
    return [
        [_bits(np.array(cells) @ rotation.T, np.array(cell)) for cell in _CELLS]
        for rotation in _ROTATIONS
    ]


def _bits(cells: NDArray[np.int64], first: NDArray[np.int64]) -> int:
    moved = cells - cells[0] + first
    if np.abs(moved).max() > 1:
        return 0
    return sum(1 << _CELLS.index((x, y, z)) for x, y, z in moved.tolist())


class _Search:
    """The program's recursion; `tried` counts its placements."""

    def __init__(self, placements: Sequence[Sequence[Sequence[int]]]) -> None:
        self._placements = placements
        self.tried = 0

    def place(self, number: int, free: int) -> tuple[int, ...]:
        """Return the cells left free after this piece and each later one; none if they do not
        fit.
        """
        cells = [i for i in range(len(_CELLS)) if free >> i & 1]
        for placements in self._placements[number]:
            for cell in cells:
                self.tried += 1
                taken = placements[cell]
                if taken == 0 or taken & ~free:
                    continue
                left = free & ~taken
                if left == 0:
                    return (left,)
                later = self.place(number + 1, left)
                if later:
                    return left, *later
        return ()
