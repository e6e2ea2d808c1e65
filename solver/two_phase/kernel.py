"""The search itself, compiled: paths through phase 1, and from each the shortest way through 2.

A call of `advance` works for a number of nodes and returns; all that it knows is in the stacks it
was given, so that the next call goes on where it stopped. Between calls Python looks at the clock
and at what others have found.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.two_phase.tables import HOME, HOME_LAYERS, HOME_SLICE, Tables

# More moves than any path that is ever searched has.
DEPTH = 64
# So many states of a level are expanded together.
BLOCK = 16
NO_TURN = 255

PAUSED, FOUND, EXHAUSTED = 0, 1, 2

_TWISTS = 2187
_FLIPS = 2048
_ORDERS = 24
_LAYER_EDGES = 40320
_DISTANCE_BIT = 20
_CLASS_BITS = (1 << _DISTANCE_BIT) - 1
_HOME_CORNERS = HOME.corners
_HOME_LAYERS = HOME_LAYERS
_HOME_SLICE = HOME_SLICE
_SLICE_START = HOME_SLICE * _ORDERS
_HOME_ORDER = HOME.slice_edges - _SLICE_START


class Moves(NamedTuple):
    """The moves of a metric as seen from one direction.

    After a move of group g the moves `follow[g, :follow_count[g]]` make sense, in phase 2
    `near_follow`. `turns[move]` are its turns' numbers, NO_TURN for none. The last move stands
    for the start: it has no turns, costs nothing, and is alone in group 0.
    """

    cost: NDArray[np.int64]
    group: NDArray[np.uint8]
    turns: NDArray[np.uint8]
    follow: NDArray[np.uint8]
    follow_count: NDArray[np.int64]
    near_follow: NDArray[np.uint8]
    near_follow_count: NDArray[np.int64]


class Stacks(NamedTuple):
    """What a search remembers: of each level the states that are still to be tried,
    `width` of them, of which `tried` are done with.

    `state[level, i]` is twist, flip, slice, distance, cost, the move that led there, the number
    of the state that it left, corners, and the placing of the slice's edges. `layers` are the
    placings of U's and D's edges at the start. `ends` are paths that have come to phase 1's goal:
    level and number of the last state, move, cost. `marks` are the level in work and the number
    of ends. `lookup`, `seen` and `origin` are room for lookups, `path` and the `near_` arrays for
    phase 2, `found` and `found_length` for solutions, `found_length[0]` of them.
    """

    state: NDArray[np.uint32]
    width: NDArray[np.int64]
    tried: NDArray[np.int64]
    layers: NDArray[np.int64]
    ends: NDArray[np.uint32]
    marks: NDArray[np.int64]
    lookup: NDArray[np.uint32]
    seen: NDArray[np.int64]
    origin: NDArray[np.uint32]
    path: NDArray[np.uint32]
    near_path: NDArray[np.uint32]
    near_state: NDArray[np.uint32]
    found: NDArray[np.int64]
    found_length: NDArray[np.int64]


def new_stacks(moves: int, solutions: int) -> Stacks:
    """Give empty stacks for a metric of `moves` moves that keep up to `solutions` at once."""

    def zeros(*shape: int) -> NDArray[Any]:
        return np.zeros(shape, dtype=np.int64)

    most = BLOCK * moves
    return Stacks(
        state=np.zeros((DEPTH, most, 9), dtype=np.uint32),
        width=zeros(DEPTH),
        tried=zeros(DEPTH),
        layers=zeros(2),
        ends=np.zeros((most, 4), dtype=np.uint32),
        marks=zeros(2),
        lookup=np.zeros(most, dtype=np.uint32),
        seen=zeros(most),
        origin=np.zeros((most, 2), dtype=np.uint32),
        path=np.zeros(DEPTH, dtype=np.uint32),
        near_path=np.zeros(DEPTH, dtype=np.uint32),
        near_state=np.zeros((DEPTH, 5), dtype=np.uint32),
        found=zeros(solutions, DEPTH),
        found_length=zeros(solutions + 1),
    )


def enter(
    stacks: Stacks, moves: Moves, state: tuple[int, int, int, int], placed: tuple[int, ...]
) -> None:
    """Make the stacks ready for a search from phase 1's state and distance, and the placings."""
    stacks.width[0], stacks.tried[0] = 1, 0
    corners, *layers, slice_edges = placed
    start = len(moves.group) - 1
    stacks.state[0, 0] = (*state, 0, start, 0, corners, slice_edges)
    stacks.layers[:] = layers
    at_goal = state[3] == 0
    stacks.marks[:] = 0, at_goal
    stacks.ends[0] = 0, 0, start, 0


def found_paths(stacks: Stacks) -> list[list[int]]:
    """Give the solutions that `advance` has found, as moves."""
    return [
        [int(move) for move in stacks.found[i, : stacks.found_length[i + 1]]]
        for i in range(int(stacks.found_length[0]))
    ]


@njit(cache=True, nogil=True, inline="always")
def _index(t: Tables, seen, twist):  # type: ignore[no-untyped-def]
    """Give a state's place in phase 1's pruning table from its entry in `flip_slice_class`."""
    number = np.int64(seen & _CLASS_BITS) >> 4
    return number * _TWISTS + t.twist_image[seen & 15, twist]


@njit(cache=True, nogil=True, inline="always")
def _remainder_at(t: Tables, twist, flip, slice_):  # type: ignore[no-untyped-def]
    """Give a state's distance to phase 1's goal modulo 3."""
    return _remainder(t, _index(t, t.flip_slice_class[slice_ * _FLIPS + flip], twist))


@njit(cache=True, nogil=True, inline="always")
def _remainder(t: Tables, index):  # type: ignore[no-untyped-def]
    """Give the distance modulo 3 from its place in the table."""
    return np.int64(t.phase_one[index >> 2] >> (2 * (index & 3))) & 3


@njit(cache=True, nogil=True, inline="always")
def _neighbour(distance, remainder):  # type: ignore[no-untyped-def]
    """Give the distance that differs from `distance` by at most one and has this remainder."""
    return distance + (remainder - distance % 3 + 4) % 3 - 1


@njit(cache=True, nogil=True, inline="always")
def distance_after(t: Tables, distance, twist, flip, slice_):  # type: ignore[no-untyped-def]
    """Give the distance to phase 1's goal of a neighbour of a state at `distance`."""
    return _neighbour(distance, _remainder_at(t, twist, flip, slice_))


@njit(cache=True, nogil=True)
def distance(t: Tables, twist, flip, slice_):  # type: ignore[no-untyped-def]
    """Give the distance to phase 1's goal, by walking there: each step lowers it by one."""
    steps = 0
    while twist != 0 or flip != 0 or slice_ != _HOME_SLICE:
        # The distance's remainder is enough to know a neighbour that is nearer by one.
        here = _remainder_at(t, twist, flip, slice_)
        for move in range(t.twist_move.shape[1]):
            to_twist, to_flip = t.twist_move[twist, move], t.flip_move[flip, move]
            to_slice = t.slice_move[slice_, move]
            if _remainder_at(t, to_twist, to_flip, to_slice) == (here + 2) % 3:
                twist, flip, slice_ = to_twist, to_flip, to_slice
                break
        steps += 1
    return steps


@njit(cache=True, nogil=True)
def advance(t: Tables, m: Moves, s: Stacks, low, high, unit, bound, reach, nodes):  # type: ignore[no-untyped-def]
    """Search phase 1's paths that cost more than `low` and at most `high`, for `nodes` nodes.

    `bound[0]` is what a solution may cost at most, `reach` what its second phase may; `unit` is
    what a move costs at least. Gives FOUND with solutions in `s.found`, PAUSED, or EXHAUSTED.
    """
    level = s.marks[0]
    while True:
        nodes -= s.marks[1]
        if s.marks[1] > 0 and _second_phase(t, m, s, low, unit, bound[0], reach):
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
        _expand(t, m, s, level, first, last, low, high, unit)
        level += 1


@njit(cache=True, nogil=True)
def _expand(t: Tables, m: Moves, s: Stacks, level, first, last, low, high, unit):  # type: ignore[no-untyped-def]
    """Put on the next level what leads to phase 1's goal in time; note what comes to it.

    A path ends where it first comes to the goal: what goes on from there is phase 2's. The
    lookups for all states come first and do not wait for one another, so that the processor can
    do many at once; the table is far larger than its caches.
    """
    lookups = 0
    for parent in range(first, last):
        spent = s.state[level, parent, 4]
        group = m.group[s.state[level, parent, 5]]
        if spent + 2 * unit > high:
            _last_moves(t, m, s, level, parent, group, low, high)
            continue
        twist, flip, slice_ = (
            s.state[level, parent, 0],
            s.state[level, parent, 1],
            s.state[level, parent, 2],
        )
        for i in range(m.follow_count[group]):
            move = m.follow[group, i]
            seen = t.flip_slice_class[t.slice_move[slice_, move] * _FLIPS + t.flip_move[flip, move]]
            if spent + m.cost[move] + np.int64(seen >> _DISTANCE_BIT) * unit <= high:
                s.lookup[lookups] = _index(t, seen, t.twist_move[twist, move])
                s.origin[lookups, 0] = parent
                s.origin[lookups, 1] = move
                lookups += 1
    for i in range(lookups):
        s.seen[i] = _remainder(t, s.lookup[i])
    count = 0
    for i in range(lookups):
        parent, move = s.origin[i, 0], s.origin[i, 1]
        far = _neighbour(s.state[level, parent, 3], s.seen[i])
        cost = s.state[level, parent, 4] + m.cost[move]
        if cost + far * unit > high:
            continue
        if far > 0:
            corners = moved_eight(t, 0, s.state[level, parent, 7], m, move)
            slice_edges = moved_four(t, s.state[level, parent, 8], m, move)
            s.state[level + 1, count, 0] = t.twist_move[s.state[level, parent, 0], move]
            s.state[level + 1, count, 1] = t.flip_move[s.state[level, parent, 1], move]
            s.state[level + 1, count, 2] = t.slice_move[s.state[level, parent, 2], move]
            s.state[level + 1, count, 3] = far
            s.state[level + 1, count, 4] = cost
            s.state[level + 1, count, 5] = move
            s.state[level + 1, count, 6] = parent
            s.state[level + 1, count, 7] = corners
            s.state[level + 1, count, 8] = slice_edges
            count += 1
        elif cost > low:
            _end(s, level, parent, move, cost)
    s.width[level + 1] = count
    s.tried[level + 1] = 0


@njit(cache=True, nogil=True, inline="always")
def _last_moves(t: Tables, m: Moves, s: Stacks, level, parent, group, low, high):  # type: ignore[no-untyped-def]
    """Note the moves that lead to phase 1's goal from a state with no time for another."""
    for i in range(m.follow_count[group]):
        move = m.follow[group, i]
        cost = s.state[level, parent, 4] + m.cost[move]
        if (
            low < cost <= high
            and t.twist_move[s.state[level, parent, 0], move] == 0
            and t.flip_move[s.state[level, parent, 1], move] == 0
            and t.slice_move[s.state[level, parent, 2], move] == _HOME_SLICE
        ):
            _end(s, level, parent, move, cost)


@njit(cache=True, nogil=True, inline="always")
def _end(s: Stacks, level, parent, move, cost):  # type: ignore[no-untyped-def]
    """Note that a move comes to phase 1's goal."""
    end = s.marks[1]
    s.ends[end, 0] = level
    s.ends[end, 1] = parent
    s.ends[end, 2] = move
    s.ends[end, 3] = cost
    s.marks[1] = end + 1


@njit(cache=True, nogil=True)
def _second_phase(t: Tables, m: Moves, s: Stacks, low, unit, bound, reach):  # type: ignore[no-untyped-def]
    """Find the cheapest ways on through phase 2 from the ends, up to the first that has any."""
    s.found_length[0] = 0
    while s.marks[1] > 0 and s.found_length[0] == 0:
        s.marks[1] -= 1
        end = s.marks[1]
        level, number, move, spent = s.ends[end, 0], s.ends[end, 1], s.ends[end, 2], s.ends[end, 3]
        limit = min(bound - spent, reach)
        if limit < 0 or spent <= low:
            continue
        corners, slice_edges = s.state[level, number, 7], s.state[level, number, 8]
        corners = moved_eight(t, 0, corners, m, move)
        slice_edges = moved_four(t, slice_edges, m, move)
        order = slice_edges - _SLICE_START
        if t.corners_slice[corners * _ORDERS + order] * unit > limit:
            continue
        layers = _layers(t, m, s, level, number, move)
        high = _near_distance(t, corners, layers, order) * unit
        beyond = -1
        while high <= limit and s.found_length[0] == 0:
            _near_search(t, m, s, end, corners, layers, order, beyond, high, unit)
            beyond = high
            high = high + unit if high == limit else min(high + unit, limit)
    return s.found_length[0] > 0


@njit(cache=True, nogil=True, inline="always")
def _layers(t: Tables, m: Moves, s: Stacks, level, number, move):  # type: ignore[no-untyped-def]
    """Work out the permutation of the edges of U and D at the end of a path."""
    s.path[level + 1] = move
    for i in range(level, 0, -1):
        s.path[i] = s.state[i, number, 5]
        number = s.state[i, number, 6]
    u_edges, d_edges = s.layers[0], s.layers[1]
    for i in range(1, level + 2):
        u_edges = moved_four(t, u_edges, m, s.path[i])
        d_edges = moved_four(t, d_edges, m, s.path[i])
    u_rank = np.int64(t.set_rank[u_edges // _ORDERS]) * _ORDERS + u_edges % _ORDERS
    return u_rank * _ORDERS + d_edges % _ORDERS


@njit(cache=True, nogil=True, inline="always")
def moved_four(t: Tables, placing, m: Moves, move):  # type: ignore[no-untyped-def]
    """Give the placing of four edges after a move."""
    places, order = np.uint32(placing // _ORDERS), np.uint32(placing % _ORDERS)
    for i in range(2):
        turn = m.turns[move, i]
        if turn != NO_TURN:
            order = np.uint32(t.order_product[t.four_turn[places, turn, 1], order])
            places = np.uint32(t.four_turn[places, turn, 0])
    return np.uint32(places * _ORDERS + order)


@njit(cache=True, nogil=True, inline="always")
def moved_eight(t: Tables, kind, rank, m: Moves, move):  # type: ignore[no-untyped-def]
    """Give the rank of the corners (kind 0), or of U's and D's edges (kind 1), after a move."""
    places = np.uint32(rank // _ORDERS**2)
    first, second = np.uint32(rank // _ORDERS % _ORDERS), np.uint32(rank % _ORDERS)
    for i in range(2):
        turn = m.turns[move, i]
        if turn != NO_TURN:
            first = np.uint32(t.order_product[t.eight_turn[kind, places, turn, 1], first])
            second = np.uint32(t.order_product[t.eight_turn[kind, places, turn, 2], second])
            places = np.uint32(t.eight_turn[kind, places, turn, 0])
    return np.uint32((places * _ORDERS + first) * _ORDERS + second)


@njit(cache=True, nogil=True, inline="always")
def _near_distance(t: Tables, corners, layers, order):  # type: ignore[no-untyped-def]
    """Give a number of moves that phase 2 needs at least."""
    far = max(
        np.int64(t.corners_slice[corners * _ORDERS + order]),
        np.int64(t.layers_slice[layers * _ORDERS + order]),
    )
    seen = t.corner_class[corners]
    index = np.int64(seen >> 4) * _LAYER_EDGES + t.layer_image[seen & 15, layers]
    value = np.int64(t.phase_two[index >> 2] >> (2 * (index & 3))) & 3
    if value > 0:
        far = max(far, value + t.near[0])
    return far


@njit(cache=True, nogil=True)
def _near_search(t: Tables, m: Moves, s: Stacks, end, corners, layers, order, low, high, unit):  # type: ignore[no-untyped-def]
    """Note the ways through phase 2 that cost more than `low` and at most `high`, if there is room.

    The levels of `near_state` hold corners, layers, order, cost and how many moves are tried.
    """
    state = s.near_state
    state[0, 0], state[0, 1], state[0, 2] = corners, layers, order
    state[0, 3], state[0, 4] = 0, 0
    if low < 0 and corners == _HOME_CORNERS and layers == _HOME_LAYERS and order == _HOME_ORDER:
        _note(m, s, end, 0)
    level = 0
    while level >= 0 and s.found_length[0] < len(s.found):
        group = m.group[s.ends[end, 2] if level == 0 else s.near_path[level - 1]]
        i = state[level, 4]
        if i == m.near_follow_count[group]:
            level -= 1
            continue
        state[level, 4] = i + 1
        move = m.near_follow[group, i]
        cost = state[level, 3] + m.cost[move]
        to_corners = moved_eight(t, 0, state[level, 0], m, move)
        to_layers = moved_eight(t, 1, state[level, 1], m, move)
        to_order = moved_four(t, _SLICE_START + state[level, 2], m, move) - _SLICE_START
        if cost + _near_distance(t, to_corners, to_layers, to_order) * unit > high:
            continue
        s.near_path[level] = move
        level += 1
        state[level, 0], state[level, 1], state[level, 2] = to_corners, to_layers, to_order
        state[level, 3], state[level, 4] = cost, 0
        is_home = (
            to_corners == _HOME_CORNERS and to_layers == _HOME_LAYERS and to_order == _HOME_ORDER
        )
        if is_home and cost > low:
            _note(m, s, end, level)


@njit(cache=True, nogil=True, inline="always")
def _note(m: Moves, s: Stacks, end, near_level):  # type: ignore[no-untyped-def]
    """Keep the solution that the paths through both phases make."""
    level, number, move = s.ends[end, 0], s.ends[end, 1], s.ends[end, 2]
    solution = s.found_length[0]
    length = level
    if move != len(m.group) - 1:
        s.found[solution, level] = move
        length += 1
    for i in range(level, 0, -1):
        s.found[solution, i - 1] = s.state[i, number, 5]
        number = s.state[i, number, 6]
    for i in range(near_level):
        s.found[solution, length + i] = s.near_path[i]
    s.found_length[solution + 1] = length + near_level
    s.found_length[0] = solution + 1
