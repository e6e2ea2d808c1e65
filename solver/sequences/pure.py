"""Pure sequences: they do one thing to two or three pieces and leave all others as they are.

The four things are those of seed 004: three edges cycle, two edges flip, three corners cycle, two
corners twist. Some sequences stand in a file; their images under the cube's 48 symmetries, their
inverses, and all of these with set-up turns before and the same turns undone after them, do each of
the things to any pieces in any way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from enum import Enum
from functools import cache
from importlib.resources import files
from itertools import chain

from solver.facelets import NAME_OF
from solver.lbl.state import Effect, effect_of
from solver.symmetry import SYMMETRIES
from solver.turn import ALL_TURNS, Turn, cancel, inverse, turns

Word = tuple[Turn, ...]
# What can be done, and the shortest words that are known to do it, in an order of their own.
Table = dict[Effect, tuple[Word, ...]]

# How many pure sequences there are of each kind, as effects: any pieces, in any way.
CYCLES_OF_EDGES, FLIPS, CYCLES_OF_CORNERS, TWISTS = 1760, 66, 1008, 56
EFFECTS = CYCLES_OF_EDGES + FLIPS + CYCLES_OF_CORNERS + TWISTS


class Kind(Enum):
    """What a pure sequence does; the value is the name of its stage in a solution."""

    CYCLE_EDGES = "Three edges cycle"
    FLIP_EDGES = "Two edges flip"
    CYCLE_CORNERS = "Three corners cycle"
    TWIST_CORNERS = "Two corners twist"


# By how many letters a piece's name has, and how many pieces are moved or turned.
_KINDS = {
    (2, 3): Kind.CYCLE_EDGES,
    (2, 2): Kind.FLIP_EDGES,
    (3, 3): Kind.CYCLE_CORNERS,
    (3, 2): Kind.TWIST_CORNERS,
}


def kind_of(effect: Effect) -> Kind:
    """Say which of the four things an effect is. Raises ValueError for one that is none."""
    moved = [NAME_OF[facelet] for facelet in NAME_OF if effect[facelet] != facelet]
    pieces = {frozenset(name) for name in moved}
    sizes = {len(piece) for piece in pieces}
    kind = _KINDS.get((next(iter(sizes)), len(pieces))) if len(sizes) == 1 else None
    if kind is None:
        raise ValueError(f"the stickers {' '.join(moved)} move: this is none of {list(Kind)}")
    return kind


@cache
def table() -> Table:
    """Give the table of the file `pure.txt`, which `solver.sequences.generate` writes."""
    text = (files("solver.sequences") / "data" / "pure.txt").read_text(encoding="utf-8")
    words = (turns(line) for line in text.splitlines() if not line.startswith("#"))
    return shortest(image for word in words for image in images(word))


def shortest(words: Iterable[Word]) -> Table:
    """Keep for each effect the shortest of some pure sequences."""
    best: dict[Effect, dict[Word, None]] = {}
    for word in words:
        known = best.setdefault(effect_of(word), {})
        length = len(next(iter(known), word))
        if len(word) < length:
            known.clear()
        if len(word) <= length:
            known[word] = None
    return {effect: tuple(ways) for effect, ways in best.items()}


def conjugated(words: Iterable[Word]) -> Table:
    """Find for every effect the shortest words that come of some pure sequences by set-up turns.

    Raises ValueError where the sequences and their conjugates do not reach every effect.
    """
    found = shortest(image for word in words for image in images(word))
    new = set(found)
    while new:
        ways = (way for words in found.values() for way in words)
        more = shortest(chain(ways, _set_up(found[effect][0] for effect in new)))
        new = {way for way in more if way not in found or len(more[way][0]) < len(found[way][0])}
        found = more
    if len(found) != EFFECTS:
        raise ValueError(f"the sequences reach {len(found)} of {EFFECTS} effects")
    return found


def images(word: Word) -> set[Word]:
    """Give what a sequence and its inverse look like from all sides and in the mirror."""
    return {
        tuple([image[turn] for turn in way]) for image in _IMAGES for way in (word, inverse(word))
    }


def _set_up(words: Iterable[Word]) -> Iterator[Word]:
    """Put one set-up turn before each word, and undo it after."""
    for word in words:
        for turn in ALL_TURNS:
            yield cancel((turn, *word, turn.inverse()))


_IMAGES = [{turn: symmetry.turn(turn) for turn in ALL_TURNS} for symmetry in SYMMETRIES]
