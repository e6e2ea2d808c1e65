"""Pair insertions: the algorithms for a corner-edge pair by its position and the filled slots.

Polyhedra paper, section 14.2.2: the cube is held so that the slot is at the front right. The table
says for each set of slots that are filled already, and for each place of the corner and the edge,
what puts them in together: a slot that is still free may be disturbed, which saves turns. Of each
case several algorithms are known, since they differ in what they do to the other pieces.
"""

from __future__ import annotations

from typing import NamedTuple

from solver.core.facelets import STICKER_NAMES
from solver.encodings import PAIRS, SLOTS, ByteEffect, PackedState, effect_on_bytes
from solver.engines.case_tables import Algorithm, load_cases
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS

SLOT_NAMES = tuple(SLOTS)


class Insertion(NamedTuple):
    """An algorithm that fills a slot: the case, the turns as seen, their number and effect."""

    slot: int
    case: str
    algorithm: Algorithm
    length: int
    effect: ByteEffect


class Insertions(dict[bytes, tuple[Insertion, ...]]):
    """The algorithms that fill a slot by the positions of its corner and edge, shortest first.

    A case is computed when it first occurs.
    """

    def __init__(self, filled: int, slot: int) -> None:
        super().__init__()
        self._slot = slot
        self._side = SLOT_VIEWPOINTS[slot]
        others = [SLOT_NAMES[i] for i in (1, 2, 3) if filled >> (slot + i) % 4 & 1]
        self._filled = "+".join(others) or "-"

    def __missing__(self, pair: bytes) -> tuple[Insertion, ...]:
        seen = " ".join(STICKER_NAMES[self._side.to_view[facelet]] for facelet in pair)
        case = load_cases("pair")[f"{seen} {self._filled}"]
        self[pair] = found = tuple(
            Insertion(
                self._slot,
                case.key,
                algorithm,
                len(algorithm),
                effect_on_bytes(self._side.to_cube_turns(algorithm)),
            )
            for algorithm in case.algorithms
        )
        return found


class InsertionLengths(dict[bytes, int]):
    """The least number of turns for a slot, by the positions of its corner and edge."""

    def __init__(self, insertions: Insertions) -> None:
        super().__init__()
        self._insertions = insertions

    def __missing__(self, pair: bytes) -> int:
        self[pair] = length = self._insertions[pair][0].length
        return length


# Bit i of `filled` stands for the slot that SIDES[i] brings to the front right. For each value: the
# free slots, each as the bytes of its pair and the algorithms that fill it, or the turns that it
# needs.
INSERTIONS: tuple[tuple[tuple[slice, Insertions], ...], ...] = tuple(
    tuple((PAIRS[slot], Insertions(filled, slot)) for slot in range(4) if not filled >> slot & 1)
    for filled in range(16)
)
_LENGTHS = tuple(
    tuple((pair, InsertionLengths(insertions)) for pair, insertions in free) for free in INSERTIONS
)


def estimate_remaining_turns(state: PackedState, filled: int) -> int:
    """Return an estimate of the turns for the free slots, each filled as if it came next."""
    return sum([lengths[state[pair]] for pair, lengths in _LENGTHS[filled]])
