"""A phase as data, and the compiled search that serves every phase of every cube.

A state is some *coordinates*, each a number with a table of where moves take it, and some sets of
24 places. *Bounds* are tables of how many moves a few of them need at least.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.search.compilation import compiled, inlined
from solver.search.phase_distance import trailing_zeros

# No path of one phase is longer.
DEPTH = 32
# How much a hash says of how promising a state is, beside the squares of the bounds.
_NEAR_WEIGHT = 20
# The largest distance that a bound can hold: four bits each.
FARTHEST = 15


class GuidedPhase(NamedTuple):
    """What moves do to the coordinates of a phase, and its bounds.

    `numbers` are the moves' numbers in the metric, `group` their axis and layers; `follow` has a
    bit for each move that may come after one of each group, or of none. Coordinate c after a move
    is `next[offset[c] + value * moves + move]`. If `twisted_by[c]` is another coordinate, the
    result is then reordered: it is `reordered[order, result]` with the `order` of the other's value
    and the move. `set_moves` (sets x moves x 3 x 256) is where a move takes each octet of a set,
    and `set_ranks` (sets x 2 x 4096) add up to its rank.

    Bound b is at the sum of `terms[b, i, 1]` times the value of coordinate `terms[b, i, 0]` (sets
    are numbered after the coordinates, -1 for none) from `begin[b]` on in `bounds`, two in each
    octet. Where `images_begin[b]` is not negative, the first coordinate is folded: its value has an
    entry in `classes`, 16 * class + symmetry, and the second is seen through that symmetry by
    `images`. `near` has two bits for each hash of a whole state: 3 for those farther than `reach`
    moves from the end, less by one for each move nearer. `weights` are those of bounds in a beam.
    """

    numbers: NDArray[np.uint8]
    group: NDArray[np.uint8]
    follow: NDArray[np.uint64]
    next: NDArray[np.uint32]
    offset: NDArray[np.int64]
    twisted_by: NDArray[np.int64]
    order: NDArray[np.uint8]
    reordered: NDArray[np.uint16]
    set_moves: NDArray[np.uint32]
    set_ranks: NDArray[np.uint32]
    terms: NDArray[np.int64]
    begin: NDArray[np.int64]
    weights: NDArray[np.int64]
    bounds: NDArray[np.uint8]
    classes: NDArray[np.uint32]
    classes_begin: NDArray[np.int64]
    images: NDArray[np.uint16]
    images_begin: NDArray[np.int64]
    near: NDArray[np.uint8]
    reach: NDArray[np.int64]


class Starts(NamedTuple):
    """States with which a phase begins: coordinates, sets, and the length of the path so far.

    `value` is the length with what is still to come at least.
    """

    state: NDArray[np.int64]
    sets: NDArray[np.uint32]
    length: NDArray[np.int64]
    value: NDArray[np.int64]


class Paths(NamedTuple):
    """Paths through a phase: `found[0]` of them, each with its moves and the row of its start."""

    found: NDArray[np.int64]
    path: NDArray[np.uint8]
    length: NDArray[np.int64]
    start: NDArray[np.int64]


class SearchStack(NamedTuple):
    """The state of a search: by level the state, its bound, the move tried, and what may follow."""

    state: NDArray[np.int64]
    sets: NDArray[np.uint32]
    bound: NDArray[np.int64]
    tried: NDArray[np.uint8]
    left: NDArray[np.uint64]


def new_paths(room: int) -> Paths:
    """Return room for some paths."""
    return Paths(
        np.zeros(1, dtype=np.int64),
        np.zeros((room, DEPTH), dtype=np.uint8),
        np.zeros(room, dtype=np.int64),
        np.zeros(room, dtype=np.int64),
    )


def new_stack(phase: GuidedPhase) -> SearchStack:
    """Return an empty stack for the states of a phase."""
    levels = DEPTH + 1
    return SearchStack(
        np.zeros((levels, len(phase.offset)), dtype=np.int64),
        np.zeros((levels, len(phase.set_moves)), dtype=np.uint32),
        np.zeros(levels, dtype=np.int64),
        np.zeros(levels, dtype=np.uint8),
        np.zeros(levels, dtype=np.uint64),
    )


@inlined
def move_state(p: Any, move: Any, state: Any, sets: Any, level: Any, to: Any) -> Any:
    """Write the state of one level after a move to another level."""
    moves = len(p.numbers)
    for c in range(len(p.offset)):
        after: Any = np.int64(p.next[p.offset[c] + state[level, c] * moves + move])
        if p.twisted_by[c] >= 0:
            order = p.order[state[level, p.twisted_by[c]] * moves + move]
            after = np.int64(p.reordered[order, after])
        state[to, c] = after
    for j in range(len(p.set_moves)):
        mask = sets[level, j]
        sets[to, j] = (
            p.set_moves[j, move, 0, mask & np.uint32(255)]
            | p.set_moves[j, move, 1, (mask >> np.uint32(8)) & np.uint32(255)]
            | p.set_moves[j, move, 2, mask >> np.uint32(16)]
        )


@inlined
def index_in_bound(p: Any, b: Any, state: Any, sets: Any, level: Any) -> Any:
    """Return where a state stands in a bound."""
    coordinates = len(p.offset)
    index: Any = np.int64(0)
    if p.images_begin[b] >= 0:
        folded = np.int64(p.classes[p.classes_begin[b] + state[level, p.terms[b, 0, 0]]])
        size, other = p.terms[b, 0, 1], state[level, p.terms[b, 1, 0]]
        seen = p.images[p.images_begin[b] + (folded & 15) * size + other]
        index = (folded >> 4) * size + np.int64(seen)
    else:
        for i in range(p.terms.shape[1]):
            c = p.terms[b, i, 0]
            if c < 0:
                break
            if c < coordinates:
                index += p.terms[b, i, 1] * state[level, c]
            else:
                mask = sets[level, c - coordinates]
                rank = p.set_ranks[c - coordinates, 0, mask >> np.uint32(12)]
                rank += p.set_ranks[c - coordinates, 1, mask & np.uint32(4095)]
                index += p.terms[b, i, 1] * np.int64(rank)
    return index


@inlined
def bound_of(p: Any, state: Any, sets: Any, level: Any, most: Any) -> Any:
    """Return the largest bound of a state, or the first that is larger than `most`."""
    largest: Any = np.int64(0)
    for b in range(len(p.begin)):
        index = p.begin[b] + index_in_bound(p, b, state, sets, level)
        bound = np.int64(p.bounds[index >> 1] >> np.uint8(4 * (index & 1))) & 15
        largest = max(largest, bound)
        if largest > most:
            break
    if largest <= most and most <= p.reach[0]:
        largest = max(largest, near_bound(p, state, sets, level))
    return largest


@inlined
def near_bound(p: Any, state: Any, sets: Any, level: Any) -> Any:
    """Return what the hash of a whole state says of its distance."""
    cell = np.int64(hash_of(p, state, sets, level) & np.uint64(4 * len(p.near) - 1))
    here = np.int64(p.near[cell >> 2] >> np.uint8(2 * (cell & 3))) & 3
    found: Any = np.int64(0)
    if here > 0:
        found = p.reach[0] - 2 + here
    return found


@inlined
def rank_of(p: Any, state: Any, sets: Any, level: Any) -> Any:
    """Return how far a state seems to be from the end: the weighted squares of its bounds.

    This guides better than the largest bound.
    """
    found: Any = np.int64(0)
    for b in range(len(p.begin)):
        index = p.begin[b] + index_in_bound(p, b, state, sets, level)
        bound = np.int64(p.bounds[index >> 1] >> np.uint8(4 * (index & 1))) & 15
        found += p.weights[b] * bound * bound
    if p.reach[0] >= 0:
        found += _NEAR_WEIGHT * near_bound(p, state, sets, level)
    return found


@inlined
def hash_of(p: Any, state: Any, sets: Any, level: Any) -> Any:
    """Return a number of 64 bits for a state, which no two are likely to share."""
    mixed: Any = np.uint64(0)
    for c in range(len(p.offset)):
        mixed = (mixed ^ np.uint64(state[level, c])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    for j in range(len(p.set_moves)):
        mixed = (mixed ^ np.uint64(sets[level, j])) * np.uint64(0x9E3779B97F4A7C15)
        mixed ^= mixed >> np.uint64(29)
    return mixed


@compiled
def set_values(p: GuidedPhase, starts: Starts) -> None:
    """Set the value of each start: its length and the largest of its bounds."""
    for row in range(len(starts.value)):
        bound = bound_of(p, starts.state, starts.sets, row, FARTHEST)
        if p.reach[0] >= 0:
            bound = max(bound, near_bound(p, starts.state, starts.sets, row))
        starts.value[row] = starts.length[row] + bound


@compiled
def search_phase(
    p: GuidedPhase,
    s: SearchStack,
    starts: Starts,
    total: Any,
    first: Any,
    last: Any,
    step: Any,
    paths: Paths,
) -> None:
    """Add the paths of a total length to the end of a phase, from every `step`-th of some starts.

    No path passes an end on its way. Stops where there is no more room.
    """
    for row in range(first, last, step):
        length = total - starts.length[row]
        if starts.value[row] > total or length > DEPTH:
            continue
        for c in range(s.state.shape[1]):
            s.state[0, c] = starts.state[row, c]
        for j in range(s.sets.shape[1]):
            s.sets[0, j] = starts.sets[row, j]
        s.bound[0] = starts.value[row] - starts.length[row]
        s.left[0] = p.follow[len(p.follow) - 1]
        if length == 0 or s.bound[0] == 0:
            if length == 0 and s.bound[0] == 0 and not _add(p, s, 0, row, paths):
                return
            continue
        level = 0
        while level >= 0:
            if s.left[level] == 0:
                level -= 1
                continue
            move = np.int64(trailing_zeros(s.left[level]))
            s.left[level] &= s.left[level] - np.uint64(1)
            to = level + 1
            move_state(p, move, s.state, s.sets, level, to)
            bound = bound_of(p, s.state, s.sets, to, length - to)
            if bound > length - to:
                continue
            s.tried[level] = move
            if to < length:
                if bound > 0:
                    s.bound[to] = bound
                    s.left[to] = p.follow[p.group[move]]
                    level = to
            elif not _add(p, s, length, row, paths):
                return


@inlined
def _add(p: Any, s: Any, length: Any, row: Any, paths: Any) -> Any:
    """Add the path that is tried; return whether there was room."""
    end = paths.found[0]
    has_room = end < len(paths.length)
    if has_room:
        paths.found[0] = end + 1
        for i in range(length):
            paths.path[end, i] = p.numbers[s.tried[i]]
        paths.length[end], paths.start[end] = length, row
    return has_room
