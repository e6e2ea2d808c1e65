"""Compiled search of phase 2.

It begins at a state that phase 1 has reached, and turns U and D, and the other faces by half turns.
"""

from __future__ import annotations

import numpy as np

from solver.engines.two_phase.search_stack import (
    CORNERS,
    END_COST,
    END_LEVEL,
    END_MOVE,
    END_PARENT,
    MOVE,
    P2_CORNERS,
    P2_COST,
    P2_ORDER,
    P2_TRIED,
    P2_UD_EDGES,
    PARENT,
    SLICE_EDGES,
    TwoPhaseStack,
)
from solver.search.compilation import compiled_inner, inlined
from solver.search.phase_distance import (
    SLICE_START,
    Moves,
    is_solved,
    move_eight_pieces,
    move_four_edges,
    phase_two_bound,
    ud_edges_rank,
)
from solver.search.phase_tables import Tables


@compiled_inner
def search_phase_two(t: Tables, m: Moves, s: TwoPhaseStack, low, unit, bound, reach):  # type: ignore[no-untyped-def]
    """Find the cheapest paths through phase 2 from the ends of phase 1, until one has any."""
    s.found_length[0] = 0
    while s.cursor[1] > 0:
        s.cursor[1] -= 1
        end = s.cursor[1]
        level, number = s.goals[end, END_LEVEL], s.goals[end, END_PARENT]
        move, spent = s.goals[end, END_MOVE], s.goals[end, END_COST]
        limit = min(bound - spent, reach)
        if limit < 0 or spent <= low:
            continue
        corners, slice_edges = s.state[level, number, CORNERS], s.state[level, number, SLICE_EDGES]
        corners = move_eight_pieces(t, 0, corners, m.turns, move)
        slice_edges = move_four_edges(t, slice_edges, m.turns, move)
        order = slice_edges - SLICE_START
        layers = _ud_edges(t, m, s, level, number, move)
        high = phase_two_bound(t, corners, layers, order) * unit
        # Of the type of `high`, or what it is given to would be compiled for a constant too.
        beyond = np.int64(-1)
        while high <= limit and s.found_length[0] == 0:
            _search_from_goal(t, m, s, end, corners, layers, order, beyond, high, unit)
            beyond = high
            high = high + unit if high == limit else min(high + unit, limit)
        if s.found_length[0] > 0:
            return True
    return False


@inlined
def _ud_edges(t: Tables, m: Moves, s: TwoPhaseStack, level, number, move):  # type: ignore[no-untyped-def]
    """Compute the permutation of the edges of U and D at the end of a path."""
    s.path[level + 1] = move
    for i in range(level, 0, -1):
        s.path[i] = s.state[i, number, MOVE]
        number = s.state[i, number, PARENT]
    u_edges, d_edges = s.start_ud_edges[0], s.start_ud_edges[1]
    for i in range(1, level + 2):
        u_edges = move_four_edges(t, u_edges, m.turns, s.path[i])
        d_edges = move_four_edges(t, d_edges, m.turns, s.path[i])
    return ud_edges_rank(t, u_edges, d_edges)


@compiled_inner
def _search_from_goal(  # type: ignore[no-untyped-def]
    t: Tables, m: Moves, s: TwoPhaseStack, end, corners, layers, order, low, high, unit
):
    """Record the paths of phase 2 that cost more than `low` and at most `high`, if there is room.

    The levels of `near_state` hold corners, layers, order, cost and how many moves are tried.
    """
    state = s.near_state
    state[0, P2_CORNERS], state[0, P2_UD_EDGES], state[0, P2_ORDER] = corners, layers, order
    state[0, P2_COST], state[0, P2_TRIED] = 0, 0
    if low < 0 and is_solved(corners, layers, order):
        _record_solution(m, s, end, 0)
    level = 0
    while level >= 0 and s.found_length[0] < len(s.found):
        group = m.group[s.goals[end, END_MOVE] if level == 0 else s.near_path[level - 1]]
        i = state[level, P2_TRIED]
        if i == m.near_follow_count[group]:
            level -= 1
            continue
        state[level, P2_TRIED] = i + 1
        move = m.phase_two_follow[group, i]
        cost = state[level, P2_COST] + m.cost[move]
        to_corners = move_eight_pieces(t, 0, state[level, P2_CORNERS], m.turns, move)
        to_layers = move_eight_pieces(t, 1, state[level, P2_UD_EDGES], m.turns, move)
        to_order = (
            move_four_edges(t, SLICE_START + state[level, P2_ORDER], m.turns, move) - SLICE_START
        )
        if cost + phase_two_bound(t, to_corners, to_layers, to_order) * unit > high:
            continue
        s.near_path[level] = move
        level += 1
        state[level, P2_CORNERS], state[level, P2_UD_EDGES], state[level, P2_ORDER] = (
            to_corners,
            to_layers,
            to_order,
        )
        state[level, P2_COST], state[level, P2_TRIED] = cost, 0
        if cost > low and is_solved(to_corners, to_layers, to_order):
            _record_solution(m, s, end, level)


@inlined
def _record_solution(m: Moves, s: TwoPhaseStack, end, near_level):  # type: ignore[no-untyped-def]
    """Record the solution of a path through both phases."""
    level, number, move = s.goals[end, END_LEVEL], s.goals[end, END_PARENT], s.goals[end, END_MOVE]
    solution = s.found_length[0]
    length = level
    if move != len(m.group) - 1:
        s.found[solution, level] = move
        length += 1
    for i in range(level, 0, -1):
        s.found[solution, i - 1] = s.state[i, number, MOVE]
        number = s.state[i, number, PARENT]
    for i in range(near_level):
        s.found[solution, length + i] = s.near_path[i]
    s.found_length[solution + 1] = length + near_level
    s.found_length[0] = solution + 1
