"""The states with which the phases of a 5x5x5 begin, from the contents of cubes."""

from __future__ import annotations

from functools import cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.beam import Choices
from solver.puzzles.reduction.coordinates import Numbers, key_of
from solver.puzzles.reduction.five_phases import (
    CORNER_CENTRES,
    EDGE_CENTRES,
    FOUR,
    LAST_EDGES,
    MIDGES,
    WINGS,
    N,
    designs,
)
from solver.puzzles.reduction.layer_moves import X, Y, Z
from solver.puzzles.reduction.pieces import (
    AXIS_PLACES,
    EDGES,
    Contents,
    are_odd,
    edge_places,
    masks_of,
    places_by_edge,
)

_BOTH_CENTRES = [CORNER_CENTRES, EDGE_CENTRES]


def choices(metric: str, phase: int, cubes: Contents) -> Choices:
    """Return all states with which a phase (0 to 4) can begin from some cubes."""
    return (_first, _second, _third, _fourth, _fifth)[phase](metric, cubes)


def _one_each(state: Numbers, sets: NDArray[np.uint32] | None = None) -> Choices:
    rows = np.arange(len(state))
    return Choices(
        rows, state, np.zeros((len(state), 0), dtype=np.uint32) if sets is None else sets
    )


def _first(metric: str, cubes: Contents) -> Choices:
    sets = masks_of(cubes[:, _BOTH_CENTRES] // 2 == X).astype(np.uint32)
    return _one_each(np.zeros((len(cubes), 0), dtype=np.int64), sets)


def _second(metric: str, cubes: Contents) -> Choices:
    coordinates = designs(metric)[1].coordinates
    keys = masks_of(cubes[:, _BOTH_CENTRES, AXIS_PLACES:] // 2 == Y)
    splits = [coordinates[i].of_key[keys[:, i]] for i in range(2)]
    return _one_each(np.stack([*splits, are_odd(cubes[:, WINGS])], axis=1))


def _axis_keys(cubes: Contents, axis: int) -> Numbers:
    own = slice(AXIS_PLACES * axis, AXIS_PLACES * (axis + 1))
    keys = masks_of(cubes[:, _BOTH_CENTRES, own] == 2 * axis)
    return keys[:, 0] | keys[:, 1] << AXIS_PLACES


def _third(metric: str, cubes: Contents) -> Choices:
    """Return a state for each choice of edges whose two wings change their names and kinds."""
    flips, x_centres = designs(metric)[2].coordinates
    places = edge_places(N)
    homes, midges = cubes[:, WINGS], cubes[:, MIDGES]
    wings = masks_of(places.is_high[homes])[:, np.newaxis]
    flipped = places.is_high & ~places.is_high[midges]
    flip = (flipped << places.edge).sum(axis=1)[:, np.newaxis]
    # What each edge changes: its wings, and the place of its midge.
    of_edge = np.arange(EDGES)[:, np.newaxis]
    wing_bits = masks_of(places.edge[homes][:, np.newaxis] == of_edge)
    midge_at = (places.edge[midges][:, np.newaxis] == of_edge) & places.is_high
    midge_bits = (midge_at << places.edge).sum(axis=2)
    for edge in range(1, EDGES):
        # As many are flipped as before, mod 2.
        wings = np.hstack([wings, wings ^ (wing_bits[:, :1] ^ wing_bits[:, edge : edge + 1])])
        flip = np.hstack([flip, flip ^ (midge_bits[:, :1] ^ midge_bits[:, edge : edge + 1])])
    ways = wings.shape[1]
    x_keys = np.repeat(x_centres.of_key[_axis_keys(cubes, X)], ways)
    return Choices(
        np.repeat(np.arange(len(cubes)), ways),
        np.stack([flips.of_key[flip.ravel()], x_keys], axis=1),
        wings.reshape(-1, 1).astype(np.uint32),
    )


def _edge_pieces(cubes: Contents) -> list[Numbers]:
    """Return at which edge each edge's midge is, its wing in a high place, and the other."""
    return [
        places_by_edge(N, cubes[:, orbit], is_high)
        for orbit, is_high in ((MIDGES, True), (WINGS, True), (WINGS, False))
    ]


@cache
def _fours() -> Numbers:
    return np.array(list(combinations(range(EDGES), FOUR)))


def _fourth(metric: str, cubes: Contents) -> Choices:
    """Return a state for each choice of four edges."""
    places, high, low, z_centres, x_centres, *sets = designs(metric)[3].coordinates
    midges, *wings = (each[:, _fours()] for each in _edge_pieces(cubes))
    order = np.argsort(midges, axis=2)
    ways = len(_fours())
    state = [places.of_key[(1 << midges).sum(axis=2).ravel()]]
    for coordinate, each in zip((high, low), wings, strict=True):
        arranged = np.take_along_axis(each, order, axis=2)
        state.append(coordinate.of_key[key_of(arranged, EDGES).ravel()])
    for coordinate, axis in ((z_centres, Z), (x_centres, X)):
        state.append(np.repeat(coordinate.of_key[_axis_keys(cubes, axis)], ways))
    for coordinate, each in zip(sets, wings, strict=True):
        state.append(coordinate.of_key[(1 << each).sum(axis=2).ravel()])
    return Choices(
        np.repeat(np.arange(len(cubes)), ways),
        np.stack(state, axis=1),
        np.zeros((len(cubes) * ways, 0), dtype=np.uint32),
    )


def _fifth(metric: str, cubes: Contents) -> Choices:
    high, low, *centres = designs(metric)[4].coordinates
    midges, *wings = _edge_pieces(cubes)
    # Which edges are left: those whose midges are not parallel to y.
    edges = np.argsort(midges, axis=1)[:, :LAST_EDGES]
    state = [
        coordinate.of_key[key_of(np.take_along_axis(each, edges, axis=1), LAST_EDGES)]
        for coordinate, each in zip((high, low), wings, strict=True)
    ]
    for coordinate, axis in zip(centres, (Y, Z, X), strict=True):
        state.append(coordinate.of_key[_axis_keys(cubes, axis)])
    return _one_each(np.stack(state, axis=1))
