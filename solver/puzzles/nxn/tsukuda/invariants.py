"""Goal tests of the steps: how many macros it takes until a step's goal holds."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.orbits import Orbit
from solver.puzzles.nxn.tsukuda.distances import StepTable


def macros_until(
    made: StepTable,
    rows: list[int],
    where: NDArray[np.int64],
    goal: Callable[[NDArray[np.int64]], bool],
) -> int:
    """Return after how many of the macros `rows` the goal of a step holds."""
    for number, row in enumerate(rows):
        if goal(where):
            return number
        where = made.macros.targets[row][where].astype(np.int64)
    return len(rows)


def on_faces(orbit: Orbit, n: int, faces: tuple[int, ...]) -> NDArray[np.bool_]:
    """Mark the places of an orbit of edges that are on one of some faces."""
    touching: NDArray[np.bool_] = np.isin(orbit.stickers // (n * n), faces) | np.isin(
        orbit.partner // (n * n), faces
    )
    return touching


def corner_of(orbit: Orbit, n: int) -> NDArray[np.int64]:
    """Return the number of the corner that each position of the corners' orbit is on."""
    x, y, z = geometry(n).places[orbit.stickers].T
    corner: NDArray[np.int64] = (x > 0) * 4 + (y > 0) * 2 + (z > 0)
    return corner


def edge_of(orbit: Orbit, n: int) -> NDArray[np.int64]:
    """Return the number of the edge that each position of an orbit is on, by its two faces."""
    pair = np.sort(np.stack([orbit.stickers, orbit.partner]) // (n * n), axis=0)
    numbered: NDArray[np.int64] = 6 * pair[0] + pair[1]
    return numbered


def is_paired(now: NDArray[np.int64], sides: NDArray[np.int64], edge: NDArray[np.int64]) -> bool:
    """Return whether pieces that belong to one edge are on one edge."""
    return all(len(set(edge[now[edge[sides] == one]].tolist())) == 1 for one in set(edge[sides]))


def is_even(now: NDArray[np.int64], places: NDArray[np.int64]) -> bool:
    """Return whether pieces are an even permutation of their places, which are in order."""
    order = np.searchsorted(places, now)
    return sum(int((order[:i] > order[i]).sum()) for i in range(len(order))) % 2 == 0


def pairs_are_even(
    now: NDArray[np.int64], sides: NDArray[np.int64], edge: NDArray[np.int64]
) -> bool:
    """Return whether the pairs, which are made, are an even permutation of the edges."""
    names = np.unique(edge[sides])
    at = np.array([edge[now[edge[sides] == one]][0] for one in names])
    return is_even(at, names)
