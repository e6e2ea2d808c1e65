"""Compiled search of phase 1.

A call of `advance` works for a number of nodes and returns; its whole state is in a
`TwoPhaseStack`, so that the next call continues where it stopped. Between calls Python checks the
clock and the solutions of other threads.

Flip and slice are kept as their class: each state as the symmetry shows it that leads to the
class's representative. So all moves of a state stand in one row of a table, beside masks of those
that do not lead away from the goal.

`_expand` fills a level of the stack from the level above it, `_record_goal` keeps what it reaches.
"""

from __future__ import annotations

import numpy as np

from solver.engines.two_phase.phase_two import search_phase_two
from solver.engines.two_phase.search_stack import (
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
    SYMMETRY,
    TWIST,
    TwoPhaseStack,
)
from solver.search.compilation import compiled, compiled_inner, inlined
from solver.search.coordinates import ORDERS, TWISTS
from solver.search.deepening import EXHAUSTED, FOUND, PAUSED
from solver.search.half_turns import extra_cost
from solver.search.phase_distance import (
    SLICE_START,
    Moves,
    distance_from_mod3,
    distance_mod3_entry,
    move_eight_pieces,
    move_four_edges,
    trailing_zeros,
)
from solver.search.phase_tables import NO_MOVE, Tables


@compiled
def advance(  # type: ignore[no-untyped-def]
    t: Tables,
    m: Moves,
    s: TwoPhaseStack,
    low,
    high,
    unit,
    bound,
    phase_two_cost_limit,
    nodes,
    halves,
):
    """Search phase 1's paths that cost more than `low` and at most `high`, for `nodes` nodes.

    `bound[0]` is what a solution may cost at most, `phase_two_cost_limit` what its second phase
    may; `unit` is what a move costs at least, and `halves` says how many half turns cost more.
    Gives FOUND with solutions in `s.found`, PAUSED, or EXHAUSTED.
    """
    level = s.cursor[0]
    while True:
        nodes -= s.cursor[1]
        if s.cursor[1] > 0 and search_phase_two(t, m, s, low, unit, bound[0], phase_two_cost_limit):
            s.cursor[0] = level
            return FOUND
        if level < 0 or nodes <= 0:
            s.cursor[0] = level
            return EXHAUSTED if level < 0 else PAUSED
        first = s.tried[level]
        if first == s.width[level]:
            level -= 1
            continue
        last = min(first + BLOCK, s.width[level])
        s.tried[level] = last
        nodes -= last - first
        _expand(
            t, m, s, level, first, last, low, high, unit, bound[0], phase_two_cost_limit, halves
        )
        level += 1


@compiled_inner
def _expand(  # type: ignore[no-untyped-def]
    t: Tables, m: Moves, s: TwoPhaseStack, level, first, last, low, high, unit, bound, reach, halves
):
    """Fill the next level with the states that reach phase 1's goal in time; record the goals.

    A path ends where it first comes to the goal: what goes on from there is phase 2's. The
    lookups for all states come first and do not wait for one another, so that the processor can
    do many at once; the table is far larger than its caches.
    """
    lookups = 0
    for parent in range(first, last):
        row, twist = s.state[level, parent, CLASS], s.state[level, parent, TWIST]
        left = (high - np.int64(s.state[level, parent, COST])) // unit
        candidates = _candidate_moves(t, m, s, level, parent, left)
        while candidates != 0:
            conjugated_move = trailing_zeros(candidates)
            candidates &= candidates - np.uint64(1)
            child = t.class_move[row, conjugated_move]
            if left > 1:
                to_twist = t.twist_image[child & 15, t.twist_move[twist, conjugated_move]]
                s.lookup[lookups] = (child >> 4) * TWISTS + to_twist
                s.origin[lookups, 0] = parent
                s.origin[lookups, 1] = conjugated_move
                lookups += 1
            elif t.class_distance[child >> 4] == 0 and t.twist_move[twist, conjugated_move] == 0:
                _record_goal(t, m, s, level, parent, conjugated_move, low, high, unit, bound, reach)
    for i in range(lookups):
        s.seen[i] = distance_mod3_entry(t, s.lookup[i])
    count = 0
    for i in range(lookups):
        # Of the types that they have above: what they are given to is compiled once.
        source, conjugated_move = np.int64(s.origin[i, 0]), np.uint64(s.origin[i, 1])
        move = m.from_conjugate[s.state[level, source, SYMMETRY], conjugated_move]
        cost = np.int64(s.state[level, source, COST]) + m.cost[move]
        far = distance_from_mod3(_halfway_distance(t, s, level, source, conjugated_move), s.seen[i])
        if far == 0:
            _record_goal(t, m, s, level, source, conjugated_move, low, high, unit, bound, reach)
        elif cost + far * unit + extra_cost(halves, s.lookup[i]) <= high:
            child = t.class_move[s.state[level, source, CLASS], conjugated_move]
            view = s.state[level, source, SYMMETRY]
            corners = move_eight_pieces(t, 0, s.state[level, source, CORNERS], m.turns, move)
            slice_edges = move_four_edges(t, s.state[level, source, SLICE_EDGES], m.turns, move)
            s.state[level + 1, count, CLASS] = child >> 4
            s.state[level + 1, count, TWIST] = s.lookup[i] - (child >> 4) * TWISTS
            s.state[level + 1, count, SYMMETRY] = t.view_product[child & 15, view]
            s.state[level + 1, count, DISTANCE] = far
            s.state[level + 1, count, COST] = cost
            s.state[level + 1, count, MOVE] = move
            s.state[level + 1, count, PARENT] = source
            s.state[level + 1, count, CORNERS] = corners
            s.state[level + 1, count, SLICE_EDGES] = slice_edges
            count += 1
    s.width[level + 1] = count
    s.tried[level + 1] = 0


@inlined
def _candidate_moves(t: Tables, m: Moves, s: TwoPhaseStack, level, parent, left):  # type: ignore[no-untyped-def]
    """Return a bit for each move that may come nearer to the goal within `left` moves.

    Moves are numbered as they are seen under the symmetry of the parent.
    """
    row = s.state[level, parent, CLASS]
    looks = m.follow_conjugates[
        s.state[level, parent, SYMMETRY], m.group[s.state[level, parent, MOVE]]
    ]
    slack = left - t.class_distance[row]
    if slack < t.class_near.shape[1]:
        looks &= t.class_near[row, slack]
    return looks


@inlined
def _halfway_distance(t: Tables, s: TwoPhaseStack, level, parent, look):  # type: ignore[no-untyped-def]
    """Return the distance one step before the end of a move.

    The parent's, if the move is a step.
    """
    far = np.int64(s.state[level, parent, DISTANCE])
    half = t.halfway[look]
    if half != NO_MOVE:
        child = t.class_move[s.state[level, parent, CLASS], half]
        twist = t.twist_image[child & 15, t.twist_move[s.state[level, parent, TWIST], half]]
        far = distance_from_mod3(far, distance_mod3_entry(t, (child >> 4) * TWISTS + twist))
    return far


@compiled_inner
def _record_goal(  # type: ignore[no-untyped-def]
    t: Tables, m: Moves, s: TwoPhaseStack, level, parent, look, low, high, unit, bound, reach
):
    """Record a move that reaches phase 1's goal in time and is near enough in phase 2."""
    move = m.from_conjugate[s.state[level, parent, SYMMETRY], look]
    cost = np.int64(s.state[level, parent, COST]) + m.cost[move]
    if not low < cost <= high:
        return
    corners = move_eight_pieces(t, 0, s.state[level, parent, CORNERS], m.turns, move)
    slice_edges = move_four_edges(t, s.state[level, parent, SLICE_EDGES], m.turns, move)
    far = np.int64(t.corners_slice[corners * ORDERS + slice_edges - SLICE_START])
    if far * unit <= min(bound - cost, reach):
        end = s.cursor[1]
        s.goals[end, END_LEVEL] = level
        s.goals[end, END_PARENT] = parent
        s.goals[end, END_MOVE] = move
        s.goals[end, END_COST] = cost
        s.cursor[1] = end + 1
