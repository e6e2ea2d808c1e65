"""Proven shortest solutions of cubes at most a few moves from solved.

A cube at most n moves from solved is also at most n moves from phase 1's goal along each of the
three axes. This excludes most paths, and nearly every scrambled cube before the first move. So this
search is made first, before any other.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.turn import Turn
from solver.search.compilation import compiled, compiled_inner
from solver.search.directions import Start
from solver.search.metric import Metric
from solver.search.phase_distance import (
    DEPTH,
    Moves,
    distance_after,
    move_eight_pieces,
    move_four_edges,
)
from solver.search.phase_tables import SOLVED, Tables
from solver.symmetry import AXIS_ROTATIONS


class _Stack(NamedTuple):
    """State of a search: twist, flip, slice, distance of each axis.

    Arrangements, cost, move, tried.
    """

    axes: NDArray[np.int64]
    placed: NDArray[np.int64]
    cost: NDArray[np.int64]
    path: NDArray[np.int64]
    tried: NDArray[np.int64]


def solve_shallow(
    starts: Sequence[Start], metric: Metric, tables: Tables, most: int
) -> tuple[Turn, ...] | None:
    """Return the cheapest solution, if it costs at most `most` times the cheapest move.

    Of `starts`, those of the cube itself come first.
    """
    views = starts[: len(AXIS_ROTATIONS)]
    own = views[0].direction
    stacks = _Stack(
        np.zeros((DEPTH, 3, 4), dtype=np.int64),
        np.zeros((DEPTH, 4), dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
    )
    for axis, start in enumerate(views):
        stacks.axes[0, axis] = start.seen.twist, start.seen.flip, start.slice_places, start.distance
    stacks.placed[0] = views[0].seen[2:]
    unit = metric.unit
    low, high = -1, 0
    while high <= most * unit:
        if stacks.axes[0, :, 3].max() * unit <= high:
            images = np.array([start.direction.move_images for start in views])
            length = _search(tables, own.moves, images, stacks, low, high, unit)
            if length >= 0:
                return own.solution([int(move) for move in stacks.path[1 : length + 1]])
        low, high = high, high + unit
    return None


@compiled
def _search(t: Tables, m: Moves, images, s: _Stack, low, high, unit):  # type: ignore[no-untyped-def]
    """Find a solution that costs more than `low` and at most `high`; give its length, or -1."""
    level = 0
    s.tried[0] = 0
    s.path[0] = len(m.group) - 1
    if low < 0 and _is_solved(s.placed[0], s.axes[0]):
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
        s.placed[level, 0] = move_eight_pieces(t, 0, s.placed[level - 1, 0], m.turns, move)
        for part in range(1, 4):
            s.placed[level, part] = move_four_edges(t, s.placed[level - 1, part], m.turns, move)
        if cost > low and _is_solved(s.placed[level], s.axes[level]):
            return level
    return -1


@compiled_inner
def _move_axis(t: Tables, move, before, after):  # type: ignore[no-untyped-def]
    """Move the coordinates along one axis; return the distance from phase 1's goal."""
    after[0] = t.twist_move[before[0], move]
    after[1] = t.flip_move[before[1], move]
    after[2] = t.slice_move[before[2], move]
    after[3] = distance_after(t, before[3], before[0], before[1], before[2], move)
    return after[3]


@compiled_inner
def _is_solved(placed: Any, axes: Any) -> Any:
    return (
        axes[0, 3] == 0
        and placed[0] == SOLVED.corners
        and placed[1] == SOLVED.u_edges
        and placed[2] == SOLVED.d_edges
        and placed[3] == SOLVED.slice_sorted
    )
