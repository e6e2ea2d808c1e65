"""The stages of the middle and the top layer, by the five basic operations of seed 002.

Every operation leaves what the stages before have done, so that a stage only has to look at its own
four pieces.
"""

from __future__ import annotations

from itertools import permutations, product

from solver.layers_1978.operations import (
    SIDES,
    Turns,
    cycle_three_corners,
    cycle_three_edges,
    flip_two_edges,
    move_two_edges,
    turn_two_corners_inward,
)
from solver.layers_1978.stage import Stage
from solver.layers_1978.state import PLACES, SOLVED
from solver.turn import Turn, cancel

_TOP_TURNS: tuple[Turns, ...] = tuple((Turn("U", quarters),) for quarters in (1, 2, 3))
# The numbers of pieces in a state: the top corners, the top edges and the middle edges.
_CORNERS, _TOP_EDGES, _MIDDLE_EDGES = (0, 1, 2, 3), (8, 9, 10, 11), (16, 17, 18, 19)

_MOVES = tuple(move_two_edges(side, east) for side in SIDES for east in (False, True))
_FLIPS = tuple(flip_two_edges(side) for side in SIDES)
_CORNER_CYCLES = tuple(cycle_three_corners(side, back) for side in SIDES for back in (False, True))
_EDGE_CYCLES = tuple(cycle_three_edges(side, back) for side in SIDES for back in (False, True))
# Where edges may stand anywhere, the turn of the top that ends the cycle, or begins it, is spared.
_EDGE_MOVES = tuple(
    moves
    for side in SIDES
    for moves in (cycle_three_edges(side)[:-1], cycle_three_edges(side, back=True)[1:])
)
_TWISTS = tuple(turn_two_corners_inward(side, out) for side in SIDES for out in (False, True))

# Wherever the edges stand, if only none is flipped.
_NONE_FLIPPED = tuple(
    SOLVED[:8] + bytes(PLACES + 2 * place for place in places) + SOLVED[12:]
    for places in permutations(range(4))
)
# However the corners are twisted, if only they are in their places.
_CORNERS_PLACED = tuple(
    bytes(3 * place + twist for place, twist in enumerate(twists)) + SOLVED[4:]
    for twists in product(range(3), repeat=4)
)

STAGES = (
    Stage(
        "Middle layer",
        _MIDDLE_EDGES,
        (SOLVED,),
        # The top layer is turned first, until the edge stands where it is taken from.
        _MOVES + tuple(cancel((*turn, *move)) for turn in _TOP_TURNS for move in _MOVES),
    ),
    Stage("Top 1: edges flipped", _TOP_EDGES, _NONE_FLIPPED, _FLIPS + _EDGE_MOVES),
    Stage("Top 2: corners placed", _CORNERS, _CORNERS_PLACED, _TOP_TURNS + _CORNER_CYCLES),
    Stage("Top 3: edges placed", _TOP_EDGES, (SOLVED,), _EDGE_CYCLES),
    Stage("Top 4: corners turned", _CORNERS, (SOLVED,), _TWISTS),
)
