"""Compiled two-phase search that prunes by accumulated cost.

As in the two-phase search, a call works for a number of nodes and can be continued.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.turn import ALL_TURNS
from solver.engines.optimal.fastest_costs import (
    MOVES,
    RELABELLED,
    RELABELLED_AXIS,
    RELABELLED_MOVE,
    UNREACHABLE_COST,
    CostAutomaton,
    CostBounds,
)
from solver.search.compilation import compiled, compiled_inner
from solver.search.coordinates import FLIPS, ORDERS
from solver.search.deepening import EXHAUSTED, PAUSED
from solver.search.directions import Start
from solver.search.phase_distance import (
    NO_TURN,
    SLICE_START,
    distance_from_mod3,
    distance_mod3,
    is_solved,
    move_eight_pieces,
    move_four_edges,
    phase_two_bound,
    ud_edges_rank,
)
from solver.search.phase_tables import DISTANCE_BIT, PHASE_TWO_TURNS, Tables, move_numbers

DEPTH = 48

_MOVES = len(MOVES)
_TURNS = len(ALL_TURNS)
# The turns of each move, by their numbers in ALL_TURNS.
_TURNS_OF = np.array([(*turns, NO_TURN)[:2] for turns in move_numbers("axial")], dtype=np.uint8)
_NEAR_MOVES = np.array(
    [
        number
        for number, turns in enumerate(move_numbers("axial"))
        if set(turns) <= set(PHASE_TWO_TURNS)
    ]
)
_NEAR_COUNT = len(_NEAR_MOVES)


class FastestStack(NamedTuple):
    """State of a search, level by level; the levels of phase 2 follow those of phase 1.

    `cube[level]` is twist, flip, slice and distance, or in phase 2 corners, layers and order;
    `progress[level]` the automaton's state, the names and the cost so far; `tried` how many moves
    have been tried, `path` the move that led there. `start` are the arrangements of corners, U's,
    D's and the slice's edges; `level` is the current one. `found` is the cheapest solution of a
    call, of `length` moves, 0 for none; `bound` is the largest allowed cost of the next.
    """

    cube: NDArray[np.int64]
    progress: NDArray[np.int64]
    tried: NDArray[np.int64]
    path: NDArray[np.int64]
    start: NDArray[np.int64]
    level: NDArray[np.int64]
    bound: NDArray[np.int64]
    found: NDArray[np.int64]
    length: NDArray[np.int64]


def new_stack() -> FastestStack:
    """Return empty stacks."""

    def zeros(*shape: int) -> NDArray[Any]:
        return np.zeros(shape, dtype=np.int64)

    return FastestStack(
        cube=zeros(DEPTH, 4),
        progress=zeros(DEPTH, 3),
        tried=zeros(DEPTH),
        path=zeros(DEPTH),
        start=zeros(4),
        level=zeros(1),
        bound=np.array([UNREACHABLE_COST]),
        found=zeros(DEPTH),
        length=zeros(1),
    )


def start_search(s: FastestStack, start: Start, names: int) -> None:
    """Initialise the state for a search of a cube with this relabelling of the faces."""
    s.cube[0] = start.seen.twist, start.seen.flip, start.slice_places, start.distance
    s.start[:] = start.seen[2:]
    s.progress[0] = 0, names, 0
    s.tried[0] = 0
    s.path[0] = 0
    s.level[0] = 0


@compiled
def advance(  # type: ignore[no-untyped-def]
    t: Tables, a: CostAutomaton, b: CostBounds, s: FastestStack, low, high, pair, node_limit, nodes
):
    """Search phase 1's paths that cost more than `low` and at most `high`, for `nodes` nodes.

    `pair` is the number of moves (of the tables) for a turn of two opposite faces, 1 or 2;
    `node_limit` how many nodes phase 2 may have each time. Gives PAUSED or EXHAUSTED.
    """
    s.length[0] = 0
    level = s.level[0]
    if level == 0 and s.tried[0] == 0 and s.cube[0, 3] == 0 and low < 0:
        _second_phase(t, a, b, s, level, pair, node_limit)
    while level >= 0:
        if nodes <= 0:
            s.level[0] = level
            return PAUSED
        move = s.tried[level]
        if move == _MOVES:
            level -= 1
            continue
        s.tried[level] = move + 1
        state, names = s.progress[level, 0], s.progress[level, 1]
        seen = RELABELLED_MOVE[names, move]
        after = a.state[state, seen]
        if after < 0:
            continue
        cost = s.progress[level, 2] + a.cost[state, seen]
        twist, flip, slice_, far = _move(t, b, s, level, move, pair, after, high - cost)
        if far < 0:
            continue
        nodes -= 1
        level += 1
        s.path[level] = move
        s.progress[level, 0], s.progress[level, 2] = after, cost
        s.progress[level, 1] = RELABELLED[names, a.relabelling[state, seen]]
        if far == 0:
            if cost > low:
                nodes -= _second_phase(t, a, b, s, level, pair, node_limit)
            level -= 1
            continue
        s.tried[level] = 0
        s.cube[level, 0], s.cube[level, 1], s.cube[level, 2] = twist, flip, slice_
        s.cube[level, 3] = far
    s.level[0] = -1
    return EXHAUSTED


@compiled_inner
def _move(t: Tables, b: CostBounds, s: FastestStack, level, move, pair, after, most):  # type: ignore[no-untyped-def]
    """Return twist, flip, slice and distance after a move; the distance is -1 where it is too far.

    The rest of the path, from the state `after`, may cost `most`.
    """
    here = s.cube[level, 3]
    weight = pair if move >= _TURNS else 1
    if b.any_moves[after, max(here - weight, 0)] > most:
        return 0, 0, 0, -1
    first = _TURNS_OF[move, 0]
    twist = t.twist_move[s.cube[level, 0], first]
    flip = t.flip_move[s.cube[level, 1], first]
    slice_ = t.slice_move[s.cube[level, 2], first]
    if move >= _TURNS:
        second = _TURNS_OF[move, 1]
        if weight == 2:
            here = distance_from_mod3(here, distance_mod3(t, twist, flip, slice_))
            if b.any_moves[after, max(here - 1, 0)] > most:
                return 0, 0, 0, -1
        twist = t.twist_move[twist, second]
        flip = t.flip_move[flip, second]
        slice_ = t.slice_move[slice_, second]
    sure = np.int64(t.flip_slice_class[slice_ * FLIPS + flip] >> DISTANCE_BIT)
    if b.any_moves[after, sure] > most:
        return 0, 0, 0, -1
    far = distance_from_mod3(here, distance_mod3(t, twist, flip, slice_))
    if b.any_moves[after, far] > most:
        return 0, 0, 0, -1
    return twist, flip, slice_, far


@compiled_inner
def _second_phase(  # type: ignore[no-untyped-def]
    t: Tables, a: CostAutomaton, b: CostBounds, s: FastestStack, base, pair, node_limit
):
    """Search phase 2 from the end of a path of phase 1; return the number of nodes."""
    state, names, cost = s.progress[base, 0], s.progress[base, 1], s.progress[base, 2]
    axis = RELABELLED_AXIS[names, 0]
    corners, slice_edges = s.start[0], s.start[3]
    for i in range(1, base + 1):
        corners = move_eight_pieces(t, 0, corners, _TURNS_OF, s.path[i])
        slice_edges = move_four_edges(t, slice_edges, _TURNS_OF, s.path[i])
    order = slice_edges - SLICE_START
    if cost + b.phase_two[state, axis, t.corners_slice[corners * ORDERS + order]] > s.bound[0]:
        return 0
    layers = _ud_edges(t, s, base)
    far = phase_two_bound(t, corners, layers, order)
    if cost + b.phase_two[state, axis, far] > s.bound[0]:
        return 0
    if is_solved(corners, layers, order):
        _record_solution(a, s, base)
        return 0
    s.cube[base, 0], s.cube[base, 1], s.cube[base, 2] = corners, layers, order
    s.tried[base] = 0
    level, nodes = base, 0
    while level >= base and nodes < node_limit:
        i = s.tried[level]
        if i == _NEAR_COUNT:
            level -= 1
            continue
        s.tried[level] = i + 1
        move = _NEAR_MOVES[i]
        state, names = s.progress[level, 0], s.progress[level, 1]
        seen = RELABELLED_MOVE[names, move]
        after = a.state[state, seen]
        if after < 0:
            continue
        cost = s.progress[level, 2] + a.cost[state, seen]
        to_names = RELABELLED[names, a.relabelling[state, seen]]
        axis = RELABELLED_AXIS[to_names, 0]
        if cost + b.phase_two[after, axis, 0] > s.bound[0]:
            continue
        to_corners = move_eight_pieces(t, 0, s.cube[level, 0], _TURNS_OF, move)
        to_order = move_four_edges(t, SLICE_START + s.cube[level, 2], _TURNS_OF, move) - SLICE_START
        sure = t.corners_slice[to_corners * ORDERS + to_order]
        if cost + b.phase_two[after, axis, sure] > s.bound[0]:
            continue
        to_layers = move_eight_pieces(t, 1, s.cube[level, 1], _TURNS_OF, move)
        far = phase_two_bound(t, to_corners, to_layers, to_order)
        if cost + b.phase_two[after, axis, far] > s.bound[0]:
            continue
        nodes += 1
        level += 1
        s.path[level] = move
        s.progress[level, 0], s.progress[level, 1], s.progress[level, 2] = after, to_names, cost
        if is_solved(to_corners, to_layers, to_order):
            _record_solution(a, s, level)
            level -= 1
            continue
        s.tried[level] = 0
        s.cube[level, 0], s.cube[level, 1], s.cube[level, 2] = to_corners, to_layers, to_order
    return nodes


@compiled_inner
def _ud_edges(t: Tables, s: FastestStack, base):  # type: ignore[no-untyped-def]
    """Compute the permutation of the edges of U and D at the end of a path."""
    u_edges, d_edges = s.start[1], s.start[2]
    for i in range(1, base + 1):
        u_edges = move_four_edges(t, u_edges, _TURNS_OF, s.path[i])
        d_edges = move_four_edges(t, d_edges, _TURNS_OF, s.path[i])
    return ud_edges_rank(t, u_edges, d_edges)


@compiled_inner
def _record_solution(a: CostAutomaton, s: FastestStack, level):  # type: ignore[no-untyped-def]
    """Record the path to a level as the solution if its cost is within the bound."""
    cost = s.progress[level, 2] + a.ending[s.progress[level, 0]]
    if cost <= s.bound[0]:
        s.bound[0] = cost - 1
        s.length[0] = level
        for i in range(level):
            s.found[i] = s.path[i + 1]
