"""Compiled searches of the three phases of a 4x4x4, each by iterative deepening.

Each call tries all paths of one length, or one total length, and adds what it finds to `Ends`
until there is no room. Moves of one axis are made in the order of their groups, each once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.ends import (
    DEPTH,
    Ends,
    begin_phase_three,
    centres_index,
    follow,
    move_mask,
)
from solver.puzzles.reduction.pairing import PairingTables, distance, move_pairing
from solver.puzzles.reduction.pieces import EDGES
from solver.puzzles.reduction.tables import CentreDistances, PhaseMoves
from solver.search.compilation import compiled, compiled_inner, inlined
from solver.search.phase_distance import trailing_zeros

_NO_GROUP = 255


class Stack(NamedTuple):
    """The state of a search: for each level coordinates, the move tried, and what may follow.

    Phase 1 goes by the last `group`, phases 2 and 3 by the moves that are `left`, a bit for each;
    `pairing` is that of phase 3.
    """

    state: NDArray[np.int64]
    tried: NDArray[np.int64]
    group: NDArray[np.int64]
    left: NDArray[np.uint64]
    pairing: NDArray[np.uint8]


def new_stack() -> Stack:
    """Return an empty stack."""
    return Stack(
        np.zeros((DEPTH, 4), dtype=np.int64),
        np.zeros(DEPTH, dtype=np.int64),
        np.full(DEPTH, _NO_GROUP),
        np.zeros(DEPTH, dtype=np.uint64),
        np.zeros((DEPTH, EDGES), dtype=np.uint8),
    )


@inlined
def _may_follow(group: Any, last: Any, groups_an_axis: Any) -> Any:
    """Return whether a move may come after one of another group."""
    return last == 255 or group > last or group // groups_an_axis != last // groups_an_axis


@compiled
def search_phase_one(
    m: PhaseMoves,
    d: CentreDistances,
    s: Stack,
    starts: Ends,
    start: Any,
    length: Any,
    ends: Ends,
    room: Any,
) -> None:
    """Add the paths of a length that bring a start's `state[0]`, a set of centres, to the x axis.

    `value` of an end is its length and what phase 2 takes at least; `room` is how many may be
    added. `state[1]` and `state[2]` of a start are the sets that phase 2 ranks.
    """
    most = min(np.int64(len(ends.value)), ends.found[0] + room)
    groups = np.int64(m.group[len(m.group) - 1] + 1) // 3
    s.state[0, 0] = starts.state[start, 0]
    s.tried[0], s.group[0] = -1, 255
    level = 0
    if length == 0:
        if starts.state[start, 0] == 255:
            _add_first_end(m, d, s, starts, start, 0, ends)
        return
    while level >= 0:
        s.tried[level] += 1
        move = s.tried[level]
        if move == len(m.group):
            level -= 1
            continue
        group = np.int64(m.group[move])
        if not _may_follow(group, s.group[level], groups):
            continue
        mask = move_mask(m, move, np.uint32(s.state[level, 0]))
        left = length - level - 1
        if d.axis[m.high_rank[mask >> np.uint32(12)] + m.low_rank[mask & np.uint32(4095)]] > left:
            continue
        if left > 0:
            level += 1
            s.state[level, 0], s.tried[level], s.group[level] = np.int64(mask), -1, group
        elif s.state[level, 0] != 255:
            if ends.found[0] >= most:
                return
            _add_first_end(m, d, s, starts, start, length, ends)


@compiled_inner
def _add_first_end(
    m: PhaseMoves, d: CentreDistances, s: Stack, starts: Ends, start: Any, length: Any, ends: Ends
) -> None:
    """Add an end of phase 1: its path, and how far it is in phase 2."""
    end = ends.found[0]
    ends.found[0] = end + 1
    odd = np.int64(starts.odd[start, 1])
    line, split = np.uint32(starts.state[start, 1]), np.uint32(starts.state[start, 2])
    for level in range(length):
        move = s.tried[level]
        ends.path[end, level] = move
        line, split = move_mask(m, move, line), move_mask(m, move, split)
        odd ^= m.is_odd[1, move]
    ends.length[end], ends.origin[end] = length, start
    rank = np.int64(m.split_rank[split >> np.uint32(8)]) * 70 + np.int64(m.line_rank[line])
    ends.value[end] = length + np.int64(d.separate[rank * 2 + odd])


@compiled
def search_phase_two(
    m: PhaseMoves,
    d: CentreDistances,
    p: PairingTables,
    s: Stack,
    starts: Ends,
    total: Any,
    first: Any,
    last: Any,
    ends: Ends,
) -> None:
    """Add the ends of phase 2 of a total length, from some of the ends of phase 1."""
    for start in range(first, last):
        length = total - starts.length[start]
        if starts.value[start] > total:
            continue
        for i in range(3):
            s.state[0, i] = starts.state[start, i]
        s.left[0] = _second_moves(m, d, s, 0, len(m.second_follow) - 1, length)
        if length == 0:
            if ends.found[0] < len(ends.value):
                _add_second_end(m, d, p, s, starts, start, 0, ends)
            continue
        level = 0
        while level >= 0:
            if s.left[level] == 0:
                level -= 1
                continue
            at = trailing_zeros(s.left[level])
            s.left[level] &= s.left[level] - np.uint64(1)
            s.tried[level] = m.second[at]
            to = level + 1
            s.state[to, 0] = m.split_move[s.state[level, 0], at]
            s.state[to, 1] = m.line_move[s.state[level, 1], at]
            s.state[to, 2] = s.state[level, 2] ^ m.is_odd[1, s.tried[level]]
            if to < length:
                group = np.int64(m.group[s.tried[level]])
                s.left[to] = _second_moves(m, d, s, to, group, length - to)
                level = to
            elif _splits_edges(
                m.high_places[0],
                *(m.wing_mask_move, m.inverse, s.tried, length, starts.edge_places, start),
            ):
                if ends.found[0] >= len(ends.value):
                    return
                _add_second_end(m, d, p, s, starts, start, length, ends)


@inlined
def _second_moves(m: Any, d: Any, s: Any, level: Any, group: Any, left: Any) -> Any:
    """Return a bit for each move of phase 2 that can be on a path of `left` moves to its end."""
    index = (s.state[level, 0] * 70 + s.state[level, 1]) * 2 + s.state[level, 2]
    slack = min(left - np.int64(d.separate[index]), 2)
    return np.uint64(m.second_follow[group] & d.separate_near[index, slack])


@compiled_inner
def _splits_edges(
    places: Any, moves: Any, inverse: Any, path: Any, length: Any, edge_places: Any, start: Any
) -> bool:
    """Return whether a path takes one of the wings of each edge to a high place.

    It takes a few arrays, not tables of many, which would take longer to pass than to use.
    """
    for level in range(length - 1, -1, -1):
        undo = inverse[path[level]]
        places = (
            moves[undo, 0, places & np.uint32(255)]
            | moves[undo, 1, (places >> np.uint32(8)) & np.uint32(255)]
            | moves[undo, 2, places >> np.uint32(16)]
        )
    for edge in range(12):
        here = edge_places[start, edge] & places
        if here == 0 or here == edge_places[start, edge]:
            return False
    return True


@compiled_inner
def _join_path(s: Stack, starts: Ends, start: Any, length: Any, ends: Ends, end: Any) -> None:
    """Write the path of an end: that of its start, and the moves that were tried from there."""
    before = starts.length[start]
    for i in range(before):
        ends.path[end, i] = starts.path[start, i]
    for level in range(length):
        ends.path[end, before + level] = s.tried[level]
    ends.length[end], ends.origin[end] = before + length, starts.origin[start]


@compiled_inner
def _add_second_end(
    m: PhaseMoves,
    d: CentreDistances,
    p: PairingTables,
    s: Stack,
    starts: Ends,
    start: Any,
    length: Any,
    ends: Ends,
) -> None:
    """Add an end of phase 2, if phase 3 can go on from there."""
    end = ends.found[0]
    _join_path(s, starts, start, length, ends, end)
    follow(m, starts, start, ends, end)
    if begin_phase_three(m, d, p, ends, end):
        ends.found[0] = end + 1


@compiled
def search_phase_three(
    m: PhaseMoves,
    d: CentreDistances,
    p: PairingTables,
    s: Stack,
    starts: Ends,
    total: Any,
    first: Any,
    last: Any,
    ends: Ends,
) -> None:
    """Add the ends of phase 3 of a total length, from some of the ends of phase 2."""
    for start in range(first, last):
        length = total - starts.length[start]
        if starts.value[start] > total:
            continue
        for i in range(4):
            s.state[0, i] = starts.state[start, i]
        for i in range(12):
            s.pairing[0, i] = starts.pairing[start, i]
        s.left[0] = _third_moves(m, d, s, 0, len(m.third_follow) - 1, length)
        if length == 0:
            if ends.found[0] < len(ends.value):
                _add_third_end(m, s, starts, start, 0, ends)
            continue
        level = 0
        while level >= 0:
            if s.left[level] == 0:
                level -= 1
                continue
            at = trailing_zeros(s.left[level])
            s.left[level] &= s.left[level] - np.uint64(1)
            to = level + 1
            move_pairing(p, at, s.pairing, level, s.pairing, to)
            if distance(p, s.pairing, to) > length - to:
                continue
            s.tried[level] = m.third[at]
            s.state[to, 0] = m.half_move[0, s.state[level, 0], at]
            s.state[to, 1] = m.half_move[1, s.state[level, 1], at]
            s.state[to, 2] = m.half_move[2, s.state[level, 2], at]
            s.state[to, 3] = s.state[level, 3] ^ m.is_odd[2, s.tried[level]]
            if to < length:
                group = np.int64(m.group[s.tried[level]])
                s.left[to] = _third_moves(m, d, s, to, group, length - to)
                level = to
            elif ends.found[0] >= len(ends.value):
                return
            else:
                _add_third_end(m, s, starts, start, length, ends)


@inlined
def _third_moves(m: Any, d: Any, s: Any, level: Any, group: Any, left: Any) -> Any:
    """Return a bit for each move of phase 3 after which the centres can be done in time."""
    index = centres_index(
        s.state[level, 0], s.state[level, 1], s.state[level, 2], s.state[level, 3]
    )
    slack = min(left - np.int64(d.centres[index]), 2)
    return np.uint64(m.third_follow[group] & d.centres_near[index, slack])


@compiled_inner
def _add_third_end(
    m: PhaseMoves, s: Stack, starts: Ends, start: Any, length: Any, ends: Ends
) -> None:
    """Add the path to a reduced cube."""
    end = ends.found[0]
    ends.found[0] = end + 1
    _join_path(s, starts, start, length, ends, end)
    ends.value[end] = ends.length[end]
