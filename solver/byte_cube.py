"""A cube as 20 bytes, ordered so that slots, last layer and cross are slices.

Byte i says on which facelet the first sticker of the piece PIECES[i] is. The corner and the edge of
each slot come first, then the last layer, then the cross, so that the key of every table is a
slice.
"""

from __future__ import annotations

from collections.abc import Iterable

from solver.core.facelets import CORNER_NAMES, EDGE_NAMES, FACELET_BY_NAME
from solver.core.turn import ALL_TURNS, TURN_PERMUTATIONS, Turn
from solver.sticker_cube import Stickers

PackedState = bytes
# The effect of a sequence: 256 bytes, the argument of `bytes.translate`.
Effect = bytes

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
SOLVED: PackedState = bytes(PIECES)

IDENTITY: Effect = bytes(range(256))
TURN_EFFECTS: dict[Turn, Effect] = {
    turn: bytes(TURN_PERMUTATIONS[turn].targets) + IDENTITY[54:] for turn in ALL_TURNS
}


def state_of(where: Stickers) -> PackedState:
    """Return the cube as bytes: one sticker of each piece."""
    return bytes([where[piece] for piece in PIECES])


def effect_of(sequence: Iterable[Turn]) -> Effect:
    """Return where a sequence takes the sticker of each facelet."""
    effect = IDENTITY
    for turn in sequence:
        effect = effect.translate(TURN_EFFECTS[turn])
    return effect


def apply_turns(state: PackedState, sequence: Iterable[Turn]) -> PackedState:
    """Return the state after a sequence of turns."""
    for turn in sequence:
        state = state.translate(TURN_EFFECTS[turn])
    return state
