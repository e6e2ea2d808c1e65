"""Numbers that say a part of a cube's state, and how turns and symmetries change them.

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

from solver.cube import Cube
from solver.turn import ALL_TURNS
from solver.two_phase.symmetry import AXIS_SYMMETRIES

Array = NDArray[np.int64]

TWISTS = 3**7
FLIPS = 2**11
SLICES = 495
ORDERS = 24
PLACINGS = SLICES * ORDERS
CORNERS = 40320
LAYER_EDGES = 40320


class Coordinates(NamedTuple):
    """A cube as numbers. The last three say where four edges are: those of U, of D, the slice's.

    Such a placing is 24 times the rank of the set of places, plus the rank of their order.
    """

    twist: int
    flip: int
    corners: int
    u_edges: int
    d_edges: int
    slice_edges: int


def _placings() -> Array:
    return np.array(
        [order for places in combinations(range(12), 4) for order in permutations(places)]
    )


# PLACES_OF[placing] is where the four edges are; PLACING_OF undoes it, from the places in base 12.
PLACES_OF = _placings()
PLACING_OF: Array = np.full(12**4, -1)
PLACING_OF[PLACES_OF @ (12**3, 12**2, 12, 1)] = np.arange(PLACINGS)

# The rank of a set of four places among the 70 within the layers of U and D, else -1.
_IN_LAYERS = PLACES_OF[::ORDERS].max(axis=1) < 8
LAYER_RANK: Array = np.where(_IN_LAYERS, np.cumsum(_IN_LAYERS) - 1, -1)

CORNER_ORDERS: Array = np.array(list(permutations(range(8))))
_CORNER_CODES: Array = CORNER_ORDERS @ 8 ** np.arange(7, -1, -1)


def placing(places: Array) -> Array:
    """Rank the places (shape n x 4) of four edges."""
    ranks: Array = PLACING_OF[places @ (12**3, 12**2, 12, 1)]
    return ranks


def corner_rank(orders: Array) -> Array:
    """Rank permutations of the corners (shape n x 8)."""
    return np.searchsorted(_CORNER_CODES, orders @ 8 ** np.arange(7, -1, -1))


def layer_edges(u_edges: Array, d_edges: Array) -> Array:
    """Rank the eight edges of U and D, in these two layers, from their two placings."""
    return (LAYER_RANK[u_edges // ORDERS] * ORDERS + u_edges % ORDERS) * ORDERS + d_edges % ORDERS


def coordinates(cube: Cube) -> Coordinates:
    """Give the coordinates of a cube."""
    twist = 0
    for value in cube.corner_twists[:7]:
        twist = 3 * twist + value
    flip = 0
    for value in cube.edge_flips[:11]:
        flip = 2 * flip + value
    code = 0
    for value in cube.corners:
        code = 8 * code + value
    places = [0] * 12
    for place, edge in enumerate(cube.edges):
        places[edge] = place
    return Coordinates(
        twist,
        flip,
        int(np.searchsorted(_CORNER_CODES, code)),
        *(
            int(
                PLACING_OF[
                    ((places[i] * 12 + places[i + 1]) * 12 + places[i + 2]) * 12 + places[i + 3]
                ]
            )
            for i in (0, 4, 8)
        ),
    )


def _digits(base: int, count: int) -> Array:
    """Write 0 .. base^(count-1) - 1 in digits, and one more that makes their sum divisible."""
    numbers = np.arange(base ** (count - 1))
    digits = numbers[:, None] // base ** np.arange(count - 2, -1, -1) % base
    return np.column_stack([digits, -digits.sum(axis=1) % base])


def _number(digits: Array, base: int) -> Array:
    numbers: Array = digits[:, :-1] @ base ** np.arange(digits.shape[1] - 2, -1, -1)
    return numbers


def move_tables() -> dict[str, Array]:
    """Tabulate what the 18 turns do: arrays of shape states x 18."""
    turned = [Cube.solved().turn(turn) for turn in ALL_TURNS]
    twists, flips = _digits(3, 8), _digits(2, 12)
    targets = [np.argsort(cube.edges) for cube in turned]
    return {
        "twist_move": _columns(
            _number((twists[:, cube.corners] + cube.corner_twists) % 3, 3) for cube in turned
        ),
        "flip_move": _columns(
            _number(flips[:, cube.edges] ^ np.array(cube.edge_flips), 2) for cube in turned
        ),
        "corner_move": _columns(corner_rank(CORNER_ORDERS[:, cube.corners]) for cube in turned),
        "placing_move": _columns(placing(target[PLACES_OF]) for target in targets),
    }


def twist_images() -> Array:
    """Give the twist as each of the 16 symmetries shows it: shape 16 x twists."""
    twists = _digits(3, 8)
    images = []
    for symmetry in AXIS_SYMMETRIES:
        image = np.empty_like(twists)
        image[:, symmetry.corners] = -twists % 3 if symmetry.is_mirror else twists
        images.append(_number(image, 3))
    return np.stack(images)


def flip_slice_images() -> Array:
    """Give slice * 2048 + flip as each of the 16 symmetries shows it: shape 16 x 495 * 2048.

    A symmetry turns the flip about for the edges of the slice, or for none. So an edge's flip
    changes where it is in the slice and does not belong there, or belongs there and is not in it.
    """
    flips = _digits(2, 12)
    occupied = np.zeros((SLICES, 12), dtype=np.int64)
    np.put_along_axis(occupied, PLACES_OF[::ORDERS], 1, axis=1)
    images = []
    for symmetry in AXIS_SYMMETRIES:
        shifts = np.array(symmetry.edge_shifts)
        image = np.empty_like(flips)
        image[:, symmetry.edges] = flips
        change = np.empty_like(occupied)
        change[:, symmetry.edges] = shifts ^ occupied * shifts[8]
        places = np.sort(np.array(symmetry.edges)[PLACES_OF[::ORDERS]], axis=1)
        slices = placing(places) // ORDERS
        flip = _number(image, 2)[None, :] ^ _number(change, 2)[:, None]
        images.append((slices[:, None] * FLIPS + flip).ravel())
    return np.stack(images)


def corner_images() -> Array:
    """Give the permutation of the corners as each of the 16 symmetries shows it: 16 x 40320."""
    images = []
    for symmetry in AXIS_SYMMETRIES:
        image = np.empty_like(CORNER_ORDERS)
        image[:, symmetry.corners] = np.array(symmetry.corners)[CORNER_ORDERS]
        images.append(corner_rank(image))
    return np.stack(images)


def _layer_edge_places() -> Array:
    """Give where the eight edges of U and D are, for every rank: shape 40320 x 8."""
    ranks = np.arange(LAYER_EDGES)
    sets = PLACES_OF[::ORDERS][_IN_LAYERS][ranks // ORDERS**2]
    orders = np.array(list(permutations(range(4))))
    u_places = np.take_along_axis(sets, orders[ranks // ORDERS % ORDERS], axis=1)
    free = np.ones((LAYER_EDGES, 8), dtype=bool)
    np.put_along_axis(free, sets, False, axis=1)
    others = np.nonzero(free)[1].reshape(LAYER_EDGES, 4)
    return np.hstack([u_places, np.take_along_axis(others, orders[ranks % ORDERS], axis=1)])


def layer_edge_move_table(turns: Sequence[int]) -> Array:
    """Tabulate what those of the 18 turns that keep the layers do: 40320 x len(turns)."""
    places = _layer_edge_places()
    targets = [np.argsort(Cube.solved().turn(ALL_TURNS[turn]).edges) for turn in turns]
    return _columns(_rank_layer_edges(target[places]) for target in targets)


def layer_edge_images() -> Array:
    """Give the permutation of the edges of U and D as each of the 16 symmetries shows it."""
    places = _layer_edge_places()
    images = []
    for symmetry in AXIS_SYMMETRIES:
        targets = np.array(symmetry.edges)
        image = np.empty_like(places)
        image[:, targets[:8]] = targets[places]
        images.append(_rank_layer_edges(image))
    return np.stack(images)


def _rank_layer_edges(places: Array) -> Array:
    return layer_edges(placing(places[:, :4]), placing(places[:, 4:]))


def _columns(columns: object) -> Array:
    return np.column_stack(list(columns))  # type: ignore[call-overload]
