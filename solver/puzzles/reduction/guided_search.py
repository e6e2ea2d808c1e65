"""A phase as data, and what moves make of its states and of their ranks, compiled.

A state is some *coordinates*, each a number with a table of where moves take it, and some sets of
24 places. *Bounds* are tables of how many moves a few of them need at least.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.reduction.pairing import PairingMoves, index_of_pairing
from solver.search.compilation import inlined

# No path of one phase is longer.
DEPTH = 32
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
    octet. Where `images_begin[b]` is not negative, the first coordinate is folded: its value, or
    that with the value of the third term's coordinate, of which there are `terms[b, 2, 1]`, has an
    entry in `classes`, 16 * class + symmetry, and the second is seen through that symmetry by
    `images`. The distances of a `pairing`, if there is one, are from `pairing_begin` on. `near` has
    two bits for each hash of a whole state: 3 for those farther than `reach` moves from the end,
    less by one for each move nearer. To the rank of a state each distance in a bound adds its
    `worth` (bounds x 16), and each move that `near` tells `worth_of_near`. The order in which
    bounds are looked at is `by_worth`; no move makes one less by more than `step`. For each state
    of the first bound `nearer` (states x 3, or none) has a bit for each move after which a state is
    nearer, is not farther, and for all moves.
    """

    numbers: NDArray[np.uint8]
    group: NDArray[np.uint8]
    follow: NDArray[np.uint64]
    next: NDArray[np.uint16]
    offset: NDArray[np.int64]
    twisted_by: NDArray[np.int64]
    order: NDArray[np.uint8]
    reordered: NDArray[np.uint16]
    set_moves: NDArray[np.uint32]
    set_ranks: NDArray[np.uint32]
    terms: NDArray[np.int64]
    begin: NDArray[np.int64]
    worth: NDArray[np.int64]
    by_worth: NDArray[np.int64]
    step: NDArray[np.int64]
    worth_of_near: NDArray[np.int64]
    bounds: NDArray[np.uint8]
    classes: NDArray[np.uint32]
    classes_begin: NDArray[np.int64]
    images: NDArray[np.uint16]
    images_begin: NDArray[np.int64]
    near: NDArray[np.uint8]
    reach: NDArray[np.int64]
    pairing: PairingMoves
    pairing_begin: NDArray[np.int64]
    nearer: NDArray[np.uint32]


@inlined
def copy_state(state: Any, sets: Any, row: Any, to: Any, to_sets: Any, at: Any) -> Any:
    """Write the state of one row into a row of others."""
    for c in range(state.shape[1]):
        to[at, c] = state[row, c]
    for j in range(sets.shape[1]):
        to_sets[at, j] = sets[row, j]


@inlined
def move_state(p: Any, move: Any, state: Any, sets: Any, level: Any, to: Any) -> Any:
    """Write the state of one level after a move to another level, but for a pairing."""
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
        first = state[level, p.terms[b, 0, 0]]
        if p.terms[b, 2, 0] >= 0:
            first = first * p.terms[b, 2, 1] + state[level, p.terms[b, 2, 0]]
        folded = np.int64(p.classes[p.classes_begin[b] + first])
        values, other = p.terms[b, 1, 1], state[level, p.terms[b, 1, 0]]
        seen = p.images[p.images_begin[b] + (folded & 15) * values + other]
        index = (folded >> 4) * p.terms[b, 0, 1] + np.int64(seen)
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
def near_bound(p: Any, state: Any, sets: Any, level: Any) -> Any:
    """Return what the hash of a whole state says of its distance."""
    cell = np.int64(hash_of(p, state, sets, level) & np.uint64(4 * len(p.near) - 1))
    here = np.int64(p.near[cell >> 2] >> np.uint8(2 * (cell & 3))) & 3
    found: Any = np.int64(0)
    if here > 0:
        found = p.reach[0] - 2 + here
    return found


@inlined
def bound_of(p: Any, b: Any, state: Any, sets: Any, level: Any) -> Any:
    """Return the distance that a bound has for a state."""
    index = p.begin[b] + index_in_bound(p, b, state, sets, level)
    return np.int64(p.bounds[index >> 1] >> np.uint8(4 * (index & 1))) & 15


@inlined
def pairing_bound(p: Any, state: Any, level: Any) -> Any:
    """Return the distance of a pairing, whose values follow those of the coordinates."""
    index = p.pairing_begin[0] + index_of_pairing(p.pairing, state, level, len(p.offset))
    return np.int64(p.bounds[index >> 1] >> np.uint8(4 * (index & 1))) & 15


@inlined
def rank_of(p: Any, state: Any, sets: Any, level: Any) -> Any:
    """Return how far a state seems to be from the end: what its distances are worth, added up.

    This guides better than the largest bound.
    """
    found: Any = np.int64(0)
    for b in range(len(p.begin)):
        found += p.worth[b, bound_of(p, b, state, sets, level)]
    if p.reach[0] >= 0:
        found += p.worth_of_near[0] * near_bound(p, state, sets, level)
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
