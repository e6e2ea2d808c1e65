"""States as bytes, and distance tables of four pieces over operations.

Byte i of a state says where corner i is, or edge i - 8, and how it is turned: three times its place
and its twist for a corner, 24 and twice its place and its flip for an edge. Sequences of turns are
applied with `bytes.translate`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

import numpy as np
from numpy.typing import NDArray

from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.search.distance_builder import build_distance_table
from solver.search.distance_table import CoordinateSpace

PackedState = bytes
# 256 bytes, the argument of `bytes.translate`.
Effect = bytes

PLACES = 24
CORNERS, EDGES = slice(0, 8), slice(8, 20)


def state_of(cube: Cube) -> PackedState:
    """Return a cube as bytes."""
    return bytes(
        (
            *_places(cube.corners, cube.corner_twists, 3, 0),
            *_places(cube.edges, cube.edge_flips, 2, PLACES),
        )
    )


def _places(
    cubies: Sequence[int], turned: Sequence[int], orientations: int, first: int
) -> list[int]:
    places = [0] * len(cubies)
    for place, (cubie, turn) in enumerate(zip(cubies, turned, strict=True)):
        places[cubie] = first + orientations * place + turn
    return places


def effect_of(sequence: Iterable[Turn]) -> Effect:
    """Return where a sequence takes each piece from each place."""
    effect = bytes(range(256))
    for turn in sequence:
        effect = effect.translate(_turn_effects()[turn])
    return effect


@cache
def _turn_effects() -> dict[Turn, Effect]:
    return {turn: _effect(state_of(Cube.solved().turn(turn))) for turn in ALL_TURNS}


def _effect(turned: PackedState) -> Effect:
    """Return what has been done to the solved cube to get this one, for all places."""
    corners = [
        3 * (turned[place] // 3) + (turned[place] + twist) % 3
        for place in range(8)
        for twist in range(3)
    ]
    edges = [turned[8 + place] ^ flip for place in range(12) for flip in range(2)]
    return bytes([*corners, *edges, *range(2 * PLACES, 256)])


SOLVED: PackedState = state_of(Cube.solved())


Distances = NDArray[np.uint8]


def index_of(state: PackedState, pieces: Sequence[int]) -> int:
    """Return the number of where four pieces are: to base PLACES, the first the lowest digit."""
    first, second, third, fourth = (state[piece] % PLACES for piece in pieces)
    return first + PLACES * (second + PLACES * (third + PLACES * fourth))


def four_piece_distances(
    pieces: Sequence[int],
    goals: Iterable[PackedState],
    effects: Sequence[Effect],
    costs: Sequence[int],
) -> Distances:
    """Return the least cost of bringing four pieces to one of the goals, by their `index_of`.

    `costs` has the cost of each effect. Positions that no effects bring to a goal are UNREACHED. A
    piece may be named twice.
    """
    # From the goals on, each effect is undone; the first piece is the fastest coordinate.
    undone = CoordinateSpace(tuple(table.T for table in reversed(sources(effects, pieces))))
    return build_distance_table(undone, [index_of(goal, pieces) for goal in goals], costs)


def targets(effects: Sequence[Effect], pieces: Sequence[int]) -> NDArray[np.uint8]:
    """Return where each effect takes each piece from each place: pieces x effects x places."""
    every = np.array([list(effect[: 2 * PLACES]) for effect in effects], dtype=np.uint8)
    corners, edges = every[:, :PLACES], every[:, PLACES:] - PLACES
    return np.array([corners if piece < 8 else edges for piece in pieces], dtype=np.uint8)


def sources(effects: Sequence[Effect], pieces: Sequence[int]) -> NDArray[np.uint8]:
    """Return where each effect takes each piece from, as `targets`."""
    return np.argsort(targets(effects, pieces), axis=-1).astype(np.uint8)
