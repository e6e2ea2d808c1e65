"""The pattern database and move tables of the optimal search: build, cache and load.

The pattern is what phase 1 looks at with the order of the slice's edges: the twist of the corners,
the flip of the edges, and where each of the four edges of the slice is, 2187 x 2048 x 11880
states, of which a sixteenth is kept. It was Michael Reid's idea (1997) to prune by one such table
along three axes; this is the larger table of nxopt (Tomas Rokicki).

What the inverse of a cube looks like depends on which piece is where, which these coordinates do
not tell. A pair of pieces has few states (576, corners as edges), so that tables for all ten pairs
stay in the nearest cache; and each pair adds its share to the coordinates of the inverse,
independently of the others.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.core.turn import ALL_TURNS
from solver.cube import Cube
from solver.engines.optimal.pattern_database import (
    CLASS_BIT,
    SliceClasses,
    build_pattern_database,
    slice_conjugates,
)
from solver.search import coordinates
from solver.search.directions import directions
from solver.search.distance_builder import build_distance_table
from solver.search.distance_table import CoordinateSpace
from solver.search.metric import metric
from solver.search.phase_tables import HOME_SLICE, SOLVED
from solver.search.pruning import UNREACHED, Progress, SymmetryClasses, build_pruning_table
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


VERSION = 3
# Distances up to this one are all one to the database: hardly any state is so near.
BASE_DISTANCE = 8

Small = NDArray[np.uint16]


class PatternDatabase(NamedTuple):
    """The tables of the optimal search.

    `placing_class[placing]` is class << 15 | symmetry << 11 | what the symmetry changes in the
    flips; `distances` are of 2187 twists a class and 2048 flips a twist: 0 up to `base_distance`,
    1, 2, 3 for one more, two, and any beyond, four a byte. The views are each pair's share in the
    coordinates of the inverse along three axes, `home` the pairs of the solved cube.
    `seen[axis, turn]` is what a turn is along an axis; bit a of `axis_mask[turn]` says that it
    turns about axis a. For all eight corners `corner_distances` are exact, of 2187 twists a class
    of permutations; so is `flip_slice[slice, flip]` for flips and places alone.
    """

    placing_class: NDArray[np.uint32]
    placing_move: Small
    placing_of: Small
    twist_move: Small
    twist_image: Small
    flip_move: Small
    flip_image: Small
    corner_move: Small
    edge_move: Small
    corner_view: Small
    edge_view: NDArray[np.uint32]
    home: Small
    seen: Small
    axis_mask: Small
    permutation_move: Small
    permutation_class: NDArray[np.uint32]
    corner_distances: NDArray[np.uint8]
    flip_slice: NDArray[np.uint8]
    base_distance: NDArray[np.int64]
    distances: NDArray[np.uint8]


# The arrays in the file, in the order of the fields.
_LAYOUT: table_cache.Layout = {
    "placing_class": (np.uint32, (coordinates.EDGE_ARRANGEMENTS,)),
    "placing_move": (np.uint16, (coordinates.EDGE_ARRANGEMENTS, 18)),
    "placing_of": (np.uint16, (12**4,)),
    "twist_move": (np.uint16, (coordinates.TWISTS, 18)),
    "twist_image": (np.uint16, (16, coordinates.TWISTS)),
    "flip_move": (np.uint16, (coordinates.FLIPS, 18)),
    "flip_image": (np.uint16, (16, coordinates.FLIPS)),
    "corner_move": (np.uint16, (24**2, 18)),
    "edge_move": (np.uint16, (24**2, 18)),
    "corner_view": (np.uint16, (3, 4, 24**2)),
    "edge_view": (np.uint32, (3, 6, 24**2)),
    "home": (np.uint16, (10,)),
    "seen": (np.uint16, (3, 18)),
    "along": (np.uint16, (18,)),
    "permutation_move": (np.uint16, (40320, 18)),
    "permutation_class": (np.uint32, (40320,)),
    "corner_distances": (np.uint8, (2768 * coordinates.TWISTS,)),
    "flip_slice": (np.uint8, (coordinates.SLICES, coordinates.FLIPS)),
    "near": (np.int64, (1,)),
    "distances": (np.uint8, ("bytes",)),
}

_LOADED = table_cache.LoadedOnce[Path, PatternDatabase]()


def load_pattern_database(progress: Progress = lambda share: None) -> PatternDatabase:
    """Return the tables; build them where the cache has none, or bad ones.

    `progress` is called with the share that is built, from 0 to 1. They take 0.9 GB, on the disk
    and in memory. Raises TableCacheError where no folder takes them.
    """
    path = cache_folder() / f"optimal-{VERSION}.tables"
    return _LOADED.get(
        path, lambda: table_cache.load_or_build(path, _load, lambda: _build_all(progress))
    )


def _build_all(progress: Progress) -> dict[str, NDArray[Any]]:
    built = build(SliceClasses.from_images(slice_conjugates()), BASE_DISTANCE, progress)
    return dict(zip(_LAYOUT, built, strict=True))


def _load(path: Path) -> PatternDatabase:
    arrays = table_cache.load_as(path, _LAYOUT)
    tables = PatternDatabase(*(arrays[name] for name in _LAYOUT))
    classes = int(tables.placing_class.max() >> CLASS_BIT) + 1
    if tables.distances.size != classes * coordinates.TWISTS * coordinates.FLIPS // 4:
        raise table_cache.damaged(path, f"it has {tables.distances.size} bytes of distances")
    return tables


def build(
    placings: SliceClasses, near: int, progress: Progress = lambda share: None
) -> PatternDatabase:
    """Build the tables for one classification of the placings, on all cores."""
    axes = directions(metric("htm"))[:3]
    seen = np.array([axis.move_images for axis in axes])
    # A turn of U or D, as it is seen along an axis, is one about that axis.
    about = seen // 3 % 3 == 0
    permutation_class, corner_distances = _corner_distances()
    built = PatternDatabase(
        placing_class=placings.of.astype(np.uint32),
        placing_move=_small(coordinates.edge_arrangement_moves()),
        placing_of=_small(coordinates.ARRANGEMENT_RANKS),
        twist_move=_small(coordinates.twist_moves()),
        twist_image=_small(coordinates.twist_conjugates()),
        flip_move=_small(coordinates.flip_moves()),
        flip_image=_small(placings.flip_image),
        corner_move=_small(corner_pair_moves()),
        edge_move=_small(edge_pair_moves()),
        corner_view=_small(inverse_twist_shares()),
        edge_view=inverse_edge_shares().astype(np.uint32),
        home=_small(np.array(pair_coordinates(Cube.solved()))),
        seen=_small(seen),
        axis_mask=_small(np.array([1, 2, 4]) @ about),
        permutation_move=_small(coordinates.corner_moves()),
        permutation_class=permutation_class,
        corner_distances=corner_distances,
        flip_slice=_flip_slice_distances(),
        base_distance=np.array([near]),
        distances=build_pattern_database(placings, near, progress),
    )
    for array in built:
        array.flags.writeable = False
    return built


def _small(array: NDArray[Any]) -> Small:
    return array.astype(np.uint16)


def _corner_distances() -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Return the class and symmetry of each permutation of the corners, and exact distances."""
    classes = SymmetryClasses.from_images(coordinates.corner_conjugates())
    children = classes.class_and_symmetry[
        coordinates.corner_moves()[classes.representatives]
    ].astype(np.int32)
    found = build_pruning_table(
        classes,
        children,
        [1] * children.shape[1],
        _small(coordinates.twist_moves()),
        _small(coordinates.twist_conjugates()),
        (int(classes.class_and_symmetry[SOLVED.corners]) >> 4, SOLVED.twist),
        UNREACHED - 1,
        os.cpu_count() or 1,
        lambda share: None,
    )
    return classes.class_and_symmetry, found.ravel()


def _flip_slice_distances() -> NDArray[np.uint8]:
    """Return the distance from home of each set of places with each flip: slices x flips."""
    slice_move = coordinates.edge_arrangement_moves()[:: coordinates.ORDERS] // coordinates.ORDERS
    both = CoordinateSpace((slice_move, coordinates.flip_moves()))
    found = build_distance_table(both, [both.index((HOME_SLICE, SOLVED.flip))])
    return found.reshape(coordinates.SLICES, coordinates.FLIPS)
