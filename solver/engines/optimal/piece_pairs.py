"""Coordinates of pairs of pieces, from which the inverse cube's coordinates are summed.

What the inverse of a cube looks like depends on which piece is where, which the coordinates of
the pattern database do not tell. A pair of pieces has few states (576, corners as edges), so that
tables for all ten pairs stay in the nearest cache; and each pair adds its share to the
coordinates of the inverse, independently of the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.core.turn import ALL_TURNS
from solver.cube import Cube
from solver.symmetry import AXIS_ROTATIONS, Symmetry

CORNER_PAIRS, EDGE_PAIRS = 4, 6
STATES = (8 * 3) ** 2
# The places of the slice's edges, in base 12, stand above the flips of the edges.
PLACES_BIT = 11

Array = NDArray[np.int64]


def pair_coordinates(cube: Cube) -> tuple[int, ...]:
    """Return the coordinate of each pair: of corners 0 and 1, 2 and 3, ..., then of edges."""
    corners, edges = np.argsort(cube.corners), np.argsort(cube.edges)
    twists, flips = np.array(cube.corner_twists)[corners], np.array(cube.edge_flips)[edges]
    return (*_numbers(corners, twists, 8, 3), *_numbers(edges, flips, 12, 2))


def _numbers(places: Array, turned: Array, many: int, orientations: int) -> list[int]:
    first = (places[0::2] * many + places[1::2]) * orientations**2
    numbers: list[int] = (first + turned[0::2] * orientations + turned[1::2]).tolist()
    return numbers


def _states(many: int, orientations: int) -> Array:
    """Return places and turns of both pieces for every number: 4 x STATES."""
    return np.stack(np.unravel_index(np.arange(STATES), (many, many, orientations, orientations)))


def corner_pair_moves() -> Array:
    """Tabulate what the 18 turns do to a pair of corners: STATES x 18."""
    turned = [Cube.solved().turn(turn) for turn in ALL_TURNS]
    return _moves([(cube.corners, cube.corner_twists) for cube in turned], 8, 3)


def edge_pair_moves() -> Array:
    """Tabulate what the 18 turns do to a pair of edges: STATES x 18."""
    turned = [Cube.solved().turn(turn) for turn in ALL_TURNS]
    return _moves([(cube.edges, cube.edge_flips) for cube in turned], 12, 2)


def _moves(turned: list[tuple[Any, Any]], many: int, orientations: int) -> Array:
    states = _states(many, orientations)
    columns = []
    for pieces, shifts in turned:
        to = np.argsort(pieces)[states[:2]]
        now = (states[2:] + np.array(shifts)[to]) % orientations
        columns.append(np.ravel_multi_index((*to, *now), (many, many, orientations, orientations)))
    return np.column_stack(columns)


def inverse_twist_shares() -> Array:
    """Return the share of each pair of corners in the inverse's twist: axes x pairs x STATES."""
    return np.array(
        [[_twist_share(axis, pair) for pair in range(CORNER_PAIRS)] for axis in AXIS_ROTATIONS]
    )


def _twist_share(axis: Symmetry, pair: int) -> Array:
    shifts = np.array(axis.corner_shifts)
    states = _states(8, 3)
    share = np.zeros(STATES, dtype=np.int64)
    for place, twist, piece in zip(states[:2], states[2:], (2 * pair, 2 * pair + 1), strict=True):
        shown = twist if axis.is_mirror else -twist
        to = axis.corners[piece]
        if to < 7:
            share += (shifts[piece] - shifts[place] + shown) % 3 * 3 ** (6 - to)
    return share


def inverse_edge_shares() -> Array:
    """Return the share of each pair of edges in the inverse's flip and in its slice's places.

    Shape axes x pairs x STATES. Shares add up; the places, in base 12, stand above PLACES_BIT.
    """
    return np.array(
        [[_edge_share(axis, pair) for pair in range(EDGE_PAIRS)] for axis in AXIS_ROTATIONS]
    )


def _edge_share(axis: Symmetry, pair: int) -> Array:
    shifts, targets = np.array(axis.edge_shifts), np.array(axis.edges)
    states = _states(12, 2)
    share = np.zeros(STATES, dtype=np.int64)
    for place, flip, piece in zip(states[:2], states[2:], (2 * pair, 2 * pair + 1), strict=True):
        to = int(targets[piece])
        if to < 11:
            share += (shifts[piece] ^ shifts[place] ^ flip) << (10 - to)
        # In the inverse it is the places that are pieces, and where they are is the piece.
        member = targets[place] - 8
        share += np.where(member >= 0, to * 12 ** (3 - np.maximum(member, 0)) << PLACES_BIT, 0)
    return share
