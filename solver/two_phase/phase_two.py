"""The search through phase 2, compiled: from phase 1's ends the cheapest ways home."""

from __future__ import annotations

import numpy as np

from solver.compiling import compiled, inlined
from solver.two_phase.kernel import ORDERS, Moves, moved_eight, moved_four
from solver.two_phase.stacks import (
    CORNERS,
    END_COST,
    END_LEVEL,
    END_MOVE,
    END_PARENT,
    MOVE,
    NEAR_CORNERS,
    NEAR_COST,
    NEAR_LAYERS,
    NEAR_ORDER,
    NEAR_TRIED,
    PARENT,
    SLICE_EDGES,
    Stacks,
)
from solver.two_phase.tables import HOME, HOME_LAYERS, HOME_SLICE, Tables

_LAYER_EDGES = 40320
_HOME_CORNERS = HOME.corners
_HOME_LAYERS = HOME_LAYERS
_SLICE_START = HOME_SLICE * ORDERS
_HOME_ORDER = HOME.slice_edges - _SLICE_START


@compiled
def second_phase(t: Tables, m: Moves, s: Stacks, low, unit, bound, reach):  # type: ignore[no-untyped-def]
    """Find the cheapest ways on through phase 2 from the ends, up to the first that has any."""
    s.found_length[0] = 0
    while s.marks[1] > 0:
        s.marks[1] -= 1
        end = s.marks[1]
        level, number = s.ends[end, END_LEVEL], s.ends[end, END_PARENT]
        move, spent = s.ends[end, END_MOVE], s.ends[end, END_COST]
        limit = min(bound - spent, reach)
        if limit < 0 or spent <= low:
            continue
        corners, slice_edges = s.state[level, number, CORNERS], s.state[level, number, SLICE_EDGES]
        corners = moved_eight(t, 0, corners, m, move)
        slice_edges = moved_four(t, slice_edges, m, move)
        order = slice_edges - _SLICE_START
        layers = _layers(t, m, s, level, number, move)
        high = near_distance(t, corners, layers, order) * unit
        beyond = -1
        while high <= limit and s.found_length[0] == 0:
            _near_search(t, m, s, end, corners, layers, order, beyond, high, unit)
            beyond = high
            high = high + unit if high == limit else min(high + unit, limit)
        if s.found_length[0] > 0:
            return True
    return False


@inlined
def _layers(t: Tables, m: Moves, s: Stacks, level, number, move):  # type: ignore[no-untyped-def]
    """Work out the permutation of the edges of U and D at the end of a path."""
    s.path[level + 1] = move
    for i in range(level, 0, -1):
        s.path[i] = s.state[i, number, MOVE]
        number = s.state[i, number, PARENT]
    u_edges, d_edges = s.layers[0], s.layers[1]
    for i in range(1, level + 2):
        u_edges = moved_four(t, u_edges, m, s.path[i])
        d_edges = moved_four(t, d_edges, m, s.path[i])
    u_rank = np.int64(t.set_rank[u_edges // ORDERS]) * ORDERS + u_edges % ORDERS
    return u_rank * ORDERS + d_edges % ORDERS


@inlined
def near_distance(t: Tables, corners, layers, order):  # type: ignore[no-untyped-def]
    """Give a number of moves that phase 2 needs at least."""
    far = max(
        np.int64(t.corners_slice[corners * ORDERS + order]),
        np.int64(t.layers_slice[layers * ORDERS + order]),
    )
    seen = t.corner_class[corners]
    index = np.int64(seen >> 4) * _LAYER_EDGES + t.layer_image[seen & 15, layers]
    value = np.int64(t.phase_two[index >> 2] >> (2 * (index & 3))) & 3
    if value > 0:
        far = max(far, value + t.near[0])
    return far


@compiled
def _near_search(t: Tables, m: Moves, s: Stacks, end, corners, layers, order, low, high, unit):  # type: ignore[no-untyped-def]
    """Note the ways through phase 2 that cost more than `low` and at most `high`, if there is room.

    The levels of `near_state` hold corners, layers, order, cost and how many moves are tried.
    """
    state = s.near_state
    state[0, NEAR_CORNERS], state[0, NEAR_LAYERS], state[0, NEAR_ORDER] = corners, layers, order
    state[0, NEAR_COST], state[0, NEAR_TRIED] = 0, 0
    if low < 0 and corners == _HOME_CORNERS and layers == _HOME_LAYERS and order == _HOME_ORDER:
        _note(m, s, end, 0)
    level = 0
    while level >= 0 and s.found_length[0] < len(s.found):
        group = m.group[s.ends[end, END_MOVE] if level == 0 else s.near_path[level - 1]]
        i = state[level, NEAR_TRIED]
        if i == m.near_follow_count[group]:
            level -= 1
            continue
        state[level, NEAR_TRIED] = i + 1
        move = m.near_follow[group, i]
        cost = state[level, NEAR_COST] + m.cost[move]
        to_corners = moved_eight(t, 0, state[level, NEAR_CORNERS], m, move)
        to_layers = moved_eight(t, 1, state[level, NEAR_LAYERS], m, move)
        to_order = moved_four(t, _SLICE_START + state[level, NEAR_ORDER], m, move) - _SLICE_START
        if cost + near_distance(t, to_corners, to_layers, to_order) * unit > high:
            continue
        s.near_path[level] = move
        level += 1
        state[level, NEAR_CORNERS], state[level, NEAR_LAYERS], state[level, NEAR_ORDER] = (
            to_corners,
            to_layers,
            to_order,
        )
        state[level, NEAR_COST], state[level, NEAR_TRIED] = cost, 0
        is_home = (
            to_corners == _HOME_CORNERS and to_layers == _HOME_LAYERS and to_order == _HOME_ORDER
        )
        if is_home and cost > low:
            _note(m, s, end, level)


@inlined
def _note(m: Moves, s: Stacks, end, near_level):  # type: ignore[no-untyped-def]
    """Keep the solution that the paths through both phases make."""
    level, number, move = s.ends[end, END_LEVEL], s.ends[end, END_PARENT], s.ends[end, END_MOVE]
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
