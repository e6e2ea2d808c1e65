"""The tables of the optimal search: built once, then kept in the cache.

The pattern is what phase 1 looks at with the order of the slice's edges: the twist of the corners,
the flip of the edges, and where each of the four edges of the slice is, 2187 x 2048 x 11880
states, of which a sixteenth is kept. It was Michael Reid's idea (1997) to prune by one such table
along three axes; this is the larger table of nxopt (Tomas Rokicki).
"""

from __future__ import annotations

import os
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver import store
from solver.cube import Cube
from solver.optimal import pairs
from solver.optimal.build import Placings, distances, placing_images
from solver.two_phase import coordinates as co
from solver.two_phase.directions import directions
from solver.two_phase.metric import metric
from solver.two_phase.pruning import UNSEEN, Classes, Progress
from solver.two_phase.pruning import distances as two_phase_distances
from solver.two_phase.tables import HOME, HOME_SLICE

VERSION = 3
# Distances up to this one are all one to the database: hardly any state is so near.
NEAR = 8

Small = NDArray[np.uint16]


class Patterns(NamedTuple):
    """What the optimal search looks up.

    `placing_class[placing]` is class << 15 | symmetry << 11 | what the symmetry changes in the
    flips; `distances` are of 2187 twists a class and 2048 flips a twist: 0 up to `near`,
    1, 2, 3 for one more, two, and any beyond, four a byte. The views are each
    pair's share in the coordinates of the inverse along three axes, `home` the pairs of the
    solved cube. `seen[axis, turn]` is what a turn is along an axis; bit a of `along[turn]` says
    that it turns about axis a. For all eight corners
    `corner_distances` are exact, of 2187 twists a class of permutations;
    so is `flip_slice[slice, flip]` for flips and places alone.
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
    along: Small
    permutation_move: Small
    permutation_class: NDArray[np.uint32]
    corner_distances: NDArray[np.uint8]
    flip_slice: NDArray[np.uint8]
    near: NDArray[np.int64]
    distances: NDArray[np.uint8]


_LOADED: dict[Any, Patterns] = {}
_LOADING = Lock()


def patterns(progress: Progress = lambda share: None) -> Patterns:
    """Give the tables; build them where the cache has none, or bad ones.

    `progress` is called with the share that is built, from 0 to 1. They take 0.9 GB, on the disk
    and in memory. Raises store.TableError where the cache cannot be written.
    """
    path = store.cache_folder() / f"optimal-{VERSION}.tables"
    with _LOADING:
        if path not in _LOADED:
            try:
                _LOADED[path] = Patterns(**store.load(path))
            except (FileNotFoundError, store.TableError, TypeError):
                store.save(
                    path, build(Placings.from_images(placing_images()), NEAR, progress)._asdict()
                )
                _LOADED[path] = Patterns(**store.load(path))
        return _LOADED[path]


def build(placings: Placings, near: int, progress: Progress = lambda share: None) -> Patterns:
    """Build the tables for a way to tell placings apart, on all cores."""
    axes = directions(metric("htm"))[:3]
    seen = np.array([axis.numbers for axis in axes])
    # A turn of U or D, as it is seen along an axis, is one about that axis.
    about = seen // 3 % 3 == 0
    permutation_class, corner_distances = _corner_distances()
    built = Patterns(
        placing_class=placings.of.astype(np.uint32),
        placing_move=_small(co.placing_moves()),
        placing_of=_small(co.PLACING_OF),
        twist_move=_small(co.twist_moves()),
        twist_image=_small(co.twist_images()),
        flip_move=_small(co.flip_moves()),
        flip_image=_small(placings.flip_image),
        corner_move=_small(pairs.corner_pair_moves()),
        edge_move=_small(pairs.edge_pair_moves()),
        corner_view=_small(pairs.corner_views()),
        edge_view=pairs.edge_views().astype(np.uint32),
        home=_small(np.array(pairs.pairs_of(Cube.solved()))),
        seen=_small(seen),
        along=_small(np.array([1, 2, 4]) @ about),
        permutation_move=_small(co.corner_moves()),
        permutation_class=permutation_class,
        corner_distances=corner_distances,
        flip_slice=_flip_slice_distances(),
        near=np.array([near]),
        distances=distances(placings, near, progress),
    )
    for array in built:
        array.flags.writeable = False
    return built


def _small(array: NDArray[Any]) -> Small:
    return array.astype(np.uint16)


def _corner_distances() -> tuple[NDArray[np.uint32], NDArray[np.uint8]]:
    """Give the class and symmetry of each permutation of the corners, and exact distances."""
    classes = Classes.from_images(co.corner_images())
    children = classes.of[co.corner_moves()[classes.representatives]].astype(np.int32)
    found = two_phase_distances(
        classes,
        children,
        [1] * children.shape[1],
        _small(co.twist_moves()),
        _small(co.twist_images()),
        (int(classes.of[HOME.corners]) >> 4, HOME.twist),
        UNSEEN - 1,
        os.cpu_count() or 1,
        lambda share: None,
    )
    return classes.of, found.ravel()


def _flip_slice_distances() -> NDArray[np.uint8]:
    """Give the distance from home of each set of places with each flip: slices x flips."""
    slice_move, flip_move = co.placing_moves()[:: co.ORDERS] // co.ORDERS, co.flip_moves()
    found = np.full((co.SLICES, co.FLIPS), UNSEEN, dtype=np.uint8)
    new = np.array([[HOME_SLICE], [HOME.flip]])
    for depth in range(UNSEEN):
        found[new[0], new[1]] = depth
        reached = np.stack([slice_move[new[0]], flip_move[new[1]]]).reshape(2, -1)
        new = np.unique(reached[:, found[reached[0], reached[1]] == UNSEEN], axis=1)
        if not new.size:
            break
    return found
