"""Generate `pure.txt`: `python -m solver.sequences.generate` (needs numpy, 1 GB and a minute).

All sequences of five turns are laid side by side. Two that differ only in where they take three
edges, or three corners, are a pure sequence of ten turns: the one, then the other undone. What they
do not reach, set-up turns do. Of the shortest for each effect the file keeps each once, whichever
way it is held or mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.algebra.stickers import SEQUENCES
from solver.facelets import CORNERS, EDGES
from solver.lbl.search import Level, grow, join, start
from solver.notation import shimauchi
from solver.sequences.pure import Table, Word, conjugated, images
from solver.turn import ALL_TURNS, cancel, inverse, turns

DATA = Path(__file__).parent / "data" / "pure.txt"
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
    levels = [start(_FIRST_STICKERS)]
    for _ in range(half):
        levels.append(join(list(grow(levels[-1]))))
    facelets = np.vstack([level.facelets for level in levels])
    for kept, moved in (_KINDS, _KINDS[::-1]):
        for one, other in _alike(facelets[:, kept]):
            if 0 < np.count_nonzero(facelets[one, moved] != facelets[other, moved]) <= 3:
                yield cancel(_sequence(levels, one) + inverse(_sequence(levels, other)))


def _alike(facelets: NDArray[np.uint8]) -> Iterator[tuple[int, int]]:
    """Give the pairs of rows that are equal."""
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


def _sequence(levels: list[Level], row: int) -> Word:
    for level in levels:
        if row < len(level.turns):
            return level.sequence(row)
        row -= len(level.turns)
    raise IndexError(row)


def classes(table: Table) -> list[Word]:
    """Keep each word of a table once for all its images, short ones first."""
    kept: dict[Word, None] = {}
    left = {_in_order(word) for words in table.values() for word in words}
    while left:
        alike = {_in_order(image) for image in images(min(left, key=_order))}
        kept[min(alike, key=_order)] = None
        left -= alike
    return sorted(kept, key=lambda word: (len(word), _order(word)))


def _in_order(word: Word) -> Word:
    """Put turns of opposite faces that are neighbours in the order of their faces."""
    ordered = list(word)
    for i in range(len(ordered) - 1):
        one, other = ordered[i : i + 2]
        if one.commutes_with(other) and _order((other,)) < _order((one,)):
            ordered[i : i + 2] = other, one
    return tuple(ordered)


def _order(word: Word) -> list[int]:
    return [ALL_TURNS.index(turn) for turn in word]


def main() -> None:
    """Write the file."""
    four = [cancel(shimauchi.parse(text)) for text in SEQUENCES.values()]
    ours = [turns(line) for line in FLIPS_AND_TWISTS.splitlines() if line]
    found = {_in_order(word) for word in pure_sequences()}
    words = classes(conjugated([*four, *ours, *found]))
    lines = [
        "# The shortest pure sequences that are known for each effect, each once for all that look",
        "# alike; no shorter ones exist of those that have ten turns at most.",
        *(" ".join(map(str, word)) for word in words),
    ]
    DATA.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
