"""The cube as the search sees it: twenty bytes, and a sequence of turns as one `bytes.translate`.

Byte i says on which facelet the first sticker of the piece PIECES[i] is. The corner and the edge of
a slot stand together, then the last layer, then the cross, so that every table is asked with a
slice.
"""

from __future__ import annotations

from collections.abc import Iterable

from solver.cube import TURN_PERMUTATIONS
from solver.facelets import CORNER_NAMES, EDGE_NAMES, FACELET_OF
from solver.lbl.stickers import Stickers
from solver.turn import ALL_TURNS, Turn

State = bytes
# What a sequence does: 256 bytes, as `bytes.translate` wants them.
Effect = bytes

# The corner and edge of each slot, in the order of the sides that bring it to the front right; the
# edge, too, begins with the sticker that is then in front.
SLOTS = {"FR": ("DFR", "FR"), "BR": ("DRB", "RB"), "BL": ("DBL", "BL"), "FL": ("DLF", "LF")}
CROSS = ("DF", "DR", "DB", "DL")
LAST_LAYER = (*CORNER_NAMES[:4], *EDGE_NAMES[:4])
PIECES = tuple(
    FACELET_OF[name]
    for name in (*(piece for pair in SLOTS.values() for piece in pair), *LAST_LAYER, *CROSS)
)

PAIRS = tuple(slice(2 * slot, 2 * slot + 2) for slot in range(4))
TOP = slice(8, 16)
BOTTOM = slice(16, 20)
SOLVED: State = bytes(PIECES)

NOTHING: Effect = bytes(range(256))
TURN_EFFECTS: dict[Turn, Effect] = {
    turn: bytes(TURN_PERMUTATIONS[turn].targets) + NOTHING[54:] for turn in ALL_TURNS
}


def state_of(where: Stickers) -> State:
    """Keep of all stickers one a piece."""
    return bytes([where[piece] for piece in PIECES])


def effect_of(sequence: Iterable[Turn]) -> Effect:
    """Say where a sequence takes the sticker of each facelet."""
    effect = NOTHING
    for turn in sequence:
        effect = effect.translate(TURN_EFFECTS[turn])
    return effect


def after(state: State, sequence: Iterable[Turn]) -> State:
    """Give the state after a sequence of turns."""
    for turn in sequence:
        state = state.translate(TURN_EFFECTS[turn])
    return state
