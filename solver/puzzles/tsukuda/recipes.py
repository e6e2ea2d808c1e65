"""Recipes of the tables of the steps that place corners and edges.

A step of the Tsukuda method (polyhedra paper, section 14.1) that places corners or edges uses
sequences found by `macros` on a small cube that has all that matters: a size of 2 or 3 for corners,
3 or 5 for the central edges, 6 for the others, since outer layers, the layers of the pieces and one
more pair of layers are all the difference that there is.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.orbits import SIZE, Orbit, corner_orbit, edge_orbit

_U, _R, _F, _D, _L, _B = range(6)


@dataclass(frozen=True, slots=True)
class TableSpec:
    """Specification of a table: the small cube, the layers, and what is preserved.

    Sequences of up to 2 `half` and at most `most` turns are used, and of them those that leave the
    places `fixed` alone; `goals` are the places where the pieces are home.
    """

    name: str
    model: int
    layers: tuple[int, ...]
    orbits: tuple[Orbit, ...]
    keep: NDArray[np.bool_]
    half: int
    most: int
    fixed: tuple[int, ...]
    goals: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class _StickerMasks:
    """The stickers of a model by the piece they are on, as masks."""

    bottom: NDArray[np.bool_]
    top: NDArray[np.bool_]
    corner: NDArray[np.bool_]
    edge: NDArray[np.bool_]
    inner: NDArray[np.bool_]
    face: NDArray[np.int64]
    places: NDArray[np.int64]

    def edges_in(self, layer: int, n: int) -> NDArray[np.bool_]:
        """Mark the edge pieces in a layer and the one opposite to it."""
        in_layer = ((self.places == layer) | (self.places == n - 1 - layer)).any(axis=1)
        marked: NDArray[np.bool_] = self.edge & in_layer
        return marked


def _parts(n: int) -> _StickerMasks:
    places = geometry(n).places
    outer = ((places == 0) | (places == n - 1)).sum(axis=1)
    return _StickerMasks(
        places[:, 1] == 0,
        places[:, 1] == n - 1,
        outer == 3,
        outer == 2,
        outer == 1,
        np.arange(6 * n * n) // (n * n),
        places,
    )


def _named(orbit: Orbit, n: int, *faces: int) -> tuple[int, ...]:
    """Return the places whose own sticker is on one of some faces."""
    return tuple(np.flatnonzero(np.isin(orbit.stickers // (n * n), faces)).tolist())


def _names(orbit: Orbit, n: int, place: int) -> frozenset[int]:
    """Return the two faces of the edge that a position is on."""
    return frozenset((int(orbit.stickers[place]) // (n * n), int(orbit.partner[place]) // (n * n)))


def _edge_places(orbit: Orbit, n: int, names: set[frozenset[int]]) -> tuple[int, ...]:
    """Return the places on some edges, named by their two faces."""
    return tuple(place for place in range(SIZE) if _names(orbit, n, place) in names)


def _around(face: int) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """Return a face's edges at F and R, and those at L and B."""
    return (
        {frozenset((face, _F)), frozenset((face, _R))},
        {frozenset((face, _L)), frozenset((face, _B))},
    )


_MIDDLE = [frozenset((side, face)) for side in (_R, _L) for face in (_F, _B)]


def corner_model(n: int) -> int:
    """Return on which small cube the corners of a cube of size n are searched."""
    return min(n, 3)


def edge_model(n: int) -> int:
    """Return the same for the central edges."""
    return min(n, 5)


# The same of the edges that are not central.
WING_MODEL = 6


def _bottom_corners(n: int) -> TableSpec:
    orbit = corner_orbit(n)
    home = _named(orbit, n, _D)
    cube = geometry(n)
    goals, stickers = [], orbit.stickers[list(home)]
    for _ in range(4):
        places = np.flatnonzero(orbit.stickers == stickers[:, np.newaxis])
        goals.append(tuple((places % SIZE).tolist()))
        stickers = cube.rotation_targets[1][stickers]
    nothing = np.zeros(6 * n * n, dtype=np.bool_)
    return TableSpec(
        "bottom-corners",
        n,
        (0, n - 1),
        (orbit,),
        nothing,
        half=1,
        most=1,
        fixed=(),
        goals=tuple(goals),
    )


def _top_corners(name: str, n: int) -> TableSpec:
    orbit = corner_orbit(n)
    keep = _parts(n).bottom
    goals = [_named(orbit, n, _U)]
    if name == "top-corners-placed":
        piece = geometry(n).places[orbit.stickers]
        at = [np.flatnonzero((piece == piece[place]).all(axis=1)).tolist() for place in goals[0]]
        goals = list(product(*at))
    return TableSpec(
        name, n, (0, n - 1), (orbit,), keep, half=5, most=10, fixed=(), goals=tuple(goals)
    )


def _wings(name: str, n: int) -> TableSpec:
    parts = _parts(n)
    orbit = edge_orbit(n, 1)
    layers = (0, 1, n - 2, n - 1)
    others = parts.edge & ~parts.edges_in(1, n)
    kept = (parts.inner & (parts.face == _D)) | (parts.corner & parts.bottom)
    kept |= others & parts.bottom
    first, second = _around(_D)
    bottom = _edge_places(orbit, n, first), _edge_places(orbit, n, second)
    if name == "bottom-wings-1":
        return TableSpec(
            name, n, layers, (orbit,), kept, half=2, most=4, fixed=(), goals=(bottom[0],)
        )
    if name == "bottom-wings-2":
        return TableSpec(
            name, n, layers, (orbit,), kept, half=3, most=5, fixed=bottom[0], goals=(bottom[1],)
        )
    kept |= (parts.inner & (parts.face == _U)) | parts.corner
    kept |= parts.edges_in(1, n) & parts.bottom | others & parts.top
    below = bottom[0] + bottom[1]
    first, second = _around(_U)
    top = _edge_places(orbit, n, first), _edge_places(orbit, n, second)
    if name == "top-wings-1":
        return TableSpec(
            name, n, layers, (orbit,), kept, half=4, most=8, fixed=below, goals=(top[0],)
        )
    if name == "top-wings-2":
        return TableSpec(
            name, n, layers, (orbit,), kept, half=4, most=8, fixed=below + top[0], goals=(top[1],)
        )
    middle = _edge_places(orbit, n, set(_MIDDLE))
    kept |= (parts.edges_in(1, n) & parts.top) | others
    edge = {names: _edge_places(orbit, n, {names}) for names in _MIDDLE}
    goals: list[tuple[int, ...]] = [middle]
    if name == "middle-wings-paired":
        goals = [goal for order in permutations(_MIDDLE) for goal in _pairs(middle, edge, order)]
    elif name == "middle-wings-placed":
        goals = _pairs(middle, edge, tuple(_MIDDLE))
    # The eighth piece is home where seven are.
    seven = tuple(goal[:7] for goal in goals)
    return TableSpec(
        name, n, layers, (orbit,), kept, half=3, most=6, fixed=below + top[0] + top[1], goals=seven
    )


def _pairs(
    middle: tuple[int, ...],
    edge: dict[frozenset[int], tuple[int, ...]],
    order: tuple[frozenset[int], ...],
) -> list[tuple[int, ...]]:
    """Return the possible arrangements of the middle's edge pairs on edges in an order."""
    arrangements = []
    for swapped in product((1, -1), repeat=len(order)):
        where = {
            piece: place
            for home, to, step in zip(_MIDDLE, order, swapped, strict=True)
            for piece, place in zip(edge[home], edge[to][::step], strict=True)
        }
        arrangements.append(tuple(where[piece] for piece in middle))
    return arrangements


def _central(name: str, n: int) -> TableSpec:
    parts = _parts(n)
    middle = (n - 1) // 2
    orbit, centres = edge_orbit(n, middle), _centres(n)
    layers = (0, middle, n - 1)
    wings = parts.edge & ~parts.edges_in(middle, n)
    kept = (parts.inner & (parts.face == _D)) | (parts.corner & parts.bottom)
    kept |= wings & parts.bottom
    if name == "bottom-edges":
        half, most = (3, 5) if n == 3 else (2, 4)
        return TableSpec(
            name,
            n,
            layers,
            (orbit,),
            kept,
            half=half,
            most=most,
            fixed=(),
            goals=(_named(orbit, n, _D),),
        )
    kept |= (parts.inner & (parts.face == _U)) | parts.corner | (parts.edge & parts.bottom)
    kept |= wings & parts.top
    if name == "top-edges":
        return TableSpec(
            name, n, layers, (orbit,), kept, half=4, most=8, fixed=(), goals=(_named(orbit, n, _U),)
        )
    kept |= wings | (parts.edge & parts.top)
    sides = [
        place
        for place in _edge_places(orbit, n, set(_MIDDLE))
        if orbit.stickers[place] // (n * n) in (_F, _B)
    ]
    goals = [(*sides, SIZE + _F)]
    if name == "middle-edges-placed":
        places = [_edge_places(orbit, n, {_names(orbit, n, place)}) for place in sides]
        goals = [(*goal, SIZE + _F) for goal in product(*places)]
    return TableSpec(
        name, n, layers, (orbit, centres), kept, half=4, most=8, fixed=(), goals=tuple(goals)
    )


def _centres(n: int) -> Orbit:
    own = np.array([face * n * n + n * n // 2 for face in range(len(FACES))], dtype=np.int32)
    return Orbit(own, own, np.arange(36))


WINGS = (
    "bottom-wings-1",
    "bottom-wings-2",
    "top-wings-1",
    "top-wings-2",
    "middle-wings",
    "middle-wings-paired",
    "middle-wings-placed",
)
CENTRAL = ("bottom-edges", "top-edges", "middle-edges", "middle-edges-placed")
CORNERS = ("bottom-corners", "top-corners", "top-corners-placed")


@cache
def table_spec(name: str, model: int) -> TableSpec:
    """Return how a table is made for a small cube."""
    if name == "bottom-corners":
        return _bottom_corners(model)
    maker = _top_corners if name in CORNERS else _wings if name in WINGS else _central
    return maker(name, model)
