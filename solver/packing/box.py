"""A box of unit cells, and the motions that bring it onto itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from solver.errors import PuzzleError
from solver.packing.polycube import MOTIONS, Cell, Motion, Polycube

MOST_CELLS = 512
_SIZE = re.compile(r"\s*(\d{1,4})\s*[xX×*, ]\s*(\d{1,4})\s*[xX×*, ]\s*(\d{1,4})\s*")


@dataclass(frozen=True, slots=True)
class Box:
    """`x` cells from left to right, `y` from back to front, `z` layers."""

    x: int
    y: int
    z: int

    @classmethod
    def parse(cls, text: str) -> Box:
        """Read 3x3x3. Raises PuzzleError for another form, or a size that is beyond us."""
        match = _SIZE.fullmatch(text)
        if match is None:
            raise PuzzleError(f"{text!r} is no box: write its three lengths, as in 3x3x3")
        box = cls(*map(int, match.groups()))
        if not 1 <= box.volume <= MOST_CELLS:
            raise PuzzleError(f"{text!r} has {box.volume} cells: 1 to {MOST_CELLS} can be packed")
        return box

    def __str__(self) -> str:
        return f"{self.x}x{self.y}x{self.z}"

    @property
    def lengths(self) -> Cell:
        """Give the lengths along the axes."""
        return self.x, self.y, self.z

    @property
    def volume(self) -> int:
        """Count the cells."""
        return self.x * self.y * self.z

    def cells(self) -> Iterator[Cell]:
        """List the cells in the order of their indices."""
        return ((x, y, z) for z, y, x in product(range(self.z), range(self.y), range(self.x)))

    def index(self, cell: Cell) -> int:
        """Number a cell: row by row, layer by layer."""
        x, y, z = cell
        return x + self.x * (y + self.y * z)

    def placements(self, piece: Polycube) -> Iterator[tuple[int, ...]]:
        """Give the cells of every place for a piece that lies as it does."""
        first = [self.index(cell) for cell in piece.cells]
        x, y, z = (length - size + 1 for length, size in zip(self.lengths, piece.size, strict=True))
        for step in product(range(x), range(y), range(z)):
            shift = self.index(step)
            yield tuple([cell + shift for cell in first])

    def motions(self) -> tuple[Motion, ...]:
        """Give the motions that bring the box onto itself, 48 for a cube, the identity first."""
        return tuple(
            motion
            for motion in MOTIONS
            if all(self.lengths[motion.axes[i]] == self.lengths[i] for i in range(3))
        )

    def moved(self, motion: Motion) -> tuple[int, ...]:
        """Say to which cell each cell goes by a motion of the box."""
        steps = (1, self.x, self.x * self.y)
        # What a step along each axis is worth after the motion, and where the first cell goes.
        worth = [0, 0, 0]
        first = 0
        for axis, sign, step in zip(motion.axes, motion.signs, steps, strict=True):
            worth[axis] = sign * step
            first += step * (self.lengths[axis] - 1) if sign < 0 else 0
        a, b, c = worth
        return tuple([first + a * x + b * y + c * z for x, y, z in self.cells()])
