"""Generates the table of pure sequences: `python -m` with the name of this module.

All sequences of five turns are compared. Two that differ only in where they take three
edges, or three corners, are a pure sequence of ten turns: the one, then the other undone. What they
do not reach, set-up turns do. Of the shortest for each effect the table keeps each once, whichever
way it is held or mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from papers.permutations import shimauchi
from papers.permutations.sequences.pure_sequences import (
    FILE,
    PURE,
    Table,
    Word,
    close_under_conjugation,
    symmetric_variants,
)
from papers.permutations.sticker_names import SEQUENCES
from solver.core.facelets import CORNERS, EDGES
from solver.core.turn import ALL_TURNS, cancel_turns, canonical_order, inverse, parse_turns
from solver.engines.case_tables import make_case, pack_cases
from solver.engines.generate import TableFile
from solver.search.shortest_sequences import SequenceBlock, concatenate, empty_sequence, extend

HALF = 5
# Short flips and twists have more than ten turns. These are the two-phase engine's, one for each
# way in which two edges, or two corners, can be to each other.
FLIPS_AND_TWISTS = """
R' F R B U2 F' U' F' U F2 U2 F' B'
F R' L D L2 B2 L2 D' R L' F' R2 U2 R2
U' F R' U F' R2 L2 B D' R B' D R2 L2
U2 R' U R U R2 D' F' U' F U D R2
F2 R F' R' F' R2 B U F U' F' B' R2
L' B L2 F' L2 B' L' F L2 B' U2 B U2
F L' D2 L F' U2 F L' D2 L F' U2
R B2 R' D F2 D' R B2 R' D F2 D'
"""
_FIRST_STICKERS = tuple(place[0] for place in (*CORNERS, *EDGES))
_KINDS = (slice(0, 8), slice(8, 20))


def pure_sequences(half: int = HALF) -> Iterator[Word]:
    """Find the sequences of up to 2 `half` turns that move three edges or three corners alone.

    Each is found as itself or as its inverse, and some are found more than once.
    """
    levels = [empty_sequence(_FIRST_STICKERS)]
    for _ in range(half):
        levels.append(concatenate(list(extend(levels[-1]))))
    facelets = np.vstack([level.facelets for level in levels])
    for kept, moved in (_KINDS, _KINDS[::-1]):
        for one, other in _equal_rows(facelets[:, kept]):
            if 0 < np.count_nonzero(facelets[one, moved] != facelets[other, moved]) <= 3:
                yield cancel_turns(_sequence(levels, one) + inverse(_sequence(levels, other)))


def _equal_rows(facelets: NDArray[np.uint8]) -> Iterator[tuple[int, int]]:
    """Return the pairs of rows that are equal."""
    keys = np.zeros(len(facelets), dtype=np.uint64)
    for column in facelets.T:
        keys = keys * np.uint64(54) + column
    order = np.argsort(keys, kind="stable")
    starts = np.flatnonzero(np.diff(keys[order], prepend=keys[order[0]] + np.uint64(1)))
    for rows in np.split(order, starts[1:]):
        for i, one in enumerate(rows):
            for other in rows[i + 1 :]:
                if (facelets[one] == facelets[other]).all():
                    yield int(one), int(other)


def _sequence(levels: list[SequenceBlock], row: int) -> Word:
    for level in levels:
        if row < len(level.turns):
            return level.sequence(row)
        row -= len(level.turns)
    raise IndexError(row)


def classes(table: Table) -> list[Word]:
    """Return each word of a table once for all its images, short ones first."""
    kept: dict[Word, None] = {}
    left = {canonical_order(word) for words in table.values() for word in words}
    while left:
        alike = {canonical_order(image) for image in symmetric_variants(min(left, key=_order))}
        kept[min(alike, key=_order)] = None
        left -= alike
    return sorted(kept, key=lambda word: (len(word), _order(word)))


def _order(word: Word) -> list[int]:
    return [ALL_TURNS.index(turn) for turn in word]


def shortest_pure_sequences() -> tuple[Word, ...]:
    """Return the shortest pure sequences that are known for each effect.

    Of all that are images of one another one is given. Of those that have ten turns at most no
    shorter ones exist.
    """
    four = [cancel_turns(shimauchi.parse(text)) for text in SEQUENCES.values()]
    ours = [parse_turns(line) for line in FLIPS_AND_TWISTS.splitlines() if line]
    found = dict.fromkeys(canonical_order(word) for word in pure_sequences())
    return tuple(classes(close_under_conjugation([*four, *ours, *found])))


def _pure() -> bytes:
    return pack_cases([make_case("shortest", "", shortest_pure_sequences())])


if __name__ == "__main__":
    name = "papers.permutations.sequences.generate_pure_sequences"
    TableFile(FILE, name, {}, {PURE: _pure}).run()
