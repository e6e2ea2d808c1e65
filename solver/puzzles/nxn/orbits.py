"""The 24 rotations of an n x n x n cube, and orbits of 24 stickers.

There is an orbit for each kind of corner, wing or central edge. A corner has three stickers and an
edge two, but each can be followed by one of them: 24 stickers, one for each orientation of the
cube, make an orbit. A sticker is known by its own colour and that of its partner on the same piece,
so the two tell where it belongs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, Ints, LayerTurn, geometry, rotate_quarter


@dataclass(frozen=True, slots=True)
class CubeRotations:
    """The stickers of a cube of size n in each of its 24 orientations.

    View v is the cube after the whole-cube turns `rotation_turns[v]`. Sticker p of the view is
    sticker `source[v, p]` of the cube, and turn number m as seen in the view is turn
    `conjugated_turns[v, m]` of the cube.
    """

    rotation_turns: tuple[tuple[LayerTurn, ...], ...]
    source: Ints
    conjugated_turns: Ints


def rotation_sequences() -> tuple[tuple[LayerTurn, ...], ...]:
    """Return turns of the whole cube that bring each of the 24 views, the first being none."""
    found: dict[bytes, tuple[LayerTurn, ...]] = {}
    for tilt in ((), ((0, 1),), ((0, 2),), ((0, 3),), ((2, 1),), ((2, 3),)):
        for spin in range(4):
            word = [*tilt, *([(1, spin)] if spin else [])]
            turns = tuple(LayerTurn(axis, None, quarters) for axis, quarters in word)
            found.setdefault(matrix(turns).tobytes(), turns)
    return tuple(found.values())


def matrix(wholes: tuple[LayerTurn, ...]) -> NDArray[np.int64]:
    """Return the 3 x 3 matrix whose rows say where x, y and z go."""
    rows = np.eye(3, dtype=np.int64)
    for turn in wholes:
        for _ in range(turn.quarters):
            rows = rotate_quarter(rows, turn.axis)
    return rows


@cache
def cube_rotations(n: int) -> CubeRotations:
    """Return the views of a cube of size n."""
    cube = geometry(n)
    all_words = rotation_sequences()
    source, conjugated = [], []
    for word in all_words:
        at = np.arange(6 * n * n, dtype=np.int32)
        for turn in word:
            for _ in range(turn.quarters):
                at = cube.rotation_targets[turn.axis][at]
        source.append(np.argsort(at).astype(np.int32))
        conjugated.append(_conjugated_turns(word, n))
    return CubeRotations(all_words, np.array(source), np.array(conjugated))


def conjugated(seen: LayerTurn, rows: NDArray[np.int64], n: int) -> LayerTurn:
    """Return the turn of a cube of size n that is `seen` after turns of the whole with a matrix."""
    # The axis that went where the seen axis is, and whether it points the same way there.
    axis = int(np.flatnonzero(rows[:, seen.axis])[0])
    same = rows[axis, seen.axis] > 0
    layer = seen.layer if seen.layer is None or same else n - 1 - seen.layer
    return LayerTurn(axis, layer, seen.quarters if same else 4 - seen.quarters)


def _conjugated_turns(word: tuple[LayerTurn, ...], n: int) -> Ints:
    cube = geometry(n)
    rows = matrix(word)
    turns = [conjugated(cube.turn_at(number), rows, n) for number in range(cube.moves)]
    return np.array([cube.turn_index(turn) for turn in turns], dtype=np.int32)


SIZE = 24
_U, _R, _F = (FACES.index(face) for face in "URF")


@dataclass(frozen=True, slots=True)
class Orbit:
    """24 stickers (`stickers`), each with another of its piece (`partner`), in the order of the
    views.

    `home[36]` is the place of the sticker with colours own * 6 + partner, or -1.
    """

    stickers: Ints
    partner: Ints
    home: NDArray[np.int64]

    def arrangement(self, colours: Colours) -> NDArray[np.int64]:
        """Return for each position the sticker (by its solved position) that is there, -1 for
        none.
        """
        seen: NDArray[np.int64] = self.home[
            6 * colours[self.stickers].astype(np.int64) + colours[self.partner]
        ]
        return seen

    def positions(self, colours: Colours) -> NDArray[np.int64]:
        """Return where each sticker is. Only for colours whose arrangement is a permutation."""
        return np.argsort(self.arrangement(colours))


@cache
def corner_orbit(n: int) -> Orbit:
    """Return the corners' orbit: the partner is the next sticker clockwise."""
    last = n - 1
    return _orbit(n, _sticker(n, _U, last, last), _sticker(n, _R, 0, 0))


@cache
def edge_orbit(n: int, layer: int) -> Orbit:
    """Return the orbit of edge pieces in a layer from 1 to (n - 1) / 2.

    Each of the 24 wings of a layer stands in it once, each of the 12 edges of the middle layer of
    an odd cube twice.
    """
    return _orbit(n, _sticker(n, _U, n - 1, layer), _sticker(n, _F, 0, layer))


def _sticker(n: int, face: int, row: int, column: int) -> int:
    return face * n * n + row * n + column


def _orbit(n: int, own: int, partner: int) -> Orbit:
    source = cube_rotations(n).source
    owns, partners = source[:, own], source[:, partner]
    home = np.full(36, -1, dtype=np.int64)
    home[6 * (owns // (n * n)) + partners // (n * n)] = np.arange(SIZE)
    return Orbit(owns, partners, home)
