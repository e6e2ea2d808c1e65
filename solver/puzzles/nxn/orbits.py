"""Orbits of 24 stickers, one for each kind of corner, wing or central edge.

A corner has three stickers and an edge two, but each can be followed by one of them: 24 stickers,
one for each orientation of the cube, make an orbit. A sticker is known by its own colour and that
of its partner on the same piece, so the two tell where it belongs.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import Colours, Ints
from solver.puzzles.nxn.views import cube_rotations

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
