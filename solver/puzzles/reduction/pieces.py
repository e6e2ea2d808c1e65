"""The centres and wings of a 4x4x4 in the order of the phases' coordinates.

Centres are numbered by faces, R L U D F B, four a face, so that those on the x axis are bits 0 to 7
of a set, those on the y axis 8 to 15 and those on the z axis 16 to 23. Wings are numbered as the
stickers of their orbit. Two wings of an edge can never be exchanged by the moves of phase 3: of the
two places of an edge one is *high* and the other *low*, and wings stay in their kind of place.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.engines.options import LAYERS
from solver.puzzles.nxn.layers import Ints, LayerTurn, geometry
from solver.puzzles.nxn.orbits import SIZE, cube_rotations, edge_orbit
from solver.puzzles.reduction.layer_moves import (
    X,
    moves_of,
    reached_from_first,
    restricted,
    sticker_targets,
)

N = 4
EDGES = 12

_FACE_ORDER = "RLUDFB"
_INNER = (N + 1, N + 2, 2 * N + 1, 2 * N + 2)
# The stickers of the 24 centres.
CENTRES: Ints = np.array(
    [FACES.index(face) * N * N + cell for face in _FACE_ORDER for cell in _INNER], dtype=np.int32
)


@dataclass(frozen=True, slots=True)
class Wings:
    """The 24 wings: for each its edge (0 to 11, first the four along x) and whether it is high.

    `mate` is the other wing of the edge, `stickers` (24) the stickers by which wings are known.
    """

    stickers: Ints
    edge: NDArray[np.int64]
    is_high: NDArray[np.bool_]
    mate: NDArray[np.int64]


@cache
def wings() -> Wings:
    """Return the wings of a 4x4x4."""
    orbit = edge_orbit(N, 1)
    own, partner = (stickers // (N * N) for stickers in (orbit.stickers, orbit.partner))
    mate = np.array([int(orbit.home[6 * b + a]) for a, b in zip(own, partner, strict=True)])
    along_x = ~(np.isin(own, _faces("RL")) | np.isin(partner, _faces("RL")))
    first = [i for i in range(SIZE) if i < mate[i]]
    first.sort(key=lambda i: not along_x[i])
    edge = np.empty(SIZE, dtype=np.int64)
    edge[first] = edge[mate[first]] = np.arange(EDGES)
    return Wings(orbit.stickers, edge, _high_places(orbit.stickers), mate)


def _faces(letters: str) -> list[int]:
    return [FACES.index(letter) for letter in letters]


def _high_places(stickers: Ints) -> NDArray[np.bool_]:
    """Return a mask of the places to which phase 3 can take the first wing."""
    return reached_from_first(
        [
            restricted(sticker_targets(N, move.turns), stickers)
            for move in moves_of(N, LAYERS)
            if move.keeps_wing_kinds
        ]
    )


@cache
def wing_symmetries() -> NDArray[np.uint8]:
    """Return what the 8 symmetries that keep the x axis and high places do to the edges: 8 x 12."""
    known = wings()
    places = 2 * geometry(N).places[known.stickers] - (N - 1)
    at = {tuple(place): i for i, place in enumerate(places.tolist())}
    found: set[tuple[int, ...]] = set()
    for order in permutations(range(3)):
        if order[0] != X:
            continue
        for signs in product((1, -1), repeat=3):
            image = np.array([at[tuple(place)] for place in (places[:, order] * signs).tolist()])
            if (known.is_high[image] == known.is_high).all():
                edges = np.empty(EDGES, dtype=np.int64)
                edges[known.edge] = known.edge[image]
                found.add(tuple(edges.tolist()))
    return np.array(sorted(found), dtype=np.uint8)


@cache
def recolourings() -> NDArray[np.uint8]:
    """Return for each rotation of the cube the face that the colour of a face is to be called.

    So recoloured (24 x 6), the solved cube in that orientation is the solved cube.
    """
    seen = geometry(N).solved[cube_rotations(N).source][:, :: N * N]
    return np.argsort(seen, axis=1).astype(np.uint8)


@cache
def cyclic_views() -> tuple[int, ...]:
    """Return the three views of the cube that take x to y, y to z and z to x, or none of them."""
    turns = cube_rotations(N).conjugated_turns
    firsts = [geometry(N).turn_index(LayerTurn(axis, 0, 1)) for axis in range(3)]
    seen = [[int(number) for number in view] for view in turns[:, firsts]]
    return tuple(
        view
        for view, images in enumerate(seen)
        if set(images) == set(firsts) and _is_even([firsts.index(image) for image in images])
    )


def _is_even(order: list[int]) -> bool:
    return sum(a > b for i, a in enumerate(order) for b in order[i:]) % 2 == 0
