"""A box of unit cells: its symmetries, and where each kind of piece can lie in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from papers.packing.exact_cover import ExactCoverProblem
from papers.packing.pieces import ISOMETRIES, ROTATIONS, Cell, Isometry, Piece, Polycube
from solver.core.errors import PuzzleError

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


class PackingProblem:
    """Kinds of pieces in a box and where each can lie, as the search wants it.

    A kind is the set of all placements of its pieces; `first[kind]` is the number of its first
    placement, of which `cells[kind]` has a row of cells each.
    """

    def __init__(self, box: Box, pieces: Sequence[Piece], with_mirrors: bool) -> None:
        motions = ISOMETRIES if with_mirrors else ROTATIONS
        names: dict[tuple[Polycube, ...], list[str]] = {}
        for piece in pieces:
            names.setdefault(piece.polycube.orientations(motions), []).append(piece.name)
        self.box = box
        self.kinds = list(names)
        self.names = list(names.values())
        self.cells = [
            np.array(
                [place for lying in kind for place in box.placements(lying)], dtype=np.int64
            ).reshape(-1, len(kind[0].cells))
            for kind in self.kinds
        ]
        self.first = np.cumsum([0, *map(len, self.cells)])

    @property
    def kind_of(self) -> NDArray[np.int64]:
        """Return the kind of each placement."""
        return np.repeat(np.arange(len(self.kinds)), np.diff(self.first))

    def placement(self, number: int) -> tuple[int, tuple[int, ...]]:
        """Return the kind of a placement, and its cells in order."""
        kind = int(np.searchsorted(self.first, number, side="right")) - 1
        return kind, tuple(sorted(self.cells[kind][number - self.first[kind]].tolist()))

    def symmetries(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Return where each placement goes by the box's rotations and mirror images, a row for
        each.

        A mirror image counts where it turns the pieces into the same ones.
        """
        motions = self.box.symmetries()
        rotations = [motion for motion in motions if motion.is_rotation]
        found = self._images(rotations, range(len(self.kinds)))
        mirrored = self._mirror_images()
        if mirrored is None:
            return found, found[:0]
        mirrors = [motion for motion in motions if not motion.is_rotation]
        return found, self._images(mirrors, mirrored)

    def _mirror_images(self) -> list[int] | None:
        """Return the kind that mirrors each kind, or None if their numbers differ."""
        mirror = next(motion for motion in ISOMETRIES if not motion.is_rotation)
        found = []
        for kind, names in zip(self.kinds, self.names, strict=True):
            image = kind[0].transformed(mirror)
            to = next((i for i, other in enumerate(self.kinds) if image in other), None)
            if to is None or len(self.names[to]) != len(names):
                return None
            found.append(to)
        return found

    def _images(self, motions: Sequence[Isometry], kinds: Sequence[int]) -> NDArray[np.int64]:
        """Return where each placement goes by motions that take each kind to one of `kinds`."""
        targets = np.array([self.box.cell_images(motion) for motion in motions])
        images = np.empty((len(motions), self.first[-1]), dtype=np.int64)
        for kind, to in enumerate(kinds):
            keys = _keys(self.cells[to])
            order = np.argsort(keys)
            moved = _keys(targets[:, self.cells[kind]])
            found = order[np.searchsorted(keys[order], moved)]
            images[:, self.first[kind] : self.first[kind + 1]] = self.first[to] + found
        return images

    def cover(self, allowed: NDArray[np.bool_]) -> tuple[ExactCoverProblem, NDArray[np.int64]]:
        """Return the exact cover problem of the allowed placements, and their numbers."""
        numbers = np.flatnonzero(allowed)
        sizes = [cells.shape[1] for cells in self.cells]
        size = np.repeat(sizes, np.diff(self.first))
        cells = np.zeros((len(size), max(sizes)), dtype=np.int64)
        for kind, rows in enumerate(self.cells):
            cells[self.first[kind] : self.first[kind + 1], : sizes[kind]] = rows
        kind_of, size, cells = self.kind_of[numbers], size[numbers], cells[numbers]
        is_used = np.arange(cells.shape[1]) < size[:, None]
        row, column = np.nonzero(is_used)
        items = np.concatenate([cells[row, column], self.box.volume + kind_of])
        rows = np.concatenate([row, np.arange(len(numbers))])
        counts = np.bincount(items, minlength=self.box.volume + len(self.kinds))
        start = np.concatenate([[0], np.cumsum(counts)])
        return ExactCoverProblem(
            kind_of, cells, size, start, rows[np.argsort(items, kind="stable")]
        ), numbers


# Random, so that the sums over the cells of different placements differ.
_WEIGHTS = np.random.default_rng(0).integers(2**63, size=MAX_CELLS, dtype=np.uint64)


def _keys(cells: NDArray[np.int64]) -> NDArray[np.uint64]:
    """Return a key for each placement by its cells, independent of their order."""
    keys: NDArray[np.uint64] = _WEIGHTS[cells].sum(axis=-1, dtype=np.uint64)
    return keys
