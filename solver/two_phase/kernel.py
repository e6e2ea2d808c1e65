"""What the compiled searches share: the moves of a metric, and what they do to a cube's numbers."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.cpython.unsafe import numbers
from numpy.typing import NDArray

from solver.compiling import compiled, inlined
from solver.two_phase.tables import HOME_SLICE, NO_MOVE, Tables

NO_TURN = 255
# More moves than any path that is ever searched has.
DEPTH = 64

PAUSED, FOUND, EXHAUSTED = 0, 1, 2

ORDERS = 24
TWISTS = 2187
_FLIPS = 2048
_DISTANCE_BIT = 20
_CLASS_BITS = (1 << _DISTANCE_BIT) - 1
_HOME_SLICE = HOME_SLICE


# The number of the lowest bit of a number that is set.
trailing_zeros: Any = numbers.trailing_zeros


class Moves(NamedTuple):
    """The moves of a metric as seen from one direction.

    After a move of group g the moves `follow[g, :follow_count[g]]` make sense, in phase 2
    `near_follow`. `turns[move]` are its turns' numbers, NO_TURN for none. The last move stands
    for the start: it has no turns, costs nothing, and is alone in group 0.

    Seen through symmetry s of AXIS_SYMMETRIES a move looks like another: `seen_follow[s, g]` has a
    bit for what each of `follow[g]` looks like, and `unseen[s, look]` is the move itself.
    """

    cost: NDArray[np.int64]
    group: NDArray[np.uint8]
    turns: NDArray[np.uint8]
    follow: NDArray[np.uint8]
    follow_count: NDArray[np.int64]
    near_follow: NDArray[np.uint8]
    near_follow_count: NDArray[np.int64]
    seen_follow: NDArray[np.uint64]
    unseen: NDArray[np.uint8]


@inlined
def remainder(t: Tables, index):  # type: ignore[no-untyped-def]
    """Give the distance to phase 1's goal modulo 3 from a state's place in the table."""
    return np.int64(t.phase_one[index >> 2] >> (2 * (index & 3))) & 3


@inlined
def remainder_at(t: Tables, twist, flip, slice_):  # type: ignore[no-untyped-def]
    """Give the distance to phase 1's goal modulo 3."""
    seen = t.flip_slice_class[slice_ * _FLIPS + flip]
    row = np.int64(seen & _CLASS_BITS) >> 4
    return remainder(t, row * TWISTS + t.twist_image[seen & 15, twist])


@inlined
def neighbour(distance: Any, remainder: Any) -> Any:
    """Give the distance that differs from `distance` by at most one and has this remainder."""
    return distance + (remainder - distance % 3 + 4) % 3 - 1


@inlined
def distance_after(t: Tables, distance, twist, flip, slice_, move):  # type: ignore[no-untyped-def]
    """Give the distance to phase 1's goal after a move of a state at `distance`."""
    half = t.halfway[move]
    if half != NO_MOVE:
        distance = neighbour(
            distance,
            remainder_at(
                t, t.twist_move[twist, half], t.flip_move[flip, half], t.slice_move[slice_, half]
            ),
        )
    return neighbour(
        distance,
        remainder_at(
            t, t.twist_move[twist, move], t.flip_move[flip, move], t.slice_move[slice_, move]
        ),
    )


@compiled
def distance(t: Tables, twist, flip, slice_):  # type: ignore[no-untyped-def]
    """Give the distance to phase 1's goal, by walking there: each step lowers it by one."""
    steps = 0
    while twist != 0 or flip != 0 or slice_ != _HOME_SLICE:
        # The distance's remainder is enough to know a neighbour that is nearer by one.
        here = remainder_at(t, twist, flip, slice_)
        for move in range(t.twist_move.shape[1]):
            if t.halfway[move] != NO_MOVE:
                continue
            to_twist, to_flip = t.twist_move[twist, move], t.flip_move[flip, move]
            to_slice = t.slice_move[slice_, move]
            if remainder_at(t, to_twist, to_flip, to_slice) == (here + 2) % 3:
                twist, flip, slice_ = to_twist, to_flip, to_slice
                break
        steps += 1
    return steps


@inlined
def moved_four(t: Tables, placing, m: Moves, move):  # type: ignore[no-untyped-def]
    """Give the placing of four edges after a move."""
    places, order = np.uint32(placing // ORDERS), np.uint32(placing % ORDERS)
    for i in range(2):
        turn = m.turns[move, i]
        if turn != NO_TURN:
            order = np.uint32(t.order_product[t.four_turn[places, turn, 1], order])
            places = np.uint32(t.four_turn[places, turn, 0])
    return np.uint32(places * ORDERS + order)


@inlined
def moved_eight(t: Tables, kind, rank, m: Moves, move):  # type: ignore[no-untyped-def]
    """Give the rank of the corners (kind 0), or of U's and D's edges (kind 1), after a move."""
    places = np.uint32(rank // ORDERS**2)
    first, second = np.uint32(rank // ORDERS % ORDERS), np.uint32(rank % ORDERS)
    for i in range(2):
        turn = m.turns[move, i]
        if turn != NO_TURN:
            first = np.uint32(t.order_product[t.eight_turn[kind, places, turn, 1], first])
            second = np.uint32(t.order_product[t.eight_turn[kind, places, turn, 2], second])
            places = np.uint32(t.eight_turn[kind, places, turn, 0])
    return np.uint32((places * ORDERS + first) * ORDERS + second)
