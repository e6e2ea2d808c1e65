"""The assignment problem: rows choose columns, each column once, at the least sum of costs.

Most tables here have columns that are equal and stand together: nine places for stickers of each
colour. They are one kind of column with a capacity, and few rows want a kind that is full; so the
method is the one of successive shortest paths (Ahuja, Magnanti and Orlin, *Network Flows*, 1993,
section 9.7), from a kind that has too many rows to one that is not full.
"""

from __future__ import annotations

from math import inf

import numpy as np

from vision.arrays import FloatArray, IntArray


def cheapest_assignment(costs: FloatArray) -> tuple[IntArray, IntArray]:
    """Return rows and their columns, each in one pair, of the least sum of costs (rows x columns).

    The rows are in order; of a table with more rows than columns, some are left out. Raises
    ValueError for costs that are not finite numbers.
    """
    if not np.isfinite(costs).all():
        raise ValueError("costs of an assignment must be finite numbers")
    if costs.shape[0] > costs.shape[1]:
        columns, rows = cheapest_assignment(costs.T)
        order = np.argsort(rows)
        return rows[order], columns[order]
    is_first = np.ones(costs.shape[1], bool)
    is_first[1:] = (costs[:, 1:] != costs[:, :-1]).any(0)
    firsts = np.flatnonzero(is_first)
    capacities = np.diff(firsts, append=costs.shape[1])
    chosen = np.array(_kinds_of_rows(costs[:, firsts].tolist(), capacities.tolist()), np.int64)
    columns = firsts[chosen]
    for kind in np.flatnonzero(np.bincount(chosen) > 1):
        columns[chosen == kind] += np.arange(np.count_nonzero(chosen == kind))
    return np.arange(len(costs)), columns


def best_assignment(scores: FloatArray) -> tuple[IntArray, IntArray]:
    """Return what `cheapest_assignment` does, of the greatest sum of scores (rows x columns)."""
    return cheapest_assignment(-scores)


def _kinds_of_rows(costs: list[list[float]], capacities: list[int]) -> list[int]:
    """Return the kind of column of each row (costs: rows x kinds) with `capacities` rows of a kind.

    The tables are so small that lists are faster than arrays.
    """
    members: list[list[int]] = [[] for _ in capacities]
    for row, own in enumerate(costs):
        members[own.index(min(own))].append(row)
    prices = [0.0] * len(capacities)
    for start, capacity in enumerate(capacities):
        while len(members[start]) > capacity:
            _move_one(costs, capacities, members, prices, start)
    chosen = [0] * len(costs)
    for kind, rows in enumerate(members):
        for row in rows:
            chosen[row] = kind
    return chosen


def _move_one(
    costs: list[list[float]],
    capacities: list[int],
    members: list[list[int]],
    prices: list[float],
    start: int,
) -> None:
    """Move one row from a kind, and others on, until a kind that is not full has one more.

    The sum of costs grows as little as possible. What it costs to move a row from a kind to another
    is never negative with the difference of their prices: so Dijkstra's method
    finds the shortest path.
    """
    distances = [inf] * len(capacities)
    distances[start] = 0.0
    came: dict[int, tuple[int, int]] = {}
    unsettled, settled = list(range(len(capacities))), []
    while len(members[kind := min(unsettled, key=distances.__getitem__)]) >= capacities[kind]:
        unsettled.remove(kind)
        settled.append(kind)
        so_far = distances[kind]
        for row in members[kind]:
            own = costs[row]
            offset = so_far + prices[kind] - own[kind]
            for other in unsettled:
                length = offset + own[other] - prices[other]
                if length < distances[other]:
                    distances[other] = max(length, so_far)  # a difference may be rounded
                    came[other] = row, kind
    for each in settled:
        prices[each] += distances[each] - distances[kind]
    while kind != start:
        row, before = came[kind]
        members[before].remove(row)
        members[kind].append(row)
        kind = before
