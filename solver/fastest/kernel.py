"""The search itself, compiled: both phases of Kociemba's, while the automaton counts the price."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.fastest.automaton import Automaton
from solver.fastest.bounds import Bounds
from solver.fastest.prices import AXIS_SEEN, MOVES, NEVER, RENAMED, SEEN
from solver.turn import ALL_TURNS
from solver.two_phase.kernel import neighbour, remainder_at
from solver.two_phase.phase_two import near_distance
from solver.two_phase.tables import HOME, HOME_LAYERS, HOME_SLICE, PHASE_TWO_TURNS, Tables

DEPTH = 48
PAUSED, EXHAUSTED = 0, 1

_MOVES = len(MOVES)
_TURNS = len(ALL_TURNS)
_FLIPS = 2048
_DISTANCE_BIT = 20
_NO_TURN = 255
_ORDERS = 24
_HOME_CORNERS = HOME.corners
_HOME_LAYERS = HOME_LAYERS
_HOME_SLICE = HOME_SLICE
_SLICE_START = HOME_SLICE * _ORDERS
_HOME_ORDER = HOME.slice_edges - _SLICE_START
_FIRST = np.array([ALL_TURNS.index(move[0]) for move in MOVES], dtype=np.uint8)
_SECOND = np.array(
    [ALL_TURNS.index(move[1]) if len(move) > 1 else _NO_TURN for move in MOVES], dtype=np.uint8
)
_NEAR_MOVES = np.array(
    [
        number
        for number in range(len(MOVES))
        if _FIRST[number] in PHASE_TWO_TURNS
        and (_SECOND[number] == _NO_TURN or _SECOND[number] in PHASE_TWO_TURNS)
    ]
)
_NEAR_COUNT = len(_NEAR_MOVES)


class Stacks(NamedTuple):
    """What a search remembers, level by level; those of phase 2 come above those of phase 1.

    `cube[level]` is twist, flip, slice and distance, or in phase 2 corners, layers and order;
    `walk[level]` the automaton's state, the names and the price so far; `tried` how many moves are
    done with, `path` the move that led there. `start` are the placings of corners, U's, D's and
    the slice's edges; `level` is the one in work. `found` is the cheapest solution of a call, of
    `length` moves, 0 for none; `bound` is what the next may cost at most.
    """

    cube: NDArray[np.int64]
    walk: NDArray[np.int64]
    tried: NDArray[np.int64]
    path: NDArray[np.int64]
    start: NDArray[np.int64]
    level: NDArray[np.int64]
    bound: NDArray[np.int64]
    found: NDArray[np.int64]
    length: NDArray[np.int64]


def new_stacks() -> Stacks:
    """Give empty stacks."""

    def zeros(*shape: int) -> NDArray[Any]:
        return np.zeros(shape, dtype=np.int64)

    return Stacks(
        cube=zeros(DEPTH, 4),
        walk=zeros(DEPTH, 3),
        tried=zeros(DEPTH),
        path=zeros(DEPTH),
        start=zeros(4),
        level=zeros(1),
        bound=np.array([NEVER]),
        found=zeros(DEPTH),
        length=zeros(1),
    )


def enter(
    s: Stacks, state: tuple[int, int, int, int], placed: tuple[int, int, int, int], names: int
) -> None:
    """Make the stacks ready for a search from phase 1's state and distance, and the placings."""
    s.cube[0] = state
    s.start[:] = placed
    s.walk[0] = 0, names, 0
    s.tried[0] = 0
    s.path[0] = 0
    s.level[0] = 0


@njit(cache=True, nogil=True)
def advance(t: Tables, a: Automaton, b: Bounds, s: Stacks, low, high, pair, patience, nodes):  # type: ignore[no-untyped-def]
    """Search phase 1's paths that cost more than `low` and at most `high`, for `nodes` nodes.

    `pair` is how many moves of the tables a turn of two opposite faces is, 1 or 2; `patience` how
    many nodes phase 2 may have each time. Gives PAUSED or EXHAUSTED.
    """
    s.length[0] = 0
    level = s.level[0]
    if level == 0 and s.tried[0] == 0 and s.cube[0, 3] == 0 and low < 0:
        _second_phase(t, a, b, s, 0, pair, patience)
    while level >= 0:
        if nodes <= 0:
            s.level[0] = level
            return PAUSED
        move = s.tried[level]
        if move == _MOVES:
            level -= 1
            continue
        s.tried[level] = move + 1
        state, names = s.walk[level, 0], s.walk[level, 1]
        seen = SEEN[names, move]
        after = a.state[state, seen]
        if after < 0:
            continue
        price = s.walk[level, 2] + a.price[state, seen]
        here = s.cube[level, 3]
        weight = pair if move >= _TURNS else 1
        if price + b.far[after, max(here - weight, 0)] > high:
            continue
        first = _FIRST[move]
        twist = t.twist_move[s.cube[level, 0], first]
        flip = t.flip_move[s.cube[level, 1], first]
        slice_ = t.slice_move[s.cube[level, 2], first]
        if move >= _TURNS:
            second = _SECOND[move]
            if weight == 2:
                here = neighbour(here, remainder_at(t, twist, flip, slice_))
                if price + b.far[after, max(here - 1, 0)] > high:
                    continue
            twist = t.twist_move[twist, second]
            flip = t.flip_move[flip, second]
            slice_ = t.slice_move[slice_, second]
        sure = np.int64(t.flip_slice_class[slice_ * _FLIPS + flip] >> _DISTANCE_BIT)
        if price + b.far[after, sure] > high:
            continue
        far = neighbour(here, remainder_at(t, twist, flip, slice_))
        if price + b.far[after, far] > high:
            continue
        nodes -= 1
        level += 1
        s.path[level] = move
        s.walk[level, 0], s.walk[level, 2] = after, price
        s.walk[level, 1] = RENAMED[names, a.names[state, seen]]
        if far == 0:
            if price > low:
                nodes -= _second_phase(t, a, b, s, level, pair, patience)
            level -= 1
            continue
        s.tried[level] = 0
        s.cube[level, 0], s.cube[level, 1], s.cube[level, 2] = twist, flip, slice_
        s.cube[level, 3] = far
    s.level[0] = -1
    return EXHAUSTED


@njit(cache=True, nogil=True)
def _second_phase(t: Tables, a: Automaton, b: Bounds, s: Stacks, base, pair, patience):  # type: ignore[no-untyped-def]
    """Go on from the end of a path of phase 1 in phase 2; give how many nodes that took."""
    state, axis, price = s.walk[base, 0], AXIS_SEEN[s.walk[base, 1], 0], s.walk[base, 2]
    corners, slice_edges = s.start[0], s.start[3]
    for i in range(1, base + 1):
        corners = _eight(t, 0, corners, s.path[i])
        slice_edges = _four(t, slice_edges, s.path[i])
    order = slice_edges - _SLICE_START
    if price + b.near[state, axis, t.corners_slice[corners * _ORDERS + order]] > s.bound[0]:
        return 0
    layers = _layers(t, s, base)
    far = near_distance(t, corners, layers, order)
    if price + b.near[state, axis, far] > s.bound[0]:
        return 0
    if corners == _HOME_CORNERS and layers == _HOME_LAYERS and order == _HOME_ORDER:
        _note(a, s, base)
        return 0
    s.cube[base, 0], s.cube[base, 1], s.cube[base, 2] = corners, layers, order
    s.tried[base] = 0
    level = base
    nodes = 0
    while level >= base and nodes < patience:
        i = s.tried[level]
        if i == _NEAR_COUNT:
            level -= 1
            continue
        s.tried[level] = i + 1
        move = _NEAR_MOVES[i]
        state, names = s.walk[level, 0], s.walk[level, 1]
        seen = SEEN[names, move]
        after = a.state[state, seen]
        if after < 0:
            continue
        price = s.walk[level, 2] + a.price[state, seen]
        to_names = RENAMED[names, a.names[state, seen]]
        axis = AXIS_SEEN[to_names, 0]
        if price + b.near[after, axis, 0] > s.bound[0]:
            continue
        to_corners = _eight(t, 0, s.cube[level, 0], move)
        to_order = _four(t, _SLICE_START + s.cube[level, 2], move) - _SLICE_START
        sure = t.corners_slice[to_corners * _ORDERS + to_order]
        if price + b.near[after, axis, sure] > s.bound[0]:
            continue
        to_layers = _eight(t, 1, s.cube[level, 1], move)
        far = near_distance(t, to_corners, to_layers, to_order)
        if price + b.near[after, axis, far] > s.bound[0]:
            continue
        nodes += 1
        level += 1
        s.path[level] = move
        s.walk[level, 0], s.walk[level, 1], s.walk[level, 2] = after, to_names, price
        if to_corners == _HOME_CORNERS and to_layers == _HOME_LAYERS and to_order == _HOME_ORDER:
            _note(a, s, level)
            level -= 1
            continue
        s.tried[level] = 0
        s.cube[level, 0], s.cube[level, 1], s.cube[level, 2] = to_corners, to_layers, to_order
    return nodes


@njit(cache=True, nogil=True)
def _layers(t: Tables, s: Stacks, base):  # type: ignore[no-untyped-def]
    """Work out the permutation of the edges of U and D at the end of a path."""
    u_edges, d_edges = s.start[1], s.start[2]
    for i in range(1, base + 1):
        u_edges = _four(t, u_edges, s.path[i])
        d_edges = _four(t, d_edges, s.path[i])
    u_rank = np.int64(t.set_rank[u_edges // _ORDERS]) * _ORDERS + u_edges % _ORDERS
    return u_rank * _ORDERS + d_edges % _ORDERS


@njit(cache=True, nogil=True)
def _note(a: Automaton, s: Stacks, level):  # type: ignore[no-untyped-def]
    """Keep the path to a level as the solution, if it is cheap enough."""
    price = s.walk[level, 2] + a.ending[s.walk[level, 0]]
    if price <= s.bound[0]:
        s.bound[0] = price - 1
        s.length[0] = level
        s.found[:level] = s.path[1 : level + 1]


@njit(cache=True, nogil=True, inline="always")
def _four(t: Tables, placing, move):  # type: ignore[no-untyped-def]
    """Give the placing of four edges after a move."""
    places, order = placing // _ORDERS, placing % _ORDERS
    for i in range(2):
        turn = _FIRST[move] if i == 0 else _SECOND[move]
        if turn != _NO_TURN:
            order = np.int64(t.order_product[t.four_turn[places, turn, 1], order])
            places = np.int64(t.four_turn[places, turn, 0])
    return places * _ORDERS + order


@njit(cache=True, nogil=True, inline="always")
def _eight(t: Tables, kind, rank, move):  # type: ignore[no-untyped-def]
    """Give the rank of the corners (kind 0), or of U's and D's edges (kind 1), after a move."""
    places = rank // _ORDERS**2
    first, second = rank // _ORDERS % _ORDERS, rank % _ORDERS
    for i in range(2):
        turn = _FIRST[move] if i == 0 else _SECOND[move]
        if turn != _NO_TURN:
            first = np.int64(t.order_product[t.eight_turn[kind, places, turn, 1], first])
            second = np.int64(t.order_product[t.eight_turn[kind, places, turn, 2], second])
            places = np.int64(t.eight_turn[kind, places, turn, 0])
    return (places * _ORDERS + first) * _ORDERS + second
