"""Encodings of a cube for methods by cases: the facelet of each sticker, and 20 bytes.

`Stickers` gives for every facelet i on which facelet the sticker is now that belongs on i. It is
both a state (where everything is) and, read from the solved cube, what a sequence of turns does.

A `PackedState` says in byte i on which facelet the first sticker of the piece PIECES[i] is. The
corner and the edge of each slot come first, then the last layer, then the cross, so that the key of
every table is a slice.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from operator import itemgetter

from solver.core.facelets import CENTRES, CORNER_NAMES, CORNERS, EDGE_NAMES, EDGES, FACELET_BY_NAME
from solver.core.turn import ALL_TURNS, TURN_PERMUTATIONS, Turn
from solver.cube import Cube

Stickers = tuple[int, ...]

SOLVED_STICKERS: Stickers = tuple(range(54))


def stickers_of(cube: Cube) -> Stickers:
    """Find all stickers of a cube."""
    placed: list[Stickers] = [()] * (len(CORNERS) + len(EDGES))
    for place, cubie in enumerate(cube.corners):
        placed[cubie] = _ROTATED_CORNERS[place][cube.corner_twists[place]]
    for place, cubie in enumerate(cube.edges):
        placed[len(CORNERS) + cubie] = _ROTATED_EDGES[place][cube.edge_flips[place]]
    return _in_facelet_order((*chain.from_iterable(placed), *CENTRES))


def _rotated(places: tuple[Stickers, ...]) -> list[list[Stickers]]:
    """Return for each place and twist or flip the facelets on which the piece's stickers are."""
    return [[place[n:] + place[:n] for n in range(len(place))] for place in places]


_ROTATED_CORNERS, _ROTATED_EDGES = _rotated(CORNERS), _rotated(EDGES)
# What puts the stickers of all pieces, and the centres, in the order of their facelets at home.
_in_facelet_order: Callable[[Stickers], Stickers] = itemgetter(
    *[[*chain(*CORNERS, *EDGES, CENTRES)].index(facelet) for facelet in SOLVED_STICKERS]
)


def compose(where: Stickers, effect: Stickers) -> Stickers:
    """Return where the stickers are once `effect` has been done to them."""
    return tuple([effect[facelet] for facelet in where])


def turn_stickers(where: Stickers, sequence: Iterable[Turn]) -> Stickers:
    """Return where the stickers are after a sequence of turns."""
    for turn in sequence:
        where = compose(where, TURN_PERMUTATIONS[turn].targets)
    return where


def effect_on_stickers(sequence: Iterable[Turn]) -> Stickers:
    """Return where a sequence takes the sticker of each facelet."""
    return turn_stickers(SOLVED_STICKERS, sequence)


def inverse_effect(effect: Stickers) -> Stickers:
    """Return the state that `effect` solves."""
    homes = [0] * len(effect)
    for home, facelet in enumerate(effect):
        homes[facelet] = home
    return tuple(homes)


PackedState = bytes
# The effect of a sequence: 256 bytes, the argument of `bytes.translate`.
ByteEffect = bytes

# The corner and edge of each slot, in the order of the sides that bring it to the front right; the
# edge, too, begins with the sticker that is then in front.
SLOTS = {"FR": ("DFR", "FR"), "BR": ("DRB", "RB"), "BL": ("DBL", "BL"), "FL": ("DLF", "LF")}
CROSS = ("DF", "DR", "DB", "DL")
LAST_LAYER = (*CORNER_NAMES[:4], *EDGE_NAMES[:4])
PIECES = tuple(
    FACELET_BY_NAME[name]
    for name in (*(piece for pair in SLOTS.values() for piece in pair), *LAST_LAYER, *CROSS)
)

PAIRS = tuple(slice(2 * slot, 2 * slot + 2) for slot in range(4))
TOP = slice(8, 16)
BOTTOM = slice(16, 20)
SOLVED_BYTES: PackedState = bytes(PIECES)

IDENTITY: ByteEffect = bytes(range(256))
TURN_EFFECTS: dict[Turn, ByteEffect] = {
    turn: bytes(TURN_PERMUTATIONS[turn].targets) + IDENTITY[54:] for turn in ALL_TURNS
}


def bytes_of(where: Stickers) -> PackedState:
    """Return the cube as bytes: one sticker of each piece."""
    return bytes([where[piece] for piece in PIECES])


def effect_on_bytes(sequence: Iterable[Turn]) -> ByteEffect:
    """Return where a sequence takes the sticker of each facelet."""
    effect = IDENTITY
    for turn in sequence:
        effect = effect.translate(TURN_EFFECTS[turn])
    return effect


def turn_bytes(state: PackedState, sequence: Iterable[Turn]) -> PackedState:
    """Return the state after a sequence of turns."""
    for turn in sequence:
        state = state.translate(TURN_EFFECTS[turn])
    return state
