"""What the steps of the Tsukuda method promise, told from where pieces are."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from solver.nxn.distances import Distances
from solver.nxn.layers import geometry
from solver.nxn.orbits import Orbit


def reached(
    made: Distances,
    rows: list[int],
    where: NDArray[np.int64],
    promise: Callable[[NDArray[np.int64]], bool],
) -> int:
    """Say after how many of some sequences what a step promises is true."""
    for number, row in enumerate(rows):
        if promise(where):
            return number
        where = made.macros.targets[row][where].astype(np.int64)
    return len(rows)


def touches(orbit: Orbit, n: int, faces: tuple[int, ...]) -> NDArray[np.bool_]:
    """Mark the places of an orbit of edges that are on one of some faces."""
    touching: NDArray[np.bool_] = np.isin(orbit.own // (n * n), faces) | np.isin(
        orbit.partner // (n * n), faces
    )
    return touching


def corner_of(orbit: Orbit, n: int) -> NDArray[np.int64]:
    """Number the corner that each place of the corners' orbit is on."""
    x, y, z = geometry(n).places[orbit.own].T
    corner: NDArray[np.int64] = (x > 0) * 4 + (y > 0) * 2 + (z > 0)
    return corner


def edge_of(orbit: Orbit, n: int) -> NDArray[np.int64]:
    """Number the cube's edge that each place of an orbit is on, by its two faces."""
    pair = np.sort(np.stack([orbit.own, orbit.partner]) // (n * n), axis=0)
    numbered: NDArray[np.int64] = 6 * pair[0] + pair[1]
    return numbered


def is_paired(now: NDArray[np.int64], sides: NDArray[np.int64], edge: NDArray[np.int64]) -> bool:
    """Tell whether pieces that belong to one edge are on one edge."""
    return all(len(set(edge[now[edge[sides] == one]].tolist())) == 1 for one in set(edge[sides]))


def is_even(now: NDArray[np.int64], places: NDArray[np.int64]) -> bool:
    """Tell whether pieces are an even permutation of their places, which are in order."""
    order = np.searchsorted(places, now)
    return sum(int((order[:i] > order[i]).sum()) for i in range(len(order))) % 2 == 0


def pairs_are_even(
    now: NDArray[np.int64], sides: NDArray[np.int64], edge: NDArray[np.int64]
) -> bool:
    """Tell whether the pairs, which are made, are an even permutation of the edges."""
    names = np.unique(edge[sides])
    at = np.array([edge[now[edge[sides] == one]][0] for one in names])
    return is_even(at, names)
