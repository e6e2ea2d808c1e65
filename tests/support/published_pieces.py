"""Pieces as the polyhedra paper stores them (3.1): a number, a position and a direction."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import LayerTurn, rotate_quarter

Vectors = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Counts:
    """Numbers of pieces of each kind in a layer (polyhedra paper, table 3.1)."""

    inner: int
    edges: int
    corners: int

    @property
    def all(self) -> int:
        """Return the number of all pieces."""
        return self.inner + self.edges + self.corners


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces on the surface of a cube of size n, in the order of their numbers.

    `numbers` are x + n (y + n z) of the solved cube; `places` (pieces x 3) where they are now, and
    `directions` (pieces x 3 x 3) their vectors Dx, Dy, Dz as rows: where the sides that looked
    along x, y and z look now.
    """

    n: int
    numbers: NDArray[np.int64]
    places: Vectors
    directions: Vectors

    @classmethod
    def solved(cls, n: int) -> Pieces:
        """Return the pieces of the solved cube."""
        numbers = np.arange(n**3)
        places = np.stack([numbers % n, numbers // n % n, numbers // n**2], axis=1)
        surface = ((places == 0) | (places == n - 1)).any(axis=1)
        count = int(surface.sum())
        return cls(
            n, numbers[surface], places[surface], np.tile(np.eye(3, dtype=np.int64), (count, 1, 1))
        )

    @property
    def indices(self) -> NDArray[np.int64]:
        """Return x + n (y + n z) of the places where the pieces are now."""
        x, y, z = self.places.T
        index: NDArray[np.int64] = x + self.n * (y + self.n * z)
        return index

    def turn(self, turn: LayerTurn) -> Pieces:
        """Return the pieces after a turn: those whose coordinate is the layer's number move."""
        moving = (
            np.ones(len(self.places), dtype=np.bool_)
            if turn.layer is None
            else self.places[:, turn.axis] == turn.layer
        )
        places, directions = self.places.copy(), self.directions.copy()
        for _ in range(turn.quarters):
            centred = 2 * places[moving] - (self.n - 1)
            places[moving] = (rotate_quarter(centred, turn.axis) + self.n - 1) // 2
            directions[moving] = rotate_quarter(directions[moving], turn.axis)
        return Pieces(self.n, self.numbers, places, directions)

    @property
    def are_solved(self) -> bool:
        """Return whether all pieces of each face show the side of one face of the solved cube."""
        for axis in range(3):
            for layer, sign in ((0, -1), (self.n - 1, 1)):
                normal = sign * np.eye(3, dtype=np.int64)[axis]
                shown = self.directions[self.places[:, axis] == layer] @ normal
                if not (shown == shown[0]).all():
                    return False
        return True

    def counts(self, axis: int, layer: int) -> Counts:
        """Return the number of pieces of a layer by how many faces they show."""
        at = self.places[self.places[:, axis] == layer]
        faces = ((at == 0) | (at == self.n - 1)).sum(axis=1)
        return Counts(*(int((faces == number).sum()) for number in (1, 2, 3)))
