"""Lookup tables of the 48 symmetries of packed cubes.

Turns look alike from all sides too, so that all 48 are as far from the solved cube. Counting is
exact: a cube that looks the same from k of the 48 sides stands for 48 / k cubes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.engines.exhaustive.packed_cube import CORNER_TWISTS, CORNERS, EDGE_FLIPS, FIELD
from solver.symmetry import SYMMETRIES

_PERMUTATIONS = 40320


class SymmetryTables(NamedTuple):
    """Tables of packed cubes under the 48 symmetries.

    Field i as seen through symmetry s is `corner_to[s, i, field]` of the field that begins at bit
    `corner_from[s, i]`; edges likewise. `corner_place[field]` is a corner's place. For each
    permutation of the corners (by its rank) `minimising` has a bit for every symmetry that makes it
    the smallest one; 0 if not yet computed.
    """

    corner_to: NDArray[np.uint8]
    corner_from: NDArray[np.uint8]
    edge_to: NDArray[np.uint8]
    edge_from: NDArray[np.uint8]
    corner_place: NDArray[np.uint8]
    minimising: NDArray[np.int64]


@cache
def symmetry_tables() -> SymmetryTables:
    """Return the tables of the 48 symmetries."""
    corners = [
        _images(s.corners, s.corner_shifts, CORNER_TWISTS, -1 if s.is_mirror else 1)
        for s in SYMMETRIES
    ]
    edges = [_images(s.edges, s.edge_shifts, EDGE_FLIPS, 1) for s in SYMMETRIES]
    return SymmetryTables(
        np.array([to for to, _ in corners]),
        np.array([start for _, start in corners]),
        np.array([to for to, _ in edges]),
        np.array([start for _, start in edges]),
        (np.arange(1 << FIELD) // CORNER_TWISTS % CORNERS).astype(np.uint8),
        np.zeros(_PERMUTATIONS, dtype=np.int64),
    )


def _images(
    places: tuple[int, ...], shifts: tuple[int, ...], orientations: int, sign: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the images of the fields of one kind under a symmetry, and their sources."""
    seen = [
        orientations * places[place] + (shifts[place] + sign * turn) % orientations
        for place in range(len(places))
        for turn in range(orientations)
    ]
    to = np.zeros((len(places), 1 << FIELD), dtype=np.uint8)
    start = np.zeros(len(places), dtype=np.uint8)
    for image in range(len(places)):
        # The sticker that becomes the first one of the image, and the cubie that it is on.
        cubie, sticker = divmod(seen.index(orientations * image), orientations)
        start[image] = FIELD * cubie
        for field in range(orientations * len(places)):
            place, turn = divmod(field, orientations)
            to[image, field] = seen[orientations * place + (turn + sticker) % orientations]
    return to, start
