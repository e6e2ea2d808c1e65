"""Kociemba's coordinates, their move tables and their symmetry conjugates.

The coordinates are Kociemba's (http://kociemba.org/cube.htm): the twist of the corners, the flip
of the edges, where the four edges of the slice between U and D are; and for phase 2 the
permutations of the corners, of the eight edges of U and D, and of the slice's four.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, permutations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.symmetry import UD_SYMMETRIES

Array = NDArray[np.int64]

TWISTS = 3**7
FLIPS = 2**11
SLICES = 495
ORDERS = 24
EDGE_ARRANGEMENTS = SLICES * ORDERS
EIGHTS = 40320


class Coordinates(NamedTuple):
    """A cube as numbers. The last three say where four edges are: those of U, of D, the slice's.

    Such a placing is 24 times the rank of the set of places, plus the rank of their order. The
    corners' number is 24 times the placing of U's among the 1680 there are, plus the rank of the
    order of D's. So is that of the edges of U and D, where they are in these two layers.
    """

    twist: int
    flip: int
    corners: int
    u_edges: int
    d_edges: int
    slice_sorted: int


def _edge_arrangements() -> Array:
    return np.array(
        [order for places in combinations(range(12), 4) for order in permutations(places)]
    )


# ARRANGEMENT_POSITIONS[placing] is where the four edges are; ARRANGEMENT_RANKS undoes it, from the
# places in base 12.
ARRANGEMENT_POSITIONS = _edge_arrangements()
ARRANGEMENT_RANKS: Array = np.full(12**4, -1)
ARRANGEMENT_RANKS[ARRANGEMENT_POSITIONS @ (12**3, 12**2, 12, 1)] = np.arange(EDGE_ARRANGEMENTS)

# The rank of a set of four places among the 70 within the layers of U and D, else -1.
_IN_LAYERS = ARRANGEMENT_POSITIONS[::ORDERS].max(axis=1) < 8
UD_SET_RANK: Array = np.where(_IN_LAYERS, np.cumsum(_IN_LAYERS) - 1, -1)


def _eight_piece_positions() -> Array:
    firsts = ARRANGEMENT_POSITIONS[np.repeat(_IN_LAYERS, ORDERS)]
    orders = np.array(list(permutations(range(4))))
    others = [sorted(set(range(8)) - set(first)) for first in firsts]
    seconds = np.array(others)[:, orders].reshape(-1, 4)
    return np.hstack([np.repeat(firsts, ORDERS, axis=0), seconds])


# Where eight pieces are in eight places, for every rank: 40320 x 8.
EIGHT_PIECE_POSITIONS = _eight_piece_positions()


def edge_arrangement_rank(places: Array) -> Array:
    """Return the ranks of positions (shape n x 4) of four edges."""
    ranks: Array = ARRANGEMENT_RANKS[places @ (12**3, 12**2, 12, 1)]
    return ranks


def eight_piece_rank(places: Array) -> Array:
    """Return the ranks of positions, all below 8, of eight pieces (shape n x 8)."""
    first, second = edge_arrangement_rank(places[..., :4]), edge_arrangement_rank(places[..., 4:])
    return (UD_SET_RANK[first // ORDERS] * ORDERS + first % ORDERS) * ORDERS + second % ORDERS


def coordinates(cube: Cube) -> Coordinates:
    """Return the coordinates of a cube."""
    twist = 0
    for value in cube.corner_twists[:7]:
        twist = 3 * twist + value
    flip = 0
    for value in cube.edge_flips[:11]:
        flip = 2 * flip + value
    corners, edges = np.argsort(cube.corners), np.argsort(cube.edges).reshape(3, 4)
    return Coordinates(
        twist, flip, int(eight_piece_rank(corners)), *map(int, edge_arrangement_rank(edges))
    )


def _digits(base: int, count: int) -> Array:
    """Write 0 .. base^(count-1) - 1 in digits, and one more that makes their sum divisible."""
    numbers = np.arange(base ** (count - 1))
    digits = numbers[:, None] // base ** np.arange(count - 2, -1, -1) % base
    return np.column_stack([digits, -digits.sum(axis=1) % base])


def _number(digits: Array, base: int) -> Array:
    numbers: Array = digits[:, :-1] @ base ** np.arange(digits.shape[1] - 2, -1, -1)
    return numbers


def twist_moves() -> Array:
    """Tabulate what the 18 turns do to the twist: twists x 18."""
    twists = _digits(3, 8)
    turned = [Cube.solved().turn(turn) for turn in ALL_TURNS]
    return _columns(
        _number((twists[:, cube.corners] + cube.corner_twists) % 3, 3) for cube in turned
    )


def flip_moves() -> Array:
    """Tabulate what the 18 turns do to the flip: flips x 18."""
    flips = _digits(2, 12)
    turned = [Cube.solved().turn(turn) for turn in ALL_TURNS]
    return _columns(_number(flips[:, cube.edges] ^ np.array(cube.edge_flips), 2) for cube in turned)


def corner_moves() -> Array:
    """Tabulate what the 18 turns do to the corners: 40320 x 18."""
    turned = [Cube.solved().turn(turn) for turn in ALL_TURNS]
    return _columns(
        eight_piece_rank(np.argsort(cube.corners)[EIGHT_PIECE_POSITIONS]) for cube in turned
    )


def ud_edge_moves(turns: Sequence[Turn]) -> Array:
    """Tabulate what turns that keep them there do to the edges of U and D: 40320 x len(turns)."""
    turned = [Cube.solved().turn(turn) for turn in turns]
    return _columns(
        eight_piece_rank(np.argsort(cube.edges)[EIGHT_PIECE_POSITIONS]) for cube in turned
    )


def edge_arrangement_moves() -> Array:
    """Tabulate what the 18 turns do to the placing of four edges: placings x 18."""
    turned = [Cube.solved().turn(turn) for turn in ALL_TURNS]
    return _columns(
        edge_arrangement_rank(np.argsort(cube.edges)[ARRANGEMENT_POSITIONS]) for cube in turned
    )


def twist_conjugates() -> Array:
    """Return the twist as each of the 16 symmetries shows it: shape 16 x twists."""
    twists = _digits(3, 8)
    images = []
    for symmetry in UD_SYMMETRIES:
        image = np.empty_like(twists)
        image[:, symmetry.corners] = -twists % 3 if symmetry.is_mirror else twists
        images.append(_number(image, 3))
    return np.stack(images)


def flip_slice_conjugates() -> Array:
    """Return slice * 2048 + flip as each of the 16 symmetries shows it: shape 16 x 495 * 2048.

    A symmetry reverses the flip of the places of the slice, or of none. So the flip of an edge
    changes if it is in the slice and does not belong there, or belongs there and is not in it.
    """
    flips = _digits(2, 12)
    occupied = np.zeros((SLICES, 12), dtype=np.int64)
    np.put_along_axis(occupied, ARRANGEMENT_POSITIONS[::ORDERS], 1, axis=1)
    images = []
    for symmetry in UD_SYMMETRIES:
        shifts = np.array(symmetry.edge_shifts)
        image = np.empty_like(flips)
        image[:, symmetry.edges] = flips
        change = np.empty_like(occupied)
        change[:, symmetry.edges] = shifts ^ occupied * shifts[8]
        places = np.sort(np.array(symmetry.edges)[ARRANGEMENT_POSITIONS[::ORDERS]], axis=1)
        slices = edge_arrangement_rank(places) // ORDERS
        flip = _number(image, 2)[None, :] ^ _number(change, 2)[:, None]
        images.append((slices[:, None] * FLIPS + flip).ravel())
    return np.stack(images)


def corner_conjugates() -> Array:
    """Return the corners' rank as each of the 16 symmetries shows it: 16 x 40320."""
    return np.stack([_relabel_eight_pieces(symmetry.corners) for symmetry in UD_SYMMETRIES])


def ud_edge_conjugates() -> Array:
    """Return the rank of the edges of U and D as each of the 16 symmetries shows it: 16 x 40320."""
    return np.stack([_relabel_eight_pieces(symmetry.edges[:8]) for symmetry in UD_SYMMETRIES])


def _relabel_eight_pieces(targets: tuple[int, ...]) -> Array:
    image = np.empty_like(EIGHT_PIECE_POSITIONS)
    image[:, targets] = np.array(targets)[EIGHT_PIECE_POSITIONS]
    return eight_piece_rank(image)


def _columns(columns: object) -> Array:
    return np.column_stack(list(columns))  # type: ignore[call-overload]
