"""Polycubes and the 48 isometries of the cell grid."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from typing import NamedTuple

from solver.core.permutation import Permutation

Cell = tuple[int, int, int]


class Isometry(NamedTuple):
    """A turn of space or a mirror image: axis i of the result is axis `axes[i]`, by its sign.

    Only a rotation can be done with one's hands.
    """

    axes: tuple[int, int, int]
    signs: tuple[int, int, int]
    is_rotation: bool

    def move(self, cell: Cell) -> Cell:
        """Return where a point goes."""
        (a, b, c), (i, j, k) = self.axes, self.signs
        return i * cell[a], j * cell[b], k * cell[c]


def _motion(axes: tuple[int, int, int], signs: tuple[int, int, int]) -> Isometry:
    is_even = Permutation(axes).is_even
    return Isometry(axes, signs, is_even == (signs[0] * signs[1] * signs[2] == 1))


ISOMETRIES = tuple(
    _motion((a, b, c), (i, j, k))
    for a, b, c in permutations(range(3))
    for i, j, k in product((1, -1), repeat=3)
)
ROTATIONS = tuple(motion for motion in ISOMETRIES if motion.is_rotation)


class Polycube(NamedTuple):
    """Cells (x, y, z) of a piece, in order, pushed into the corner where nothing is below 0."""

    cells: tuple[Cell, ...]

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Polycube:
        """Return the polycube of some cells, moved to the corner. Raises ValueError for none."""
        cells = set(cells)
        low_x, low_y, low_z = map(min, zip(*cells, strict=True))
        return cls(tuple(sorted([(x - low_x, y - low_y, z - low_z) for x, y, z in cells])))

    @property
    def size(self) -> Cell:
        """Return how long it is along each axis."""
        x, y, z = map(max, zip(*self.cells, strict=True))
        return x + 1, y + 1, z + 1

    def transformed(self, motion: Isometry) -> Polycube:
        """Return it rotated or mirrored."""
        return Polycube.of(map(motion.move, self.cells))

    def orientations(self, motions: Iterable[Isometry] = ROTATIONS) -> tuple[Polycube, ...]:
        """Return all its orientations, each once."""
        return tuple(sorted({self.transformed(motion) for motion in motions}))

    @property
    def is_connected(self) -> bool:
        """Return whether its cubes are connected by their faces."""
        left = set(self.cells)
        reached = [left.pop()]
        for x, y, z in reached:
            for dx, dy, dz in _STEPS:
                near = (x + dx, y + dy, z + dz)
                if near in left:
                    left.remove(near)
                    reached.append(near)
        return not left


_STEPS = tuple(tuple(sign * (i == axis) for i in range(3)) for axis in range(3) for sign in (1, -1))
