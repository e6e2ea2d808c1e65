"""A cube as 20 bytes, and turn sequences applied with bytes.translate.

Byte i says where corner i is, or edge i - 8, and how it is turned: three times its place and its
twist for a corner, 24 and twice its place and its flip for an edge.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache

from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube

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
