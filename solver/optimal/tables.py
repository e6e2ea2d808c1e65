"""The pattern database of the optimal search: phase 1's states with the order of the slice's edges.

That is the twist of the corners, the flip of the edges, and where each of the four edges of the
slice is: 2187 x 2048 x 11880 states, a sixteenth of them kept. It was Michael Reid's idea (1997)
to prune by one such table along three axes; this is the larger table of nxopt (Tomas Rokicki).
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.two_phase import coordinates as co
from solver.two_phase import store
from solver.two_phase.pruning import UNSEEN, Classes, Progress
from solver.two_phase.symmetry import AXIS_SYMMETRIES
from solver.two_phase.tables import HOME, HOME_SLICE, Tables
from solver.two_phase.tables import tables as two_phase_tables

VERSION = 1
_CLASSES_A_TASK = 64
_BYTES_A_ROW = 547


class Patterns(NamedTuple):
    """What the optimal search looks up beside the two-phase tables.

    `distances[24 * class + order]` holds the distances of 2187 twists modulo 3, four a byte;
    `order_image[symmetry, placing]` is the order of the slice's edges as the symmetry shows it.
    """

    order_image: NDArray[np.uint8]
    distances: NDArray[np.uint8]


_LOADED: dict[Any, Patterns] = {}
_LOADING = Lock()


def patterns(progress: Progress = lambda share: None) -> Patterns:
    """Give the pattern database; build it where the cache has none, or a bad one.

    `progress` is called with the share that is built, from 0 to 1. Building takes 3.5 GB of
    memory, the result 0.85. Raises store.TableError where the cache cannot be written.
    """
    path = store.cache_folder() / f"optimal-{VERSION}.tables"
    with _LOADING:
        if path not in _LOADED:
            try:
                _LOADED[path] = Patterns(**store.load(path))
            except (FileNotFoundError, store.TableError, TypeError):
                store.save(path, build(progress)._asdict())
                _LOADED[path] = Patterns(**store.load(path))
        return _LOADED[path]


def order_images() -> NDArray[np.uint8]:
    """Give the order of the slice's edges as each symmetry shows every placing: 16 x 11880."""
    home = co.PLACES_OF[HOME.slice_edges]
    images = []
    for symmetry in AXIS_SYMMETRIES:
        targets = np.array(symmetry.edges)
        image = np.empty_like(co.PLACES_OF)
        image[:, targets[home] - home[0]] = targets[co.PLACES_OF]
        images.append(co.placing(image) % co.ORDERS)
    return np.stack(images).astype(np.uint8)


def build(progress: Progress = lambda share: None, deepest: int = UNSEEN - 1) -> Patterns:
    """Build the pattern database, on all cores; states deeper than `deepest` stay unseen."""
    t = two_phase_tables("htm", lambda share: progress(0.05 * share))
    flip_slices = Classes.from_images(co.flip_slice_images())
    slices, flips = np.divmod(flip_slices.representatives, co.FLIPS)
    children = flip_slices.of[
        t.slice_move[slices].astype(np.int64) * co.FLIPS + t.flip_move[flips]
    ].astype(np.int32)
    images = order_images()
    table = np.full((len(slices) * co.ORDERS, co.TWISTS), UNSEEN, dtype=np.uint8)
    home = int(flip_slices.of[HOME_SLICE * co.FLIPS]) >> 4
    table[home * co.ORDERS + HOME.slice_edges % co.ORDERS, HOME.twist] = 0
    walk_over = (t, children, images, slices, flip_slices.stabilisers)
    seen = 1
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for depth in range(deepest):
            walk: Callable[..., int] = _reach if seen < 0.1 * table.size else _look_back

            def task(start: int, walk: Any = walk, depth: int = depth) -> None:
                last = min(start + _CLASSES_A_TASK, len(slices))
                walk(table, depth, *walk_over, start, last)

            list(pool.map(task, range(0, len(slices), _CLASSES_A_TASK)))
            before, seen = seen, int(sum(_count_seen(part) for part in np.array_split(table, 64)))
            progress(0.05 + 0.9 * seen / table.size)
            if seen == before:
                break
    packed = np.empty((len(table), _BYTES_A_ROW), dtype=np.uint8)
    _pack_rows(table, packed)
    progress(1.0)
    return Patterns(images, packed)


def _count_seen(part: NDArray[np.uint8]) -> int:
    return int(np.count_nonzero(part != UNSEEN))


@njit(cache=True, nogil=True)
def _children(t: Tables, children, images, slices, row_class, order, child_row, child_symmetry):  # type: ignore[no-untyped-def]
    """Give for each turn the row of the table that it leads to, and the symmetry that is seen."""
    for turn in range(18):
        child = children[row_class, turn]
        places = t.four_turn[slices[row_class], turn, 0]
        to_order = t.order_product[t.four_turn[slices[row_class], turn, 1], order]
        symmetry = child & 15
        child_symmetry[turn] = symmetry
        child_row[turn] = (child >> 4) * 24 + images[symmetry, places * 24 + to_order]


@njit(cache=True, nogil=True)
def _reach(table, depth, t: Tables, children, images, slices, stabilisers, first, last):  # type: ignore[no-untyped-def]
    """Mark what one turn from the states at `depth` reaches."""
    row, seen_from = np.zeros(18, dtype=np.int64), np.zeros(18, dtype=np.int64)
    for row_class in range(first, last):
        for order in range(24):
            here = row_class * 24 + order
            _children(t, children, images, slices, row_class, order, row, seen_from)
            for twist in range(2187):
                if table[here, twist] != depth:
                    continue
                for turn in range(18):
                    image = t.twist_image[seen_from[turn], t.twist_move[twist, turn]]
                    if table[row[turn], image] == UNSEEN:
                        _mark(table, row[turn], image, depth + 1, t, images, slices, stabilisers)


@njit(cache=True, nogil=True)
def _look_back(table, depth, t: Tables, children, images, slices, stabilisers, first, last):  # type: ignore[no-untyped-def]
    """Mark the unseen states that are one turn from a state at `depth`."""
    row, seen_from = np.zeros(18, dtype=np.int64), np.zeros(18, dtype=np.int64)
    for row_class in range(first, last):
        for order in range(24):
            here = row_class * 24 + order
            _children(t, children, images, slices, row_class, order, row, seen_from)
            for twist in range(2187):
                if table[here, twist] != UNSEEN:
                    continue
                for turn in range(18):
                    image = t.twist_image[seen_from[turn], t.twist_move[twist, turn]]
                    if table[row[turn], image] == depth:
                        _mark(table, here, twist, depth + 1, t, images, slices, stabilisers)
                        break


@njit(cache=True, nogil=True)
def _mark(table, row, twist, value, t: Tables, images, slices, stabilisers):  # type: ignore[no-untyped-def]
    """Write a distance for a state and for all that look the same."""
    table[row, twist] = value
    row_class, order = row // 24, row % 24
    same = stabilisers[row_class] >> 1
    symmetry = 1
    while same:
        if same & 1:
            image = images[symmetry, slices[row_class] * 24 + order]
            table[row_class * 24 + image, t.twist_image[symmetry, twist]] = value
        same >>= 1
        symmetry += 1


@njit(cache=True, nogil=True)
def _pack_rows(table, packed):  # type: ignore[no-untyped-def]
    """Put the distances modulo 3 four into a byte, each row by itself."""
    for row in range(table.shape[0]):
        packed[row] = 0
        for twist in range(table.shape[1]):
            packed[row, twist >> 2] |= np.uint8(table[row, twist] % 3 << (2 * (twist & 3)))
