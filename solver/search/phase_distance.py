"""Compiled coordinate updates, and the legal moves after each move."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba.cpython.unsafe import numbers
from numpy.typing import NDArray

from solver.search.compilation import compiled, inlined
from solver.search.coordinates import EIGHTS, FLIPS, ORDERS, TWISTS
from solver.search.phase_tables import (
    DISTANCE_BIT,
    HOME_SLICE,
    NO_MOVE,
    SOLVED,
    SOLVED_ORDER,
    SOLVED_UD_EDGES,
    Tables,
)

NO_TURN = 255

# More moves than any path that is ever searched has.
DEPTH = 64


# The first placing of the slice's edges in their own places.
SLICE_START = HOME_SLICE * ORDERS

CLASS_BITS = (1 << DISTANCE_BIT) - 1

# The number of the lowest bit of a number that is set.
trailing_zeros: Any = numbers.trailing_zeros


_SOLVED_CORNERS = SOLVED.corners


class Moves(NamedTuple):
    """The moves of a metric as seen from one direction.

    After a move of group g the moves `follow[g, :follow_count[g]]` make sense, in phase 2
    `phase_two_follow`. `turns[move]` are its turns' numbers, NO_TURN for none. The last move stands
    for the start: it has no turns, costs nothing, and is alone in group 0.

    Seen through symmetry s of UD_SYMMETRIES a move looks like another: `follow_conjugates[s, g]`
    has a bit for what each of `follow[g]` looks like, and `from_conjugate[s, look]` is the move
    itself.
    """

    cost: NDArray[np.int64]
    group: NDArray[np.uint8]
    turns: NDArray[np.uint8]
    follow: NDArray[np.uint8]
    follow_count: NDArray[np.int64]
    phase_two_follow: NDArray[np.uint8]
    near_follow_count: NDArray[np.int64]
    follow_conjugates: NDArray[np.uint64]
    from_conjugate: NDArray[np.uint8]


@inlined
def distance_mod3_entry(t: Tables, index):  # type: ignore[no-untyped-def]
    """Return the distance to phase 1's goal modulo 3 from a state's place in the table."""
    return np.int64(t.phase_one[index >> 2] >> (2 * (index & 3))) & 3


@inlined
def distance_mod3(t: Tables, twist, flip, slice_):  # type: ignore[no-untyped-def]
    """Return the distance to phase 1's goal modulo 3."""
    seen = t.flip_slice_class[slice_ * FLIPS + flip]
    row = np.int64(seen & CLASS_BITS) >> 4
    return distance_mod3_entry(t, row * TWISTS + t.twist_image[seen & 15, twist])


@inlined
def distance_from_mod3(distance: Any, remainder: Any) -> Any:
    """Return the distance that differs from `distance` by at most one and has this remainder."""
    return distance + (remainder - distance % 3 + 4) % 3 - 1


@inlined
def distance_after(t: Tables, distance, twist, flip, slice_, move):  # type: ignore[no-untyped-def]
    """Return the distance to phase 1's goal after a move of a state at `distance`."""
    half = t.halfway[move]
    if half != NO_MOVE:
        distance = distance_from_mod3(
            distance,
            distance_mod3(
                t, t.twist_move[twist, half], t.flip_move[flip, half], t.slice_move[slice_, half]
            ),
        )
    return distance_from_mod3(
        distance,
        distance_mod3(
            t, t.twist_move[twist, move], t.flip_move[flip, move], t.slice_move[slice_, move]
        ),
    )


@compiled
def distance(t: Tables, twist, flip, slice_):  # type: ignore[no-untyped-def]
    """Return the distance to phase 1's goal, by walking there: each step lowers it by one."""
    steps = 0
    while twist != 0 or flip != 0 or slice_ != HOME_SLICE:
        # The distance's remainder is enough to know a neighbour that is nearer by one.
        here = distance_mod3(t, twist, flip, slice_)
        for move in range(t.twist_move.shape[1]):
            if t.halfway[move] != NO_MOVE:
                continue
            to_twist, to_flip = t.twist_move[twist, move], t.flip_move[flip, move]
            to_slice = t.slice_move[slice_, move]
            if distance_mod3(t, to_twist, to_flip, to_slice) == (here + 2) % 3:
                twist, flip, slice_ = to_twist, to_flip, to_slice
                break
        steps += 1
    return steps


@inlined
def move_four_edges(t: Tables, placing, turns, move):  # type: ignore[no-untyped-def]
    """Return the placing of four edges after a move, whose turns are `turns[move]`."""
    places, order = np.uint32(placing // ORDERS), np.uint32(placing % ORDERS)
    for i in range(2):
        turn = turns[move, i]
        if turn != NO_TURN:
            order = np.uint32(t.order_product[t.four_turn[places, turn, 1], order])
            places = np.uint32(t.four_turn[places, turn, 0])
    return np.uint32(places * ORDERS + order)


@inlined
def move_eight_pieces(t: Tables, kind, rank, turns, move):  # type: ignore[no-untyped-def]
    """Return the rank of the corners (kind 0), or of U's and D's edges (kind 1), after a move."""
    places = np.uint32(rank // ORDERS**2)
    first, second = np.uint32(rank // ORDERS % ORDERS), np.uint32(rank % ORDERS)
    for i in range(2):
        turn = turns[move, i]
        if turn != NO_TURN:
            first = np.uint32(t.order_product[t.eight_turn[kind, places, turn, 1], first])
            second = np.uint32(t.order_product[t.eight_turn[kind, places, turn, 2], second])
            places = np.uint32(t.eight_turn[kind, places, turn, 0])
    return np.uint32((places * ORDERS + first) * ORDERS + second)


@inlined
def phase_two_bound(t: Tables, corners, layers, order):  # type: ignore[no-untyped-def]
    """Return a number of moves that phase 2 needs at least."""
    far = max(
        np.int64(t.corners_slice[corners * ORDERS + order]),
        np.int64(t.layers_slice[layers * ORDERS + order]),
    )
    seen = t.corner_class[corners]
    index = np.int64(seen >> 4) * EIGHTS + t.layer_image[seen & 15, layers]
    value = np.int64(t.phase_two[index >> 2] >> (2 * (index & 3))) & 3
    if value > 0:
        far = max(far, value + t.near[0])
    return far


@inlined
def ud_edges_rank(t: Tables, u_edges, d_edges):  # type: ignore[no-untyped-def]
    """Return the rank of the edges of U and D, all in these layers, from their placings."""
    u_rank = np.int64(t.set_rank[u_edges // ORDERS]) * ORDERS + u_edges % ORDERS
    return u_rank * ORDERS + d_edges % ORDERS


@inlined
def is_solved(corners: Any, layers: Any, order: Any) -> Any:
    """Return whether all pieces of phase 2 are solved."""
    return corners == _SOLVED_CORNERS and layers == SOLVED_UD_EDGES and order == SOLVED_ORDER
