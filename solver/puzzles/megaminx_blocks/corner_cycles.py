"""Words that cycle three corners of a Megaminx and leave all else: A B A' B' and what sets them up.

A has three turns and B one, so that the word has eight; one more turn before, undone after it,
makes ten of it, or nine. They cycle 19,540 of the 20,520 triples of corners, each in its ways.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.megaminx_blocks.pieces import (
    CORNERS,
    FIRST_CORNER,
    SOLVED,
    Word,
    commutes,
    face_of,
    inverse_word,
    pieces,
)

VERSION = 1
LONGEST = 10
_CORNER_CODES = 60
KEYS = CORNERS * _CORNER_CODES**2


@dataclass(frozen=True, slots=True)
class CornerCycles:
    """Words by the cycle that they make.

    `words` (n, 10) and `lengths` (n): numbers of turns; those of key k are from `starts[k]` to
    `starts[k + 1]`, the shortest first.
    """

    words: NDArray[np.uint8]
    lengths: NDArray[np.int64]
    starts: NDArray[np.int64]


def key(a: int, b: int, c: int) -> int:
    """Return the number of the cycle that takes one corner's code to the next, from 0 to 59 each.

    The corner of the least place is named first, in the way that it has when solved.
    """
    while a // 3 > b // 3 or a // 3 > c // 3:
        a, b, c = b, c, a
    twist = a % 3
    b, c = (each - each % 3 + (each - twist) % 3 for each in (b, c))
    return (a // 3 * _CORNER_CODES + b) * _CORNER_CODES + c


def load_or_build(progress: Callable[[float], None]) -> CornerCycles:
    """Return the words from the cache folder, or find them; `progress` is told the share.

    Raises TableCacheError where the folder's file cannot be read.
    """
    layout: table_cache.Layout = {
        "words": (np.uint8, ("words", LONGEST)),
        "lengths": (np.int64, ("words",)),
        "starts": (np.int64, (KEYS + 1,)),
    }

    def load(path: Path) -> CornerCycles:
        return CornerCycles(**table_cache.load_as(path, layout))

    path = cache_folder() / f"megaminx-corners-{VERSION}.tables"
    return table_cache.load_or_build(path, load, lambda: _find(progress))


def _find(progress: Callable[[float], None]) -> Mapping[str, NDArray[Any]]:
    found: dict[Word, int] = {}
    base = list(_commutators())
    progress(0.3)
    for word in base:
        for setup in (None, *range(48)):
            whole = word if setup is None else _around(setup, word)
            if len(whole) <= LONGEST:
                found.setdefault(whole, _key_of(whole))
    progress(0.6)
    everywhere: dict[Word, int] = {}
    rotations = pieces().rotations
    # Those about the first face lead to words that are there already.
    _, one_to_each_face = np.unique(pieces().turned_faces[:, 0], return_index=True)
    for word, number in found.items():
        a, rest = divmod(number, _CORNER_CODES**2)
        triple = (3 * a, *divmod(rest, _CORNER_CODES))
        for rotation in one_to_each_face:
            turned = [
                int(rotations[rotation, FIRST_CORNER + code]) - FIRST_CORNER for code in triple
            ]
            everywhere.setdefault(pieces().turned_word(rotation, word), key(*turned))
    progress(0.9)
    ordered = sorted(everywhere.items(), key=lambda item: (item[1], len(item[0])))
    words = np.zeros((len(ordered), LONGEST), dtype=np.uint8)
    for row, (word, _) in zip(words, ordered, strict=True):
        row[: len(word)] = word
    keys = np.array([number for _, number in ordered])
    return {
        "words": words,
        "lengths": np.array([len(word) for word, _ in ordered]),
        "starts": np.searchsorted(keys, np.arange(KEYS + 1)),
    }


def _commutators() -> Iterator[Word]:
    """Yield the words A B A' B' that cycle three corners and begin with the first face.

    The others are as these, seen from another side.
    """
    faces = np.arange(48) // 4
    follows = ~commutes()[faces[:, None], faces] & (faces[:, None] != faces)
    for first in range(4):
        for second, third in product(np.flatnonzero(follows[first]).tolist(), range(48)):
            if follows[second, third]:
                for other in np.flatnonzero(follows[third]).tolist():
                    a = (first, second, third)
                    word = (*a, other, *inverse_word(a), *inverse_word((other,)))
                    if _is_cycle(word):
                        yield word


def _is_cycle(word: Word) -> bool:
    """Return whether a word cycles three corners and leaves all else."""
    targets = pieces().targets
    codes = SOLVED[: FIRST_CORNER // 2]
    for turn in word:
        codes = targets[turn][codes]
    if (codes != SOLVED[: FIRST_CORNER // 2]).any():
        return False
    codes = SOLVED
    for turn in word:
        codes = targets[turn][codes]
    moved = np.flatnonzero(codes != SOLVED)
    return len(moved) == 3 and len({(int(codes[i]) - FIRST_CORNER) // 3 for i in moved}) == 3


def _key_of(word: Word) -> int:
    codes = SOLVED
    for turn in word:
        codes = pieces().targets[turn][codes]
    corner = int(np.flatnonzero(codes != SOLVED)[0])
    first = int(SOLVED[corner])
    place: dict[int, int] = dict(zip(SOLVED.tolist(), codes.tolist(), strict=True))
    second = place[first]
    twist = (second - FIRST_CORNER) % 3
    home = second - twist
    third = place[home]
    third = third - (third - FIRST_CORNER) % 3 + ((third - FIRST_CORNER) % 3 + twist) % 3
    return key(first - FIRST_CORNER, second - FIRST_CORNER, third - FIRST_CORNER)


def _around(setup: int, word: Word) -> Word:
    """Return a turn, a word and the turn undone, with turns of one face merged where they meet."""
    made: list[int] = []
    for turn in (setup, *word, *inverse_word((setup,))):
        if made and face_of(made[-1]) == face_of(turn):
            fifths = (made.pop() % 4 + turn % 4 + 2) % 5
            if fifths:
                made.append(turn - turn % 4 + fifths - 1)
        else:
            made.append(turn)
    return tuple(made)
