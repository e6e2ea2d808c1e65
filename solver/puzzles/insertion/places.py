"""The places of centres and wings of a big cube, and what its turns do to them.

Every orbit has 24 places, one for each orientation of the cube. A centre is known by its colour, a
wing by its number, so that a cube is solved as far as these go if each place has the label that the
solved cube has there. What is left is the 3x3x3 of corners and central edges.
"""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Colours, Ints, LayerTurn, geometry
from solver.puzzles.nxn.orbits import cube_rotations, edge_orbit

Labels = NDArray[np.uint8]


class OrbitKind(NamedTuple):
    """A kind of orbit, by the layers of one of its stickers on the upper face.

    All orbits of a kind have the same cycles, in turns of layers at the depths named: those of a
    cube of size `n` at `depths` (the row's and the column's).
    """

    name: str
    n: int
    depths: tuple[int, int]


# The size of each has a layer that no turn of such an orbit needs, so that what leaves all else of
# that cube alone leaves all else of any cube alone.
KINDS = (
    OrbitKind("corner centres", 7, (1, 1)),
    OrbitKind("edge centres", 7, (1, 3)),
    OrbitKind("oblique centres", 9, (1, 2)),
    OrbitKind("wings", 7, (0, 1)),
)
CORNER_CENTRES, EDGE_CENTRES, OBLIQUE_CENTRES, WINGS = range(len(KINDS))


class OrbitPlaces(NamedTuple):
    """An orbit of a cube of size n: its kind, its depths, and the stickers of its 24 places."""

    kind: int
    depths: tuple[int, int]
    stickers: Ints


class Places(NamedTuple):
    """The places of a cube of size n, 24 for each orbit, and what turns (by number) do to them.

    `target[turn, place]` is where what is at a place goes; the places that a turn moves are
    `moved[turn, :counts[turn]]`. `is_free[turn]` is whether it turns neither corners nor central
    edges. `odd_depth[turn]` is the depth of the wings of which it makes an odd permutation, or 0.
    """

    target: NDArray[np.int32]
    moved: NDArray[np.int32]
    counts: NDArray[np.int32]
    is_free: NDArray[np.bool_]
    odd_depth: NDArray[np.int32]


@cache
def orbits(n: int) -> tuple[OrbitPlaces, ...]:
    """Return the orbits of a cube of size n: centres, then wings."""
    source = cube_rotations(n).source
    half, middle = n // 2, (n - 1) // 2
    found = []
    for row in range(1, half):
        for column in range(1, half):
            kind = CORNER_CENTRES if row == column else OBLIQUE_CENTRES
            found.append(OrbitPlaces(kind, (row, column), source[:, row * n + column]))
        if n % 2:
            found.append(OrbitPlaces(EDGE_CENTRES, (row, middle), source[:, row * n + middle]))
    for depth in range(1, half):
        found.append(OrbitPlaces(WINGS, (0, depth), edge_orbit(n, depth).stickers))
    return tuple(found)


@cache
def places(n: int) -> Places:
    """Return the places of a cube of size n."""
    cube = geometry(n)
    stickers = np.concatenate([orbit.stickers for orbit in orbits(n)])
    turns = [cube.turn_at(number) for number in range(9 * n)]
    target = np.array([np.argsort(cube.sources(stickers, turn)) for turn in turns], dtype=np.int32)
    moves = target != np.arange(len(stickers))
    count = moves.sum(axis=1).astype(np.int32)
    moved = np.zeros((len(turns), int(count.max())), dtype=np.int32)
    for number, row in enumerate(moves):
        moved[number, : count[number]] = np.flatnonzero(row)
    return Places(
        target,
        moved,
        count,
        np.array([_depth(turn, n) not in (0, (n - 1) / 2) for turn in turns]),
        np.array([_depth(turn, n) if turn.quarters % 2 else 0 for turn in turns], dtype=np.int32),
    )


def _depth(turn: LayerTurn, n: int) -> int:
    layer = turn.layer or 0
    return min(layer, n - 1 - layer)


def labels(colours: Colours, n: int) -> Labels:
    """Return the label of what is at each place: a colour, or the number of a wing."""
    rows: list[Any] = [
        edge_orbit(n, orbit.depths[1]).arrangement(colours)
        if orbit.kind == WINGS
        else colours[orbit.stickers]
        for orbit in orbits(n)
    ]
    return np.concatenate(rows).astype(np.uint8)


def layers_of(orbit: OrbitPlaces, n: int) -> dict[int, int]:
    """Return the layers of a cube of size n as which those of the kind's cube are turned."""
    kind = KINDS[orbit.kind]
    pairs = {0: 0} | dict(zip(kind.depths, orbit.depths, strict=True))
    return pairs | {kind.n - 1 - own: n - 1 - other for own, other in pairs.items()}


def kind_places(kind: OrbitKind) -> Ints:
    """Return the 24 stickers of a kind's own cube, in the order of the places of all its orbits."""
    if kind.depths[0] == 0:
        return edge_orbit(kind.n, kind.depths[1]).stickers
    stickers: Ints = cube_rotations(kind.n).source[:, kind.depths[0] * kind.n + kind.depths[1]]
    return stickers
