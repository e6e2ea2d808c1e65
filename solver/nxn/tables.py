"""The tables of the steps that place corners and edges, built once and kept in the user's cache.

A step of the Tsukuda method (seed 000, 14.1) that places corners or edges does so with sequences
found by `macros` on a small cube that has all that matters: a size of 2 or 3 for corners, 3 or 5
for the central edges, 6 for the others, since outer layers, the layers of the pieces and one
more pair of layers are all the difference that there is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver import store
from solver.geometry import FACES
from solver.nxn.distances import Distances, build
from solver.nxn.layers import geometry
from solver.nxn.macros import NONE, Macros, find_macros
from solver.nxn.orbits import SIZE, Orbit, corners, edges

_U, _R, _F, _D, _L, _B = range(6)
_VERSION = 1

Progress = Callable[[float], None]


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a table is made: on what small cube, with which layers, and what is to stay.

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
class _Parts:
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


def _parts(n: int) -> _Parts:
    places = geometry(n).places
    outer = ((places == 0) | (places == n - 1)).sum(axis=1)
    return _Parts(
        places[:, 1] == 0,
        places[:, 1] == n - 1,
        outer == 3,
        outer == 2,
        outer == 1,
        np.arange(6 * n * n) // (n * n),
        places,
    )


def _named(orbit: Orbit, n: int, *faces: int) -> tuple[int, ...]:
    """Give the places whose own sticker is on one of some faces."""
    return tuple(np.flatnonzero(np.isin(orbit.own // (n * n), faces)).tolist())


def _names(orbit: Orbit, n: int, place: int) -> frozenset[int]:
    """Name the edge that a place is on by its two faces."""
    return frozenset((int(orbit.own[place]) // (n * n), int(orbit.partner[place]) // (n * n)))


def _edge_places(orbit: Orbit, n: int, names: set[frozenset[int]]) -> tuple[int, ...]:
    """Give the places on some edges, named by their two faces."""
    return tuple(place for place in range(SIZE) if _names(orbit, n, place) in names)


def _around(face: int) -> tuple[set[frozenset[int]], set[frozenset[int]]]:
    """Give a face's edges at F and R, and those at L and B."""
    return (
        {frozenset((face, _F)), frozenset((face, _R))},
        {frozenset((face, _L)), frozenset((face, _B))},
    )


_MIDDLE = [frozenset((side, face)) for side in (_R, _L) for face in (_F, _B)]


def corner_model(n: int) -> int:
    """Say on which small cube the corners of a cube of size n are searched."""
    return min(n, 3)


def edge_model(n: int) -> int:
    """Say the same of the central edges."""
    return min(n, 5)


# The same of the edges that are not central.
WING_MODEL = 6


def _bottom_corners(n: int) -> Recipe:
    orbit = corners(n)
    home = _named(orbit, n, _D)
    cube = geometry(n)
    goals, stickers = [], orbit.own[list(home)]
    for _ in range(4):
        places = np.flatnonzero(orbit.own == stickers[:, np.newaxis])
        goals.append(tuple((places % SIZE).tolist()))
        stickers = cube.whole[1][stickers]
    nothing = np.zeros(6 * n * n, dtype=np.bool_)
    return Recipe("bottom-corners", n, (0, n - 1), (orbit,), nothing, 1, 1, (), tuple(goals))


def _top_corners(name: str, n: int) -> Recipe:
    orbit = corners(n)
    keep = _parts(n).bottom
    goals = [_named(orbit, n, _U)]
    if name == "top-corners-placed":
        piece = geometry(n).places[orbit.own]
        at = [np.flatnonzero((piece == piece[place]).all(axis=1)).tolist() for place in goals[0]]
        goals = list(product(*at))
    return Recipe(name, n, (0, n - 1), (orbit,), keep, 5, 10, (), tuple(goals))


def _wings(name: str, n: int) -> Recipe:
    parts = _parts(n)
    orbit = edges(n, 1)
    layers = (0, 1, n - 2, n - 1)
    others = parts.edge & ~parts.edges_in(1, n)
    kept = (parts.inner & (parts.face == _D)) | (parts.corner & parts.bottom)
    kept |= others & parts.bottom
    first, second = _around(_D)
    bottom = _edge_places(orbit, n, first), _edge_places(orbit, n, second)
    if name == "bottom-wings-1":
        return Recipe(name, n, layers, (orbit,), kept, 2, 4, (), (bottom[0],))
    if name == "bottom-wings-2":
        return Recipe(name, n, layers, (orbit,), kept, 3, 5, bottom[0], (bottom[1],))
    kept |= (parts.inner & (parts.face == _U)) | parts.corner
    kept |= parts.edges_in(1, n) & parts.bottom | others & parts.top
    below = bottom[0] + bottom[1]
    first, second = _around(_U)
    top = _edge_places(orbit, n, first), _edge_places(orbit, n, second)
    if name == "top-wings-1":
        return Recipe(name, n, layers, (orbit,), kept, 4, 8, below, (top[0],))
    if name == "top-wings-2":
        return Recipe(name, n, layers, (orbit,), kept, 4, 8, below + top[0], (top[1],))
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
    return Recipe(name, n, layers, (orbit,), kept, 3, 6, below + top[0] + top[1], seven)


def _pairs(
    middle: tuple[int, ...],
    edge: dict[frozenset[int], tuple[int, ...]],
    order: tuple[frozenset[int], ...],
) -> list[tuple[int, ...]]:
    """Give the ways in which the pairs of the middle's edges can lie on edges in an order."""
    ways = []
    for swapped in product((1, -1), repeat=len(order)):
        where = {
            piece: place
            for home, to, step in zip(_MIDDLE, order, swapped, strict=True)
            for piece, place in zip(edge[home], edge[to][::step], strict=True)
        }
        ways.append(tuple(where[piece] for piece in middle))
    return ways


def _central(name: str, n: int) -> Recipe:
    parts = _parts(n)
    middle = (n - 1) // 2
    orbit, centres = edges(n, middle), _centres(n)
    layers = (0, middle, n - 1)
    wings = parts.edge & ~parts.edges_in(middle, n)
    kept = (parts.inner & (parts.face == _D)) | (parts.corner & parts.bottom)
    kept |= wings & parts.bottom
    if name == "bottom-edges":
        half, most = (3, 5) if n == 3 else (2, 4)
        return Recipe(name, n, layers, (orbit,), kept, half, most, (), (_named(orbit, n, _D),))
    kept |= (parts.inner & (parts.face == _U)) | parts.corner | (parts.edge & parts.bottom)
    kept |= wings & parts.top
    if name == "top-edges":
        return Recipe(name, n, layers, (orbit,), kept, 4, 8, (), (_named(orbit, n, _U),))
    kept |= wings | (parts.edge & parts.top)
    sides = [
        place
        for place in _edge_places(orbit, n, set(_MIDDLE))
        if orbit.own[place] // (n * n) in (_F, _B)
    ]
    goals = [(*sides, SIZE + _F)]
    if name == "middle-edges-placed":
        places = [_edge_places(orbit, n, {_names(orbit, n, place)}) for place in sides]
        goals = [(*goal, SIZE + _F) for goal in product(*places)]
    return Recipe(name, n, layers, (orbit, centres), kept, 4, 8, (), tuple(goals))


def _centres(n: int) -> Orbit:
    own = np.array([face * n * n + n * n // 2 for face in range(len(FACES))], dtype=np.int32)
    return Orbit(own, own, np.arange(36))


_WINGS = (
    "bottom-wings-1",
    "bottom-wings-2",
    "top-wings-1",
    "top-wings-2",
    "middle-wings",
    "middle-wings-paired",
    "middle-wings-placed",
)
_CENTRAL = ("bottom-edges", "top-edges", "middle-edges", "middle-edges-placed")
_CORNERS = ("bottom-corners", "top-corners", "top-corners-placed")


@cache
def recipe(name: str, model: int) -> Recipe:
    """Say how a table is made for a small cube."""
    if name == "bottom-corners":
        return _bottom_corners(model)
    maker = _top_corners if name in _CORNERS else _wings if name in _WINGS else _central
    return maker(name, model)


@cache
def table(name: str, model: int) -> Distances:
    """Load a table, or build and keep it. Raises store.TableError where it cannot be kept."""
    path = _path(name, model)
    try:
        kept = store.load(path)
    except FileNotFoundError:
        made = _build(recipe(name, model))
        store.save(
            path,
            {
                "moves": made.macros.moves,
                "lengths": made.macros.lengths,
                "targets": made.macros.targets,
                "ranks": made.ranks,
                "steps": made.steps,
                "turns": made.turns,
            },
        )
        return made
    macros = Macros(kept["moves"], kept["lengths"], kept["targets"])
    return Distances(macros, kept["ranks"], kept["steps"], kept["turns"])


def _path(name: str, model: int) -> Path:
    return store.cache_folder() / f"tsukuda-{_VERSION}-{name}-{model}.bin"


def _build(how: Recipe) -> Distances:
    sequences = _sequences(_base(how.name), how.model)
    fixed = np.array(how.fixed, dtype=np.int64)
    still = (sequences.targets[:, fixed] == fixed).all(axis=1)
    return build(
        Macros(sequences.moves[still], sequences.lengths[still], sequences.targets[still]),
        how.goals,
    )


@cache
def _sequences(name: str, model: int) -> Macros:
    """Find the sequences of a table, which those with other goals share."""
    how = recipe(name, model)
    return find_macros(geometry(how.model), how.layers, how.orbits, how.keep, how.half, how.most)


def _base(name: str) -> str:
    """Name a table that has the same sequences."""
    return (
        name.replace("top-wings-2", "top-wings-1").removesuffix("-paired").removesuffix("-placed")
    )


def needed(n: int) -> list[tuple[str, int]]:
    """Name the tables that a cube of size n is solved with, and their models."""
    names = [(name, corner_model(n)) for name in _CORNERS]
    if n > 3:
        names += [(name, WING_MODEL) for name in _WINGS]
    if n % 2:
        names += [(name, edge_model(n)) for name in _CENTRAL]
    return names


def prepare(n: int, progress: Progress = lambda share: None) -> None:
    """Load or build all tables for a size; `progress` is told the share of those to be built."""
    names = needed(n)
    missing = [each for each in names if not _path(*each).exists()]
    for number, (name, model) in enumerate(missing):
        progress(number / len(missing))
        table(name, model)
    for name, model in names:
        table(name, model)


def sequence(row: int, made: Distances) -> list[int]:
    """Give a macro's turns by their numbers on the model."""
    return [int(number) for number in made.macros.moves[row] if number != NONE]
