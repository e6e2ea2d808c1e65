"""The search through phase 1, compiled: all paths that come to its goal at a given cost.

A call of `advance` works for a number of nodes and returns; all that it knows is in the stacks it
was given, so that the next call goes on where it stopped. Between calls Python looks at the clock
and at what others have found.

Flip and slice are kept as their class: each state as the symmetry shows it that leads to the
class's representative. So all moves of a state stand in one row of a table, beside masks of those
that do not lead away from the goal.
"""

from __future__ import annotations

import numpy as np

from solver.compiling import compiled, inlined
from solver.two_phase.kernel import (
    EXHAUSTED,
    FOUND,
    ORDERS,
    PAUSED,
    TWISTS,
    Moves,
    moved_eight,
    moved_four,
    neighbour,
    remainder,
    trailing_zeros,
)
from solver.two_phase.phase_two import second_phase
from solver.two_phase.stacks import (
    BLOCK,
    CLASS,
    CORNERS,
    COST,
    DISTANCE,
    END_COST,
    END_LEVEL,
    END_MOVE,
    END_PARENT,
    MOVE,
    PARENT,
    SLICE_EDGES,
    TWIST,
    VIEW,
    Stacks,
)
from solver.two_phase.tables import HOME_SLICE, NO_MOVE, Tables

_SLICE_START = HOME_SLICE * ORDERS


@compiled
def advance(t: Tables, m: Moves, s: Stacks, low, high, unit, bound, reach, nodes):  # type: ignore[no-untyped-def]
    """Search phase 1's paths that cost more than `low` and at most `high`, for `nodes` nodes.

    `bound[0]` is what a solution may cost at most, `reach` what its second phase may; `unit` is
    what a move costs at least. Gives FOUND with solutions in `s.found`, PAUSED, or EXHAUSTED.
    """
    level = s.marks[0]
    while True:
        nodes -= s.marks[1]
        if s.marks[1] > 0 and second_phase(t, m, s, low, unit, bound[0], reach):
            s.marks[0] = level
            return FOUND
        if level < 0 or nodes <= 0:
            s.marks[0] = level
            return EXHAUSTED if level < 0 else PAUSED
        first = s.tried[level]
        if first == s.width[level]:
            level -= 1
            continue
        last = min(first + BLOCK, s.width[level])
        s.tried[level] = last
        nodes -= last - first
        _expand(t, m, s, level, first, last, low, high, unit, bound[0], reach)
        level += 1


@compiled
def _expand(t: Tables, m: Moves, s: Stacks, level, first, last, low, high, unit, bound, reach):  # type: ignore[no-untyped-def]
    """Put on the next level what leads to phase 1's goal in time; note what comes to it.

    A path ends where it first comes to the goal: what goes on from there is phase 2's. The
    lookups for all states come first and do not wait for one another, so that the processor can
    do many at once; the table is far larger than its caches.
    """
    lookups = 0
    for parent in range(first, last):
        row, twist = s.state[level, parent, CLASS], s.state[level, parent, TWIST]
        left = (high - np.int64(s.state[level, parent, COST])) // unit
        looks = _looks(t, m, s, level, parent, left)
        while looks != 0:
            look = trailing_zeros(looks)
            looks &= looks - np.uint64(1)
            child = t.class_move[row, look]
            if left > 1:
                to_twist = t.twist_image[child & 15, t.twist_move[twist, look]]
                s.lookup[lookups] = (child >> 4) * TWISTS + to_twist
                s.origin[lookups, 0] = parent
                s.origin[lookups, 1] = look
                lookups += 1
            elif t.class_distance[child >> 4] == 0 and t.twist_move[twist, look] == 0:
                _end(t, m, s, level, parent, look, low, high, unit, bound, reach)
    for i in range(lookups):
        s.seen[i] = remainder(t, s.lookup[i])
    count = 0
    for i in range(lookups):
        parent, look = s.origin[i, 0], s.origin[i, 1]
        move = m.unseen[s.state[level, parent, VIEW], look]
        cost = np.int64(s.state[level, parent, COST]) + m.cost[move]
        far = neighbour(_halfway_distance(t, s, level, parent, look), s.seen[i])
        if far == 0:
            _end(t, m, s, level, parent, look, low, high, unit, bound, reach)
        elif cost + far * unit <= high:
            child = t.class_move[s.state[level, parent, CLASS], look]
            view = s.state[level, parent, VIEW]
            corners = moved_eight(t, 0, s.state[level, parent, CORNERS], m, move)
            slice_edges = moved_four(t, s.state[level, parent, SLICE_EDGES], m, move)
            s.state[level + 1, count, CLASS] = child >> 4
            s.state[level + 1, count, TWIST] = s.lookup[i] - (child >> 4) * TWISTS
            s.state[level + 1, count, VIEW] = t.view_product[child & 15, view]
            s.state[level + 1, count, DISTANCE] = far
            s.state[level + 1, count, COST] = cost
            s.state[level + 1, count, MOVE] = move
            s.state[level + 1, count, PARENT] = parent
            s.state[level + 1, count, CORNERS] = corners
            s.state[level + 1, count, SLICE_EDGES] = slice_edges
            count += 1
    s.width[level + 1] = count
    s.tried[level + 1] = 0


@inlined
def _looks(t: Tables, m: Moves, s: Stacks, level, parent, left):  # type: ignore[no-untyped-def]
    """Give the moves that may lead on, as they look in the parent's view: a bit for each."""
    row = s.state[level, parent, CLASS]
    looks = m.seen_follow[s.state[level, parent, VIEW], m.group[s.state[level, parent, MOVE]]]
    slack = left - t.class_distance[row]
    if slack < t.class_near.shape[1]:
        looks &= t.class_near[row, slack]
    return looks


@inlined
def _halfway_distance(t: Tables, s: Stacks, level, parent, look):  # type: ignore[no-untyped-def]
    """Give the distance one step before the end of a move: the parent's, if the move is a step."""
    far = np.int64(s.state[level, parent, DISTANCE])
    half = t.halfway[look]
    if half != NO_MOVE:
        child = t.class_move[s.state[level, parent, CLASS], half]
        twist = t.twist_image[child & 15, t.twist_move[s.state[level, parent, TWIST], half]]
        far = neighbour(far, remainder(t, (child >> 4) * TWISTS + twist))
    return far


@compiled
def _end(t: Tables, m: Moves, s: Stacks, level, parent, look, low, high, unit, bound, reach):  # type: ignore[no-untyped-def]
    """Note a move that comes to phase 1's goal in time, with corners and slice near home."""
    move = m.unseen[s.state[level, parent, VIEW], look]
    cost = np.int64(s.state[level, parent, COST]) + m.cost[move]
    if not low < cost <= high:
        return
    corners = moved_eight(t, 0, s.state[level, parent, CORNERS], m, move)
    slice_edges = moved_four(t, s.state[level, parent, SLICE_EDGES], m, move)
    far = np.int64(t.corners_slice[corners * ORDERS + slice_edges - _SLICE_START])
    if far * unit <= min(bound - cost, reach):
        end = s.marks[1]
        s.ends[end, END_LEVEL] = level
        s.ends[end, END_PARENT] = parent
        s.ends[end, END_MOVE] = move
        s.ends[end, END_COST] = cost
        s.marks[1] = end + 1
