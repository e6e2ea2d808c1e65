"""Cubes joined to a piece, and the 24 ways to turn it (48 with its mirror image)."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product
from typing import NamedTuple

from solver.permutation import Permutation

Cell = tuple[int, int, int]


class Motion(NamedTuple):
    """A turn of space or a mirror image: axis i of the result is axis `axes[i]`, by its sign.

    Only a rotation can be done with one's hands.
    """

    axes: tuple[int, int, int]
    signs: tuple[int, int, int]
    is_rotation: bool

    def move(self, cell: Cell) -> Cell:
        """Give where a point goes."""
        (a, b, c), (i, j, k) = self.axes, self.signs
        return i * cell[a], j * cell[b], k * cell[c]


def _motion(axes: tuple[int, int, int], signs: tuple[int, int, int]) -> Motion:
    is_even = Permutation(axes).is_even
    return Motion(axes, signs, is_even == (signs[0] * signs[1] * signs[2] == 1))


MOTIONS = tuple(
    _motion((a, b, c), (i, j, k))
    for a, b, c in permutations(range(3))
    for i, j, k in product((1, -1), repeat=3)
)
ROTATIONS = tuple(motion for motion in MOTIONS if motion.is_rotation)


class Polycube(NamedTuple):
    """Cells (x, y, z) of a piece, in order, pushed into the corner where nothing is below 0."""

    cells: tuple[Cell, ...]

    @classmethod
    def of(cls, cells: Iterable[Cell]) -> Polycube:
        """Push cells into the corner. Raises ValueError where there are none."""
        cells = set(cells)
        low_x, low_y, low_z = map(min, zip(*cells, strict=True))
        return cls(tuple(sorted([(x - low_x, y - low_y, z - low_z) for x, y, z in cells])))

    @property
    def size(self) -> Cell:
        """Give how long it is along each axis."""
        x, y, z = map(max, zip(*self.cells, strict=True))
        return x + 1, y + 1, z + 1

    def moved(self, motion: Motion) -> Polycube:
        """Turn or mirror it."""
        return Polycube.of(map(motion.move, self.cells))

    def orientations(self, motions: Iterable[Motion] = ROTATIONS) -> tuple[Polycube, ...]:
        """Give all ways it can lie, each once."""
        return tuple(sorted({self.moved(motion) for motion in motions}))

    @property
    def is_connected(self) -> bool:
        """Tell whether its cubes hang together by their faces."""
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
