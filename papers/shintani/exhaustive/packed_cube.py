"""A cube packed into 40 and 60 bits, and lookup tables of its turns and symmetries.

A field of five bits for each cubie says where it is and how it is turned: three times its place and
its twist for a corner, twice its place and its flip for an edge. Nothing is lost, so equal numbers
are equal cubes. (Shintani 2018 keeps 54 cells of a byte, and 80 to 112 bytes a state.)

Turns look alike from all sides too, so that all 48 images are as far from the solved cube. Counting
is exact: a cube that looks the same from k of the 48 sides stands for 48 / k cubes.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.turn import ALL_TURNS
from solver.cube import Cube
from solver.symmetry import SYMMETRIES

FIELD = 5
# Two fields are looked up at once.
PAIR = 2 * FIELD
CORNERS, EDGES = 8, 12
CORNER_TWISTS, EDGE_FLIPS = 3, 2


class PackedCube(NamedTuple):
    """A cube as two numbers: field i, from the lowest bit on, is of corner or edge i."""

    corners: int
    edges: int


def pack(cube: Cube) -> PackedCube:
    """Return a cube as packed fields."""
    return PackedCube(
        _fields(cube.corners, cube.corner_twists, CORNER_TWISTS),
        _fields(cube.edges, cube.edge_flips, EDGE_FLIPS),
    )


def unpack(packed: PackedCube) -> Cube:
    """Return the cube that was packed."""
    corners, twists = _places(packed.corners, CORNERS, CORNER_TWISTS)
    edges, flips = _places(packed.edges, EDGES, EDGE_FLIPS)
    return Cube(corners, twists, edges, flips)


def _fields(cubies: tuple[int, ...], turned: tuple[int, ...], orientations: int) -> int:
    return sum(
        (orientations * place + turned[place]) << (FIELD * cubie)
        for place, cubie in enumerate(cubies)
    )


def _places(fields: int, count: int, orientations: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    cubies, turned = [0] * count, [0] * count
    for cubie in range(count):
        place, turn = divmod(fields >> (FIELD * cubie) & 31, orientations)
        cubies[place], turned[place] = cubie, turn
    return tuple(cubies), tuple(turned)


class TurnTables(NamedTuple):
    """Tables of the 18 turns of ALL_TURNS for two neighbouring fields of corners, or of edges."""

    corners: NDArray[np.uint16]
    edges: NDArray[np.uint16]


@cache
def turn_tables() -> TurnTables:
    """Return the tables that turn packed cubes."""
    turned = [Cube.solved().turn(turn) for turn in ALL_TURNS]
    return TurnTables(
        np.array([_pairs(cube.corners, cube.corner_twists, CORNER_TWISTS) for cube in turned]),
        np.array([_pairs(cube.edges, cube.edge_flips, EDGE_FLIPS) for cube in turned]),
    )


def _pairs(
    cubies: tuple[int, ...], turned: tuple[int, ...], orientations: int
) -> NDArray[np.uint16]:
    """Return where a turn takes a field, for all pairs of fields."""
    to = np.zeros(1 << FIELD, dtype=np.uint16)
    for place, cubie in enumerate(cubies):
        for turn in range(orientations):
            to[orientations * cubie + turn] = (
                orientations * place + (turn + turned[place]) % orientations
            )
    return (to[:, None] << FIELD | to).ravel().astype(np.uint16)


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
