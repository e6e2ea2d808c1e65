"""The pattern database and move tables of the optimal search: build, cache and load.

The pattern is what phase 1 looks at with the order of the slice's edges: the twist of the corners,
the flip of the edges, and where each of the four edges of the slice is, 2187 x 2048 x 11880
states, of which a sixteenth is kept. It was Michael Reid's idea (1997) to prune by one such table
along three axes; this is the larger table of nxopt (Tomas Rokicki).
"""

from __future__ import annotations

import os
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.cube import Cube
from solver.engines.optimal import piece_pairs
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

_LOADED: dict[Path, PatternDatabase] = {}
_LOADING = Lock()


def load_pattern_database(progress: Progress = lambda share: None) -> PatternDatabase:
    """Return the tables; build them where the cache has none, or bad ones.

    `progress` is called with the share that is built, from 0 to 1. They take 0.9 GB, on the disk
    and in memory. Raises TableCacheError where no folder takes them.
    """
    path = cache_folder() / f"optimal-{VERSION}.tables"
    with _LOADING:
        if path not in _LOADED:
            _LOADED[path] = table_cache.load_or_build(path, _load, lambda: _build_all(progress))
        return _LOADED[path]


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
        corner_move=_small(piece_pairs.corner_pair_moves()),
        edge_move=_small(piece_pairs.edge_pair_moves()),
        corner_view=_small(piece_pairs.inverse_twist_shares()),
        edge_view=piece_pairs.inverse_edge_shares().astype(np.uint32),
        home=_small(np.array(piece_pairs.pair_coordinates(Cube.solved()))),
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
