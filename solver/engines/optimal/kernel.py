"""Compiled IDA* search of all paths of one length, pruned by the pattern database.

A state is looked up along three axes, and so is its inverse, which is as far from solved. Where a
solution has n turns, the last of them leaves the pattern along its own axis as it is, so that
along this axis n - 1 are enough; for the inverse that is the first turn. So a state that is n away
along all three axes is not solved in n, and a turn about an axis along which the inverse is n away
is not the next one of n.

As in the two-phase search, a call works for a number of nodes and can be continued. Several states
are expanded together, since their lookups in main memory then overlap; one after the other each
would wait for the one before it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.cube import Cube
from solver.engines.optimal.pattern_database import CLASS_BIT, SYMMETRY_BIT
from solver.engines.optimal.tables import (
    CORNER_PAIRS,
    EDGE_PAIRS,
    PLACES_BIT,
    PatternDatabase,
    pair_coordinates,
)
from solver.search.compilation import compiled_inner_with_slices
from solver.search.coordinates import FLIPS, ORDERS, TWISTS, coordinates
from solver.search.deepening import EXHAUSTED, FOUND, PAUSED
from solver.search.phase_distance import Moves
from solver.symmetry import AXIS_ROTATIONS

# Longer than any shortest solution (20 turns).
DEPTH = 24
BLOCK = 16
_MAX_CHILDREN = BLOCK * 18
_CHANGE = (1 << SYMMETRY_BIT) - 1
_FLIP_BITS = (1 << PLACES_BIT) - 1
_PAIRS = CORNER_PAIRS + EDGE_PAIRS
# Where in a state the pairs begin, and what follows them.
_PAIR = 9
_MOVE, _PARENT, _EXCLUDED_AXES, _PERMUTATION = range(_PAIR + _PAIRS, _PAIR + _PAIRS + 4)
_FIELDS = _PERMUTATION + 1
# The twist along the first axis, which is the cube's own.
_TWIST = 1
_ALL_AXES = 7


class OptimalStack(NamedTuple):
    """State of a search: for each level the states still to be tried.

    `state[level, i]` is along each of three axes placing, twist and flip; then the numbers of the
    pairs, the move that led there, the number of the state that it left, the axes about which the
    next turn cannot be, and the permutation of the corners. `marks` are the level in work and the
    number of states looked up; the other arrays are room for lookups: `origin` is parent and move
    of a child, and its place in `pairs`; `axes_at_bound` are the axes along which it is as far as
    there are turns left.
    """

    state: NDArray[np.uint16]
    width: NDArray[np.int64]
    tried: NDArray[np.int64]
    marks: NDArray[np.int64]
    origin: NDArray[np.uint16]
    pairs: NDArray[np.uint16]
    lookup: NDArray[np.uint32]
    axes_at_bound: NDArray[np.int64]
    path: NDArray[np.int64]


def new_stack() -> OptimalStack:
    """Return empty stacks."""

    def zeros(*shape: int, kind: Any = np.int64) -> NDArray[Any]:
        return np.zeros(shape, dtype=kind)

    return OptimalStack(
        state=zeros(DEPTH, _MAX_CHILDREN, _FIELDS, kind=np.uint16),
        width=zeros(DEPTH),
        tried=zeros(DEPTH),
        marks=zeros(2),
        origin=zeros(_MAX_CHILDREN + 1, 3, kind=np.uint16),
        pairs=zeros(_MAX_CHILDREN, _PAIRS, kind=np.uint16),
        lookup=zeros(_MAX_CHILDREN, kind=np.uint32),
        axes_at_bound=zeros(_MAX_CHILDREN + 1),
        path=zeros(DEPTH),
    )


def enter(stacks: OptimalStack, cube: Cube, last_move: int) -> None:
    """Initialise the state for a search from a cube that a move has led to."""
    views = [coordinates(axis.conjugate(cube)) for axis in AXIS_ROTATIONS]
    axes = [number for seen in views for number in (seen.slice_sorted, seen.twist, seen.flip)]
    stacks.state[0, 0] = (*axes, *pair_coordinates(cube), last_move, 0, 0, views[0].corners)
    stacks.width[0], stacks.tried[0] = 1, 0
    stacks.marks[:] = 0


@njit(cache=True, nogil=True, inline="always")
def _lookup(placing_class, twist_image, flip_image, placing, twist, flip):  # type: ignore[no-untyped-def]
    """Return a state's place in the pattern database, in quarters of bytes."""
    seen = np.int64(placing_class[placing])
    symmetry = seen >> SYMMETRY_BIT & 15
    row = (seen >> CLASS_BIT) * TWISTS + twist_image[symmetry, twist]
    return row * FLIPS + (flip_image[symmetry, flip] ^ seen & _CHANGE)


@njit(cache=True, nogil=True, inline="always")
def _entry(distances, place):  # type: ignore[no-untyped-def]
    """Return the entry at an index: 0 to 3."""
    return np.int64(distances[place >> 2]) >> (2 * (place & 3)) & 3


@njit(cache=True)
def entry(p: PatternDatabase, placing, twist, flip):  # type: ignore[no-untyped-def]
    """Return the entry of a state in the pattern database, 0 to 3."""
    place = _lookup(p.placing_class, p.twist_image, p.flip_image, placing, twist, flip)
    return _entry(p.distances, place)


@njit(cache=True, nogil=True)
def advance(p: PatternDatabase, m: Moves, s: OptimalStack, length, nodes):  # type: ignore[no-untyped-def]
    """Search the paths of `length` turns for `nodes` states: EXHAUSTED, PAUSED, or FOUND.

    A path that is found, in `s.path`, solves the cube.
    """
    level = s.marks[0]
    end = s.marks[1] + nodes
    while level >= 0:
        if s.marks[1] >= end:
            s.marks[0] = level
            return PAUSED
        first = s.tried[level]
        if first == s.width[level]:
            level -= 1
            continue
        if level == length:
            s.tried[level] = first + 1
            s.marks[0] = level
            number = first
            for i in range(level, 0, -1):
                s.path[i - 1] = s.state[i, number, _MOVE]
                number = np.int64(s.state[i, number, _PARENT])
            return FOUND
        last = min(first + BLOCK, s.width[level])
        s.tried[level] = last
        _expand(p, m, s, level, first, last, length - level - 1)
        level += 1
    s.marks[0] = level
    return EXHAUSTED


@compiled_inner_with_slices
def _expand(p: PatternDatabase, m: Moves, s: OptimalStack, level, first, last, left):  # type: ignore[no-untyped-def]
    """Fill the next level with the states that may be solved in `left` turns."""
    count = _children(p, m, s, level, first, last)
    s.marks[1] += count
    if left < p.base_distance[0]:
        count = _prune_by_corners(p, s, level, left, count)
    count = _prune_by_state(p, s, level, left, count)
    count = _prune_by_inverse(p, s, level, left, count)
    before, after = s.state[level], s.state[level + 1]
    for i in range(count):
        parent, move = np.int64(s.origin[i, 0]), np.int64(s.origin[i, 1])
        for axis in range(3):
            field, turn = 3 * axis, np.int64(p.seen[axis, move])
            after[i, field] = p.placing_move[before[parent, field], turn]
            after[i, field + 1] = p.twist_move[before[parent, field + 1], turn]
            after[i, field + 2] = p.flip_move[before[parent, field + 2], turn]
        for pair in range(_PAIRS):
            after[i, _PAIR + pair] = s.pairs[s.origin[i, 2], pair]
        after[i, _MOVE], after[i, _PARENT], after[i, _EXCLUDED_AXES] = (
            move,
            parent,
            s.axes_at_bound[i],
        )
        after[i, _PERMUTATION] = p.permutation_move[before[parent, _PERMUTATION], move]
    s.width[level + 1] = count
    s.tried[level + 1] = 0


@compiled_inner_with_slices
def _children(p: PatternDatabase, m: Moves, s: OptimalStack, level, first, last):  # type: ignore[no-untyped-def]
    """Generate the turns that may follow some states; return their number."""
    state, origin = s.state[level], s.origin
    count = 0
    for parent in range(first, last):
        group = m.group[state[parent, _MOVE]]
        barred = state[parent, _EXCLUDED_AXES]
        for i in range(m.follow_count[group]):
            move = m.follow[group, i]
            origin[count, 0], origin[count, 1] = parent, move
            count += int((barred & p.axis_mask[move]) == 0)
    s.axes_at_bound[:count] = 0
    return count


@compiled_inner_with_slices
def _prune_by_corners(p: PatternDatabase, s: OptimalStack, level, left, count):  # type: ignore[no-untyped-def]
    """Keep the states whose corners `left` turns can solve; return their number.

    So near, the pattern database does not tell states apart.
    """
    kept = 0
    for i in range(count):
        parent, move = np.int64(s.origin[i, 0]), np.int64(s.origin[i, 1])
        permutation = p.permutation_move[s.state[level, parent, _PERMUTATION], move]
        seen = np.int64(p.permutation_class[permutation])
        twist = p.twist_image[seen & 15, p.twist_move[s.state[level, parent, _TWIST], move]]
        s.origin[kept, 0], s.origin[kept, 1] = parent, move
        kept += int(p.corner_distances[(seen >> 4) * TWISTS + twist] <= left)
    return kept


@compiled_inner_with_slices
def _prune_by_state(p: PatternDatabase, s: OptimalStack, level, left, count):  # type: ignore[no-untyped-def]
    """Keep the states that are at most `left` from solved along every axis; return their number."""
    state, origin, lookup, near = s.state[level], s.origin, s.lookup, p.base_distance[0]
    placing_move, twist_move, flip_move = p.placing_move, p.twist_move, p.flip_move
    classes, twist_image, flip_image = p.placing_class, p.twist_image, p.flip_image
    for axis in range(3):
        seen, field = p.seen[axis], 3 * axis
        for i in range(count):
            parent, turn = np.int64(origin[i, 0]), np.int64(seen[origin[i, 1]])
            placing = np.int64(placing_move[state[parent, field], turn])
            twist = np.int64(twist_move[state[parent, field + 1], turn])
            flip = np.int64(flip_move[state[parent, field + 2], turn])
            lookup[i] = _lookup(classes, twist_image, flip_image, placing, twist, flip)
            if left < near and p.flip_slice[placing // ORDERS, flip] > left:
                s.axes_at_bound[i] = _ALL_AXES
        count = _keep_within_bound(
            p.distances, near, origin, lookup, s.axes_at_bound, count, axis, left
        )
    return count


@compiled_inner_with_slices
def _prune_by_inverse(p: PatternDatabase, s: OptimalStack, level, left, count):  # type: ignore[no-untyped-def]
    """Keep the states whose inverses are at most `left` from solved; return their number."""
    _move_pairs(p, s, level, count)
    if left == 0:
        count = _collect_solved(p, s, count)
    s.axes_at_bound[:count] = 0
    origin, lookup, pairs, near = s.origin, s.lookup, s.pairs, p.base_distance[0]
    classes, twist_image, flip_image = p.placing_class, p.twist_image, p.flip_image
    for axis in range(3):
        corner_view, edge_view = p.corner_view[axis], p.edge_view[axis]
        for i in range(count):
            own = np.int64(origin[i, 2])
            twist, edges = np.int64(0), np.int64(0)
            for pair in range(CORNER_PAIRS):
                twist += np.int64(corner_view[pair, pairs[own, pair]])
            for pair in range(EDGE_PAIRS):
                edges += np.int64(edge_view[pair, pairs[own, CORNER_PAIRS + pair]])
            placing, flip = np.int64(p.placing_of[edges >> PLACES_BIT]), edges & _FLIP_BITS
            lookup[i] = _lookup(classes, twist_image, flip_image, placing, twist, flip)
            if left < near and p.flip_slice[placing // ORDERS, flip] > left:
                s.axes_at_bound[i] = _ALL_AXES
        count = _keep_within_bound(
            p.distances, near, origin, lookup, s.axes_at_bound, count, axis, left
        )
    return count


@compiled_inner_with_slices
def _move_pairs(p: PatternDatabase, s: OptimalStack, level, count):  # type: ignore[no-untyped-def]
    """Return the children their pairs."""
    state, origin, pairs = s.state[level], s.origin, s.pairs
    for i in range(count):
        origin[i, 2] = i
        parent, move = np.int64(origin[i, 0]), np.int64(origin[i, 1])
        for pair in range(CORNER_PAIRS):
            pairs[i, pair] = p.corner_move[state[parent, _PAIR + pair], move]
        for pair in range(CORNER_PAIRS, _PAIRS):
            pairs[i, pair] = p.edge_move[state[parent, _PAIR + pair], move]


@njit(cache=True, nogil=True, inline="always")
def _keep_within_bound(distances, near, origin, lookup, tight, count, axis, left):  # type: ignore[no-untyped-def]
    """Keep the states that the lookups along an axis do not exclude; return their number."""
    for i in range(count):
        lookup[i] = _entry(distances, np.int64(lookup[i]))
    kept = 0
    # The entry of what is exactly so far away as there are turns left; none where that is near.
    exact = left - near if left > near else -1
    for i in range(count):
        entry = np.int64(lookup[i])
        of_axes = tight[i] | np.int64(entry == exact) << axis
        possible = entry == 0 or entry <= exact
        origin[kept, 0], origin[kept, 1] = origin[i, 0], origin[i, 1]
        origin[kept, 2] = origin[i, 2]
        tight[kept] = of_axes
        kept += int(possible and of_axes != _ALL_AXES)
    return kept


@compiled_inner_with_slices
def _collect_solved(p: PatternDatabase, s: OptimalStack, count):  # type: ignore[no-untyped-def]
    """Keep the solved states; return their number."""
    kept = 0
    for i in range(count):
        if (s.pairs[i] == p.home).all():
            for part in range(3):
                s.origin[kept, part] = s.origin[i, part]
            kept += 1
    return kept
