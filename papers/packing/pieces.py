"""Piece sets: Avendia19's six, the Soma cube, and sets read from TOML."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import permutations, product
from pathlib import Path
from string import ascii_lowercase, ascii_uppercase
from typing import Any, NamedTuple

from files.documents import read_toml
from files.wording import reason
from solver.core.errors import PuzzleError
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


_LETTERS = ascii_uppercase + ascii_lowercase
MAX_PIECES = len(_LETTERS)
_FULL, _EMPTY = "#xX1", ". -0"
_ADVICE = 'write layers of rows as in T = [["###", ".#."]], with # for a cube and . for none'


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece by the letter that stands for it in a drawing."""

    name: str
    polycube: Polycube


def _pieces(cells: dict[str, Iterable[Cell]]) -> tuple[Piece, ...]:
    return tuple(Piece(name, Polycube.of(places)) for name, places in cells.items())


# The coordinates as Avendia19 lists them. Its matrices are right-handed, so that its y points to
# the back; that of a box points to the front.
AVENDIA19_CELLS: dict[str, list[Cell]] = {
    "A": [(0, -1, -1), (-1, 0, -1), (0, 0, -1), (0, -1, 0), (1, -1, 0)],
    "B": [(-1, -1, -1), (0, -1, -1), (0, 0, -1), (0, 0, 0)],
    "C": [(-1, -1, -1), (0, -1, -1), (1, -1, -1), (-1, 0, -1), (-1, 0, 0)],
    "D": [(-1, -1, -1), (0, -1, -1), (1, -1, -1), (-1, 0, -1), (0, -1, 0)],
    "E": [(-1, -1, -1), (0, -1, -1), (-1, 0, -1), (-1, 0, 0)],
    "F": [(-1, -1, -1), (0, -1, -1), (1, -1, -1), (-1, 0, -1)],
}
AVENDIA19 = _pieces(
    {name: [(x, -y, z) for x, y, z in cells] for name, cells in AVENDIA19_CELLS.items()}
)
# Piet Hein's seven: all pieces of three or four cubes that are no box.
SOMA = _pieces(
    {
        "V": [(0, 0, 0), (1, 0, 0), (0, 1, 0)],
        "L": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (0, 1, 0)],
        "T": [(0, 0, 0), (1, 0, 0), (2, 0, 0), (1, 1, 0)],
        "Z": [(0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0)],
        "A": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 1, 1)],
        "B": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 0, 1)],
        "P": [(0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)],
    }
)
SETS = {"six": AVENDIA19, "soma": SOMA}
_KNOWN = " or ".join(SETS)


def read_pieces(path: Path) -> tuple[Piece, ...]:
    """Read the pieces of a TOML file, see docs/packing.md. Raises PuzzleError.

    Of pieces that are alike the first has the name of all, the others have letters that are free.
    """
    try:
        document = read_toml(path)
    except (OSError, UnicodeDecodeError) as error:
        raise PuzzleError(
            f"cannot read pieces from {str(path)!r}: {reason(error)}; name a TOML file, or {_KNOWN}"
        ) from error
    except ValueError as error:
        raise PuzzleError(f"{str(path)!r} is not valid TOML: {error}") from error
    kinds = [_read(name, value) for name, value in document.items()]
    number = sum(count for _, count in kinds)
    if not 1 <= number <= MAX_PIECES:
        raise PuzzleError(f"{str(path)!r} has {number} pieces: there may be 1 to {MAX_PIECES}")
    free = (letter for letter in _LETTERS if letter not in document)
    return tuple(
        Piece(piece.name if copy == 0 else next(free), piece.polycube)
        for piece, count in kinds
        for copy in range(count)
    )


def _read(name: str, value: Any) -> tuple[Piece, int]:
    """Read a piece, or `{count = 3, layers = ...}` for several that are alike."""
    if len(name) != 1 or name not in _LETTERS:
        raise PuzzleError(f"the piece {name!r}: name it by one letter, since that stands for it")
    count, layers = 1, value
    if isinstance(value, dict):
        strange = value.keys() - {"count", "layers"}
        if strange or "layers" not in value:
            raise PuzzleError(f"the piece {name!r} is {value!r}: write {{count = 2, layers = ...}}")
        count, layers = value.get("count", 1), value["layers"]
    if not isinstance(count, int) or isinstance(count, bool) or not 1 <= count <= MAX_PIECES:
        raise PuzzleError(f"the piece {name!r} has the count {count!r}: 1 to {MAX_PIECES}")
    piece = Polycube.of(_cells(name, layers))
    if not piece.is_connected:
        raise PuzzleError(f"the piece {name!r} falls apart: its cubes must join by their faces")
    return Piece(name, piece), count


def _cells(name: str, layers: Any) -> set[Cell]:
    if isinstance(layers, list) and layers and all(isinstance(row, str) for row in layers):
        layers = [layers]
    if not isinstance(layers, list) or not all(
        isinstance(rows, list) and all(isinstance(row, str) for row in rows) for rows in layers
    ):
        raise PuzzleError(f"the piece {name!r} is {layers!r}: {_ADVICE}")
    marks = {
        (x, y, z): mark
        for z, rows in enumerate(layers)
        for y, row in enumerate(rows)
        for x, mark in enumerate(row)
    }
    strange = sorted(set(marks.values()) - set(_FULL + _EMPTY))
    if strange:
        raise PuzzleError(f"the piece {name!r} has {strange[0]!r}: {_ADVICE}")
    cells = {cell for cell, mark in marks.items() if mark in _FULL}
    if not cells:
        raise PuzzleError(f"the piece {name!r} has no cube: {_ADVICE}")
    return cells
