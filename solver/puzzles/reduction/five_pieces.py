"""The pieces of a 5x5x5 in four orbits of 24, its moves, and the cube as phases are held.

Corner centres, edge centres, wings and central edges ("midges") are numbered in orbits of 24
places. Centres go by faces, R L U D F B, four a face, so that those of the x axis are 0 to 7, those
of the y axis 8 to 15 and those of the z axis 16 to 23. Wings and midges are numbered as the
stickers of their orbits; a midge is in its orbit twice, by each of its stickers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.engines.options import LAYERS
from solver.puzzles.nxn.layers import Colours, Ints, LayerTurn, geometry
from solver.puzzles.nxn.orbits import SIZE, cube_rotations, edge_orbit
from solver.puzzles.reduction.layer_moves import (
    X,
    moves_of,
    reached_from_first,
    restricted,
    sticker_targets,
)
from solver.puzzles.reduction.pieces import EDGES, cyclic_views

N = 5
CORNER_CENTRES, EDGE_CENTRES, WINGS, MIDGES = ORBITS = range(4)
_FACE_ORDER = "RLUDFB"
_CELLS = N * N
_CORNER_CELLS = (N + 1, N + 3, 3 * N + 1, 3 * N + 3)
_EDGE_CELLS = (N + 2, 2 * N + 1, 2 * N + 3, 3 * N + 2)
_CENTRE_CELL = 2 * N + 2

# Contents of the places of each orbit, a row a cube: cubes x 4 x 24. Centres are known by the place
# of their face in `RLUDFB`, wings and midges by their own place.
Contents = NDArray[np.uint8]


@cache
def stickers() -> Ints:
    """Return the stickers of the four orbits: 4 x 24."""
    centres = [
        [FACES.index(face) * _CELLS + cell for face in _FACE_ORDER for cell in cells]
        for cells in (_CORNER_CELLS, _EDGE_CELLS)
    ]
    edges = [edge_orbit(N, layer).stickers for layer in (1, 2)]
    return np.array([*centres, *edges], dtype=np.int32)


@cache
def targets(metric: str) -> NDArray[np.int64]:
    """Return where moves take the pieces of each orbit: moves x 4 x 24."""
    return np.array(
        [
            [restricted(sticker_targets(N, move.turns), orbit) for orbit in stickers()]
            for move in moves_of(N, metric)
        ],
        dtype=np.int64,
    )


@cache
def sources(metric: str) -> Ints:
    """Return where each place's piece comes from in moves: moves x 4 x 24."""
    return np.argsort(targets(metric), axis=2).astype(np.int32)


def after_paths(
    cubes: Contents, metric: str, paths: NDArray[np.uint8], lengths: NDArray[np.int64]
) -> Contents:
    """Return cubes after the first moves of their paths, as many as `lengths` says."""
    found, source = cubes.copy(), sources(metric)
    for at in range(int(lengths.max(initial=0))):
        rows = np.flatnonzero(lengths > at)
        found[rows] = np.take_along_axis(found[rows], source[paths[rows, at]], axis=2)
    return found


@dataclass(frozen=True, slots=True, eq=False)
class EdgePlaces:
    """The 24 places of wings or midges: for each its edge (0 to 11), and whether it is high.

    The last four edges are parallel to the y axis. Of the two places of an edge one is high: phase
    4 never takes a piece from a high place to one that is not.
    """

    edge: NDArray[np.int64]
    is_high: NDArray[np.bool_]


@cache
def edge_places() -> EdgePlaces:
    """Return the edges of the places: wings and midges are numbered alike."""
    known = edge_orbit(N, 1)
    pairs = [
        frozenset((int(own) // _CELLS, int(partner) // _CELLS))
        for own, partner in zip(known.stickers, known.partner, strict=True)
    ]
    flat = {FACES.index("U"), FACES.index("D")}
    ordered = sorted(set(pairs), key=lambda pair: (not pair & flat, sorted(pair)))
    allowed = [i for i, move in enumerate(moves_of(N, LAYERS)) if move.keeps_wing_kinds]
    return EdgePlaces(
        np.array([ordered.index(pair) for pair in pairs]),
        reached_from_first([targets(LAYERS)[i, WINGS] for i in allowed]),
    )


def edge_targets(metric: str, orbit: int, is_high: bool) -> NDArray[np.int64]:
    """Return to which edge a move takes what is in each edge's high (or other) place: moves x 12.

    Only for moves that leave high pieces in high places.
    """
    known = edge_places()
    own = np.flatnonzero(known.is_high == is_high)
    found = np.empty((len(targets(metric)), EDGES), dtype=np.int64)
    found[:, known.edge[own]] = known.edge[targets(metric)[:, orbit, own]]
    return found


@cache
def views() -> tuple[int, ...]:
    """Return six views: those of `cyclic_views`, each followed by one turned about its x axis."""
    source = cube_rotations(N).source
    about_x = cube_rotations(N).rotation_turns.index((LayerTurn(X, None, 1),))
    numbers = {row.tobytes(): v for v, row in enumerate(source)}
    turned = [numbers[source[view][source[about_x]].tobytes()] for view in cyclic_views()]
    return tuple(view for both in zip(cyclic_views(), turned, strict=True) for view in both)


def cubes_of(colours: Colours) -> Contents:
    """Return the contents of a legal cube in each of the six views: 6 x 4 x 24."""
    found = np.empty((len(views()), len(ORBITS), SIZE), dtype=np.uint8)
    order = np.array([_FACE_ORDER.index(face) for face in FACES])
    for row, view in enumerate(views()):
        seen = colours[cube_rotations(N).source[view]]
        # Colours are called by the faces on whose centres they are.
        named = np.argsort(seen[_CENTRE_CELL::_CELLS])[seen].astype(np.uint8)
        for orbit in (CORNER_CENTRES, EDGE_CENTRES):
            found[row, orbit] = order[named[stickers()[orbit]]]
        for orbit in (WINGS, MIDGES):
            found[row, orbit] = edge_orbit(N, orbit - WINGS + 1).arrangement(named)
    return found


@cache
def turned_moves(metric: str) -> NDArray[np.uint8]:
    """Return what each move of a view is called in the view that follows it in `views`."""
    conjugated = cube_rotations(N).conjugated_turns
    moves = moves_of(N, metric)

    def real(view: int, number: int) -> frozenset[int]:
        indices = [geometry(N).turn_index(turn) for turn in moves[number].turns]
        return frozenset(int(each) for each in conjugated[view, indices])

    first, second = views()[:2]
    called = {real(second, number): number for number in range(len(moves))}
    return np.array([called[real(first, n)] for n in range(len(moves))], dtype=np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class PlaceSymmetry:
    """Where a rotation or reflection takes the 12 edges, and both kinds of centres (2 x 24)."""

    edges: NDArray[np.int64]
    centres: NDArray[np.int64]


@cache
def symmetries(axes: tuple[int, int, int], swaps: bool = False) -> tuple[PlaceSymmetry, ...]:
    """Return the symmetries that take each axis to one of its own class, the identity first.

    `axes` names the class of each axis. They leave high places of edges high, or, with `swaps`,
    exchange them with those that are not.
    """
    high = edge_places().is_high
    found = []
    for order in permutations(range(3)):
        if any(axes[a] != axes[b] for a, b in enumerate(order)):
            continue
        for signs in product((1, -1), repeat=3):
            wings = _images(WINGS, order, signs)
            if (high[wings] == (high ^ swaps)).all():
                edges = np.empty(EDGES, dtype=np.int64)
                edges[edge_places().edge] = edge_places().edge[wings]
                centres = [_images(o, order, signs) for o in (CORNER_CENTRES, EDGE_CENTRES)]
                found.append(PlaceSymmetry(edges, np.array(centres)))
    return tuple(found)


def _images(orbit: int, order: tuple[int, ...], signs: tuple[int, ...]) -> NDArray[np.int64]:
    """Return where a symmetry takes each place of an orbit of 24 pieces."""
    places = 2 * geometry(N).places[stickers()[orbit]] - (N - 1)
    at = {tuple(place): i for i, place in enumerate(places.tolist())}
    seen = places[:, list(order)] * np.array(signs)
    return np.array([at[tuple(place)] for place in seen.tolist()])
