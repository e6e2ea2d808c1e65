"""Pure sequences: three-cycles, double flips and double twists, and the table of the shortest.

The four things are those of Wada (2005): three edges cycle, two edges flip, three corners cycle,
two corners twist. Some sequences stand in a file; their images under the cube's 48 symmetries,
their inverses, and all of these with set-up turns before and the same turns undone after them, do
each of the things to any pieces in any way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from itertools import chain
from pathlib import Path

from solver.core.facelets import STICKER_NAMES
from solver.core.turn import ALL_TURNS, Turn, cancel_turns, inverse
from solver.encodings import ByteEffect, effect_on_bytes
from solver.engines.case_tables import load_cases
from solver.symmetry import SYMMETRIES

FILE = Path(__file__).with_name("pure_sequences.bin")
PURE = "pure"

Word = tuple[Turn, ...]
# What can be done, and the shortest words that are known to do it, in an order of their own.
Table = dict[ByteEffect, tuple[Word, ...]]

# How many pure sequences there are of each kind, as effects: any pieces, in any way.
CYCLES_OF_EDGES, FLIPS, CYCLES_OF_CORNERS, TWISTS = 1760, 66, 1008, 56
EFFECTS = CYCLES_OF_EDGES + FLIPS + CYCLES_OF_CORNERS + TWISTS


class SequenceKind(Enum):
    """Effect of a pure sequence; the value is the name of its stage in a solution."""

    CYCLE_EDGES = "Three edges cycle"
    FLIP_EDGES = "Two edges flip"
    CYCLE_CORNERS = "Three corners cycle"
    TWIST_CORNERS = "Two corners twist"


# By how many letters a piece's name has, and how many pieces are moved or turned.
_KINDS = {
    (2, 3): SequenceKind.CYCLE_EDGES,
    (2, 2): SequenceKind.FLIP_EDGES,
    (3, 3): SequenceKind.CYCLE_CORNERS,
    (3, 2): SequenceKind.TWIST_CORNERS,
}


def kind_of(effect: ByteEffect) -> SequenceKind:
    """Return which of the four things an effect is. Raises ValueError for one that is none."""
    moved = [STICKER_NAMES[facelet] for facelet in STICKER_NAMES if effect[facelet] != facelet]
    pieces = {frozenset(name) for name in moved}
    sizes = {len(piece) for piece in pieces}
    kind = _KINDS.get((next(iter(sizes)), len(pieces))) if len(sizes) == 1 else None
    if kind is None:
        raise ValueError(
            f"the stickers {' '.join(moved)} move: this is none of {list(SequenceKind)}"
        )
    return kind


@cache
def table() -> Table:
    """Return the shortest words for each effect, from the stored ones and their images."""
    words = load_cases(PURE, FILE)["shortest"].algorithms
    return shortest(image for word in words for image in symmetric_variants(word))


def shortest(words: Iterable[Word]) -> Table:
    """Return for each effect the shortest of some pure sequences."""
    best: dict[ByteEffect, dict[Word, None]] = {}
    for word in words:
        known = best.setdefault(effect_on_bytes(word), {})
        length = len(next(iter(known), word))
        if len(word) < length:
            known.clear()
        if len(word) <= length:
            known[word] = None
    return {effect: tuple(words) for effect, words in best.items()}


def close_under_conjugation(words: Iterable[Word]) -> Table:
    """Find for every effect the shortest words made of some pure sequences by set-up turns.

    Raises ValueError where the sequences and their conjugates do not reach every effect.
    """
    found = shortest(image for word in words for image in symmetric_variants(word))
    # Lists, not sets: their order, and so the result, is always the same.
    new = list(found)
    while new:
        known = (word for words in found.values() for word in words)
        more = shortest(chain(known, _with_setup_turns(found[effect][0] for effect in new)))
        new = [e for e in more if e not in found or len(more[e][0]) < len(found[e][0])]
        found = more
    if len(found) != EFFECTS:
        raise ValueError(f"the sequences reach {len(found)} of {EFFECTS} effects")
    return found


def symmetric_variants(word: Word) -> tuple[Word, ...]:
    """Return what a sequence and its inverse look like from all sides and in the mirror, each once.

    Their order is always the same, so that of solutions equally good the same one is found.
    """
    images = (
        tuple([image[turn] for turn in each]) for image in _IMAGES for each in (word, inverse(word))
    )
    return tuple(dict.fromkeys(images))


def _with_setup_turns(words: Iterable[Word]) -> Iterator[Word]:
    """Return each word conjugated by each setup turn."""
    for word in words:
        for turn in ALL_TURNS:
            yield cancel_turns((turn, *word, turn.inverse()))


_IMAGES = [{turn: symmetry.map_turn(turn) for turn in ALL_TURNS} for symmetry in SYMMETRIES]
