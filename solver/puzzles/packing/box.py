"""A box of unit cells: cell indices, piece placements and the box's symmetries."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from solver.core.errors import PuzzleError
from solver.puzzles.packing.pieces import ISOMETRIES, ROTATIONS, Cell, Isometry, Piece, Polycube

MAX_CELLS = 512
_SIZE = re.compile(r"\s*([0-9]{1,4})\s*[xX×*, ]\s*([0-9]{1,4})\s*[xX×*, ]\s*([0-9]{1,4})\s*")


@dataclass(frozen=True, slots=True)
class Box:
    """`x` cells from left to right, `y` from back to front, `z` layers."""

    x: int
    y: int
    z: int

    @classmethod
    def parse(cls, text: str) -> Box:
        """Parse a size such as 3x3x3. Raises PuzzleError for another form, or one that is too
        large."""
        match = _SIZE.fullmatch(text)
        if match is None:
            raise PuzzleError(f"{text!r} is not a box: write its three lengths, as in 3x3x3")
        box = cls(*map(int, match.groups()))
        if not 1 <= box.volume <= MAX_CELLS:
            raise PuzzleError(f"{text!r} has {box.volume} cells: 1 to {MAX_CELLS} can be packed")
        return box

    def __str__(self) -> str:
        return f"{self.x}x{self.y}x{self.z}"

    @property
    def lengths(self) -> Cell:
        """Return the lengths along the axes."""
        return self.x, self.y, self.z

    @property
    def volume(self) -> int:
        """Return the number of cells."""
        return self.x * self.y * self.z

    def cells(self) -> Iterator[Cell]:
        """List the cells in the order of their indices."""
        return ((x, y, z) for z, y, x in product(range(self.z), range(self.y), range(self.x)))

    def index(self, cell: Cell) -> int:
        """Return the number of a cell: row by row, layer by layer."""
        x, y, z = cell
        return x + self.x * (y + self.y * z)

    def placements(self, piece: Polycube) -> Iterator[tuple[int, ...]]:
        """Return the cells of every place for a piece that lies as it does."""
        first = [self.index(cell) for cell in piece.cells]
        x, y, z = (length - size + 1 for length, size in zip(self.lengths, piece.size, strict=True))
        for step in product(range(x), range(y), range(z)):
            shift = self.index(step)
            yield tuple([cell + shift for cell in first])

    def symmetries(self) -> tuple[Isometry, ...]:
        """Return the motions that bring the box onto itself, 48 for a cube, the identity first."""
        return tuple(
            motion
            for motion in ISOMETRIES
            if all(self.lengths[motion.axes[i]] == self.lengths[i] for i in range(3))
        )

    def cell_images(self, motion: Isometry) -> tuple[int, ...]:
        """Return to which cell each cell goes by a motion of the box."""
        steps = (1, self.x, self.x * self.y)
        # What a step along each axis is worth after the motion, and where the first cell goes.
        worth = [0, 0, 0]
        first = 0
        for axis, sign, step in zip(motion.axes, motion.signs, steps, strict=True):
            worth[axis] = sign * step
            first += step * (self.lengths[axis] - 1) if sign < 0 else 0
        a, b, c = worth
        return tuple([first + a * x + b * y + c * z for x, y, z in self.cells()])


def infeasibility_reason(
    box: Box, pieces: Sequence[Piece], with_mirrors: bool = False
) -> str | None:
    """Return why the pieces cannot fill the box; None where no cheap reason is known."""
    volume = sum(len(piece.polycube.cells) for piece in pieces)
    if volume != box.volume:
        return f"the pieces have {volume} cubes, the box {box} has room for {box.volume}"
    motions = ISOMETRIES if with_mirrors else ROTATIONS
    reached: set[int] = set()
    for piece in pieces:
        places = {
            cell
            for orientation in piece.polycube.orientations(motions)
            for place in box.placements(orientation)
            for cell in place
        }
        if not places:
            size = "x".join(map(str, piece.polycube.size))
            return f"the piece {piece.name} is too large, however it lies: {size} in a box {box}"
        reached |= places
    unreached = [cell for cell in box.cells() if box.index(cell) not in reached]
    if unreached:
        return f"no piece reaches the cell {unreached[0]} without extending beyond the box {box}"
    return _by_colours(box, pieces)


def _by_colours(box: Box, pieces: Sequence[Piece]) -> str | None:
    """Return why a chessboard colouring rules the pieces out, or None."""
    wanted = abs(_surplus(box.cells()))
    each = [abs(_surplus(piece.polycube.cells)) for piece in pieces]
    sums = {0}
    for surplus in each:
        sums = {total + sign * surplus for total in sums for sign in (1, -1)}
    if wanted in sums:
        return None
    listed = ", ".join(f"{piece.name} {n}" for piece, n in zip(pieces, each, strict=True))
    return (
        f"coloured like a chessboard, the box {box} has {wanted} more cells of one colour than of "
        f"the other; the pieces' differences ({listed}) cannot add up to that"
    )


def _surplus(cells: Iterable[Cell]) -> int:
    return sum(1 if sum(cell) % 2 == 0 else -1 for cell in cells)
