"""Distance tables of products of coordinates, breadth first by what moves cost.

A move acts on each coordinate by its move table. Apart from `distance_table`, so that who finds a
table in the cache does not wait for numba.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.search.compilation import compiled
from solver.search.distance_table import UNREACHED, CoordinateSpace

Numbers = NDArray[np.int64]


def build_distance_table(
    coordinates: CoordinateSpace,
    goals: Iterable[int],
    costs: Sequence[int] | None = None,
    farthest: int = UNREACHED - 1,
    reachable: int | None = None,
) -> NDArray[np.uint8]:
    """Return the least cost of moves that lead from each state to the nearest goal.

    `costs` are those of the moves, 1 each where none are given; each move must have its inverse
    among them, of the same cost. States that are farther than `farthest`, or that no moves reach,
    are UNREACHED. `reachable`: how many states moves reach, where these are known not to be all.
    """
    costs = [1] * coordinates.moves[0].shape[1] if costs is None else costs
    found = np.full(coordinates.size, UNREACHED, dtype=np.uint8)
    found[list(goals)] = 0
    # The cheapest moves first; each table says what a value adds to the number of a state.
    order, scale, parts = np.argsort(costs, kind="stable"), coordinates.size, []
    for table in coordinates.moves:
        scale //= len(table)
        parts.append(table[:, order].astype(np.int64).ravel() * scale)
    sorted_costs = np.array(costs, dtype=np.int64)[order]
    sizes = np.array([len(table) for table in coordinates.moves], dtype=np.int64)
    begins, moves = np.cumsum([0, *map(len, parts[:-1])]), np.concatenate(parts)
    room = np.zeros(len(costs), dtype=np.int64)
    distance, last = 0, 0
    while distance <= last:
        useful = len(costs)
        if np.count_nonzero(found != UNREACHED) == (reachable or len(found)):
            # More expensive moves lead nowhere at a lower cost.
            useful = int(np.searchsorted(sorted_costs, last - distance))
        reached = _expand(
            found, distance, farthest, moves, begins, sizes, sorted_costs, useful, room
        )
        distance, last = distance + 1, max(last, reached)
    return found


@compiled
def _expand(
    found: NDArray[np.uint8],
    distance: Any,
    farthest: Any,
    moves: Numbers,
    begins: Numbers,
    sizes: Numbers,
    costs: Numbers,
    useful: Any,
    there: Numbers,
) -> Any:
    """Mark what moves reach from the states at a distance; return the farthest distance marked."""
    last: Any = 0
    for start in range(len(found)):
        if found[start] != distance:
            continue
        rest: Any = start
        for move in range(useful):
            there[move] = 0
        for i in range(len(sizes) - 1, -1, -1):
            row = begins[i] + rest % sizes[i] * len(costs)
            rest //= sizes[i]
            for move in range(useful):
                there[move] += moves[row + move]
        for move in range(useful):
            cost = distance + costs[move]
            if cost <= farthest and cost < found[there[move]]:
                found[there[move]] = cost
                last = max(last, cost)
    return last
