"""Cubes that are nearly solved: the cheapest solution, proven, if it has only a few moves.

A cube at most n moves from solved is so near to phase 1's goal along each of the three axes. That
rules out most paths at once, and nearly every scrambled cube before the first move.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.compiling import compiled
from solver.cube import Cube
from solver.turn import Turn
from solver.two_phase.coordinates import coordinates
from solver.two_phase.directions import directions
from solver.two_phase.kernel import (
    DEPTH,
    Moves,
    distance,
    distance_after,
    moved_eight,
    moved_four,
)
from solver.two_phase.metric import Metric
from solver.two_phase.tables import HOME, Tables


class _Stacks(NamedTuple):
    """Of each level: twist, flip, slice, distance along each axis; placings, cost, move, tried."""

    axes: NDArray[np.int64]
    placed: NDArray[np.int64]
    cost: NDArray[np.int64]
    path: NDArray[np.int64]
    tried: NDArray[np.int64]


def shallow(cube: Cube, metric: Metric, tables: Tables, most: int) -> tuple[Turn, ...] | None:
    """Give the cheapest solution, if it costs at most `most` times the cheapest move."""
    views = directions(metric)[:3]
    own = views[0]
    stacks = _Stacks(
        np.zeros((DEPTH, 3, 4), dtype=np.int64),
        np.zeros((DEPTH, 4), dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
    )
    for axis, view in enumerate(views):
        seen = coordinates(view.cube(cube))
        state = (seen.twist, seen.flip, seen.slice_edges // 24)
        stacks.axes[0, axis] = (*state, distance(tables, *state))
        if view is own:
            stacks.placed[0] = seen[2:]
    unit = metric.unit
    low, high = -1, 0
    while high <= most * unit:
        if stacks.axes[0, :, 3].max() * unit <= high:
            images = np.array([view.numbers for view in views])
            length = _search(tables, own.moves, images, stacks, low, high, unit)
            if length >= 0:
                return own.solution([int(move) for move in stacks.path[1 : length + 1]])
        low, high = high, high + unit
    return None


@compiled
def _search(t: Tables, m: Moves, images, s: _Stacks, low, high, unit):  # type: ignore[no-untyped-def]
    """Find a solution that costs more than `low` and at most `high`; give its length, or -1."""
    level = 0
    s.tried[0] = 0
    s.path[0] = len(m.group) - 1
    if low < 0 and _is_home(s.placed[0], s.axes[0]):
        return 0
    while level >= 0:
        group = m.group[s.path[level]]
        i = s.tried[level]
        if i == m.follow_count[group]:
            level -= 1
            continue
        s.tried[level] = i + 1
        move = m.follow[group, i]
        cost = s.cost[level] + m.cost[move]
        fits = cost <= high
        for axis in range(3):
            if fits:
                fits = (
                    cost
                    + unit
                    * _move_axis(
                        t, images[axis, move], s.axes[level, axis], s.axes[level + 1, axis]
                    )
                    <= high
                )
        if not fits:
            continue
        level += 1
        s.path[level] = move
        s.cost[level] = cost
        s.tried[level] = 0
        s.placed[level, 0] = moved_eight(t, 0, s.placed[level - 1, 0], m, move)
        for part in range(1, 4):
            s.placed[level, part] = moved_four(t, s.placed[level - 1, part], m, move)
        if cost > low and _is_home(s.placed[level], s.axes[level]):
            return level
    return -1


@compiled
def _move_axis(t: Tables, move, before, after):  # type: ignore[no-untyped-def]
    """Move what is seen along one axis; give its distance from phase 1's goal."""
    after[0] = t.twist_move[before[0], move]
    after[1] = t.flip_move[before[1], move]
    after[2] = t.slice_move[before[2], move]
    after[3] = distance_after(t, before[3], before[0], before[1], before[2], move)
    return after[3]


@compiled
def _is_home(placed: Any, axes: Any) -> Any:
    return (
        axes[0, 3] == 0
        and placed[0] == HOME.corners
        and placed[1] == HOME.u_edges
        and placed[2] == HOME.d_edges
        and placed[3] == HOME.slice_edges
    )
