"""The pieces of a 4x4x4 and a 5x5x5 in orbits of 24, its moves, and the cube as phases are held.

Centres, wings and, of a 4x4x4, corners, of a 5x5x5 central edges ("midges") are numbered in orbits
of 24 places. Centres go by faces, R L U D F B, four a face, so that those of the x axis are 0 to 7,
those of the y axis 8 to 15 and those of the z axis 16 to 23. The others are numbered as the
stickers of their orbits; a midge is in its orbit twice, by each of its stickers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.engines.options import LAYERS
from solver.puzzles.nxn.layers import Colours, Ints, LayerTurn, geometry
from solver.puzzles.nxn.orbits import SIZE, Orbit, corner_orbit, cube_rotations, edge_orbit
from solver.puzzles.reduction.layer_moves import (
    X,
    moves_of,
    reached_from_first,
    restricted,
    sticker_targets,
)

EDGES = 12
# Places of centres an axis, all of them as a set, and those of its first face.
AXIS_PLACES, OCTET, FACE = 8, 0xFF, 0x0F
_FACE_ORDER = "RLUDFB"

# Contents of the places of each orbit, a row a cube: cubes x orbits x 24. Centres are known by the
# place of their face in `RLUDFB`, the others by their own place.
Contents = NDArray[np.uint8]


@cache
def _centres(n: int) -> tuple[tuple[int, ...], ...]:
    """Return the cells of a face that each orbit of centres has."""
    corners = (n + 1, 2 * n - 2, n * (n - 2) + 1, n * (n - 1) - 2)
    return (corners,) if n % 2 == 0 else (corners, (n + 2, 2 * n + 1, 2 * n + 3, 3 * n + 2))


@cache
def _others(n: int) -> tuple[Orbit, ...]:
    """Return the orbits that are not of centres: the wings first."""
    return edge_orbit(n, 1), corner_orbit(n) if n % 2 == 0 else edge_orbit(n, 2)


@cache
def stickers(n: int) -> Ints:
    """Return the stickers of the orbits of a cube of size n: orbits x 24."""
    centres = [
        [FACES.index(face) * n * n + cell for face in _FACE_ORDER for cell in cells]
        for cells in _centres(n)
    ]
    return np.array([*centres, *(orbit.stickers for orbit in _others(n))], dtype=np.int32)


@cache
def targets(n: int, metric: str) -> NDArray[np.int64]:
    """Return where moves take the pieces of each orbit: moves x orbits x 24."""
    return np.array(
        [
            [restricted(sticker_targets(n, move.turns), orbit) for orbit in stickers(n)]
            for move in moves_of(n, metric)
        ],
        dtype=np.int64,
    )


@cache
def sources(n: int, metric: str) -> Ints:
    """Return where each place's piece comes from in moves: moves x orbits x 24."""
    return np.argsort(targets(n, metric), axis=2).astype(np.int32)


def after_paths(
    cubes: Contents, n: int, metric: str, paths: NDArray[np.uint8], lengths: NDArray[np.int64]
) -> Contents:
    """Return cubes after the first moves of their paths, as many as `lengths` says."""
    found, source = cubes.copy(), sources(n, metric)
    for at in range(int(lengths.max(initial=0))):
        rows = np.flatnonzero(lengths > at)
        found[rows] = np.take_along_axis(found[rows], source[paths[rows, at]], axis=2)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class EdgePlaces:
    """The 24 places of wings or midges: for each its edge (0 to 11), and whether it is high.

    The first four edges are parallel to the x axis, the last four to the y axis. Of the two places
    of an edge one is high: moves that keep the kinds of wings never take a piece from a high place
    to one that is not.
    """

    edge: NDArray[np.int64]
    is_high: NDArray[np.bool_]


@cache
def edge_places(n: int) -> EdgePlaces:
    """Return the edges of the places: wings and midges are numbered alike."""
    known, cells, wings = edge_orbit(n, 1), n * n, len(_centres(n))
    pairs = [
        frozenset((int(own) // cells, int(partner) // cells))
        for own, partner in zip(known.stickers, known.partner, strict=True)
    ]
    sides, flat = ({FACES.index(face) for face in both} for both in ("RL", "UD"))
    ordered = sorted(
        set(pairs), key=lambda pair: (not pair & flat, bool(pair & sides), sorted(pair))
    )
    allowed = [i for i, move in enumerate(moves_of(n, LAYERS)) if move.keeps_wing_kinds]
    return EdgePlaces(
        np.array([ordered.index(pair) for pair in pairs]),
        reached_from_first([targets(n, LAYERS)[i, wings] for i in allowed]),
    )


def edge_targets(n: int, metric: str, orbit: int, is_high: bool) -> NDArray[np.int64]:
    """Return to which edge a move takes what is in each edge's high (or other) place: moves x 12.

    Only for moves that leave high pieces in high places.
    """
    known = edge_places(n)
    own = np.flatnonzero(known.is_high == is_high)
    found = np.empty((len(targets(n, metric)), EDGES), dtype=np.int64)
    found[:, known.edge[own]] = known.edge[targets(n, metric)[:, orbit, own]]
    return found


@cache
def cyclic_views(n: int) -> tuple[int, ...]:
    """Return the three views of the cube that take x to y, y to z and z to x, or none of them."""
    turns = cube_rotations(n).conjugated_turns
    firsts = [geometry(n).turn_index(LayerTurn(axis, 0, 1)) for axis in range(3)]
    seen = [[int(number) for number in view] for view in turns[:, firsts]]
    return tuple(
        view
        for view, images in enumerate(seen)
        if set(images) == set(firsts) and _is_even([firsts.index(image) for image in images])
    )


def _is_even(order: list[int]) -> bool:
    return sum(a > b for i, a in enumerate(order) for b in order[i:]) % 2 == 0


@cache
def views(n: int) -> tuple[int, ...]:
    """Return six views: those of `cyclic_views`, each followed by one turned about its x axis."""
    source = cube_rotations(n).source
    about_x = cube_rotations(n).rotation_turns.index((LayerTurn(X, None, 1),))
    numbers = {row.tobytes(): v for v, row in enumerate(source)}
    turned = [numbers[source[view][source[about_x]].tobytes()] for view in cyclic_views(n)]
    return tuple(view for both in zip(cyclic_views(n), turned, strict=True) for view in both)


def cubes_of(colours: Colours, n: int) -> Contents:
    """Return the contents of a legal cube of size n in each of the six views: 6 x orbits x 24.

    Where a face has a centre that stays, colours are called by the faces on whose centres they are.
    """
    found = np.empty((len(views(n)), len(stickers(n)), SIZE), dtype=np.uint8)
    order = np.array([_FACE_ORDER.index(face) for face in FACES])
    centres = len(_centres(n))
    for row, view in enumerate(views(n)):
        seen = colours[cube_rotations(n).source[view]]
        if n % 2:
            seen = np.argsort(seen[n * n // 2 :: n * n])[seen].astype(np.uint8)
        found[row, :centres] = order[seen[stickers(n)[:centres]]]
        for orbit, each in enumerate(_others(n), start=centres):
            found[row, orbit] = each.arrangement(seen)
    return found


@cache
def turned_moves(n: int, metric: str) -> NDArray[np.uint8]:
    """Return what each move of a view is called in the view that follows it in `views`."""
    conjugated = cube_rotations(n).conjugated_turns
    moves = moves_of(n, metric)

    def real(view: int, number: int) -> frozenset[int]:
        indices = [geometry(n).turn_index(turn) for turn in moves[number].turns]
        return frozenset(int(each) for each in conjugated[view, indices])

    first, second = views(n)[:2]
    called = {real(second, number): number for number in range(len(moves))}
    return np.array([called[real(first, n)] for n in range(len(moves))], dtype=np.uint8)


def masks_of(is_member: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Return the members of the last axis as sets."""
    return is_member @ (np.int64(1) << np.arange(is_member.shape[-1], dtype=np.int64))


def are_odd(orders: NDArray[Any]) -> NDArray[np.int64]:
    """Return for each permutation whether it is odd."""
    count = np.zeros(len(orders), dtype=np.int64)
    for i in range(1, orders.shape[1]):
        count += (orders[:, :i] > orders[:, i : i + 1]).sum(axis=1)
    return count % 2


def places_by_edge(n: int, homes: NDArray[np.uint8], is_high: bool) -> NDArray[np.int64]:
    """Return where the piece of each edge is, as the number of an edge: cubes x 12.

    Of the two wings of an edge the one whose home is the high place, or the other.

    `homes` (cubes x 24) are the contents of an orbit of wings or midges.
    """
    places = edge_places(n)
    own = np.flatnonzero(places.is_high == is_high)
    found = np.empty((len(homes), EDGES), dtype=np.int64)
    edges = places.edge[homes[:, own]]
    np.put_along_axis(found, edges, np.broadcast_to(places.edge[own], edges.shape), axis=1)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSymmetry:
    """Where a rotation or reflection takes the 12 edges, and both kinds of centres (2 x 24)."""

    edges: NDArray[np.int64]
    centres: NDArray[np.int64]


@cache
def symmetries(
    n: int, axes: tuple[int, int, int], swaps: bool = False
) -> tuple[PlaceSymmetry, ...]:
    """Return the symmetries that take each axis to one of its own class, the identity first.

    `axes` names the class of each axis. They leave high places of edges high, or, with `swaps`,
    exchange them with those that are not.
    """
    known, centres = edge_places(n), range(len(_centres(n)))
    found = []
    for order in permutations(range(3)):
        if any(axes[a] != axes[b] for a, b in enumerate(order)):
            continue
        for signs in product((1, -1), repeat=3):
            wings = _images(n, len(centres), order, signs)
            if (known.is_high[wings] == (known.is_high ^ swaps)).all():
                edges = np.empty(EDGES, dtype=np.int64)
                edges[known.edge] = known.edge[wings]
                seen = [_images(n, orbit, order, signs) for orbit in centres]
                found.append(PlaceSymmetry(edges, np.array(seen)))
    return tuple(found)


def _images(
    n: int, orbit: int, order: tuple[int, ...], signs: tuple[int, ...]
) -> NDArray[np.int64]:
    """Return where a symmetry takes each place of an orbit of 24 pieces."""
    places = 2 * geometry(n).places[stickers(n)[orbit]] - (n - 1)
    at = {tuple(place): i for i, place in enumerate(places.tolist())}
    seen = places[:, list(order)] * np.array(signs)
    return np.array([at[tuple(place)] for place in seen.tolist()])
