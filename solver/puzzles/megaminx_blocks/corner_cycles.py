"""Words that cycle three corners of a Megaminx and leave all else: A B A' B' and what sets them up.

A has three turns and B one, so that the word has eight; one more turn before, undone after it,
makes ten of it, or nine. They cycle 19,540 of the 20,520 triples of corners, each in its ways.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.megaminx_blocks.pieces import (
    CORNERS,
    FIFTHS,
    FIRST_CORNER,
    TURNS,
    commutes,
    pieces,
)
from solver.puzzles.three_cycles.words import (
    NO_TURN,
    Turns,
    Words,
    cycled,
    ends,
    find_commutators,
    set_up,
)
from solver.search.compilation import compiled

VERSION = 2
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


@compiled
def key(a: int, b: int, c: int) -> int:
    """Return the number of the cycle that takes one corner's code to the next, from 0 to 59 each.

    The corner of the least place is named first, in the way that it has when solved.
    """
    while a // 3 > b // 3 or a // 3 > c // 3:
        a, b, c = b, c, a
    twist = a % 3
    b = b // 3 * 3 + (b + 3 - twist) % 3
    c = c // 3 * 3 + (c + 3 - twist) % 3
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
    turns = _turns()
    # Those that begin with other faces are as these, seen from another side.
    base = find_commutators(turns, len(FIFTHS))
    faces = base // len(FIFTHS)
    base = base[~turns.commute[faces[:, :2], faces[:, 1:3]].any(axis=1)]
    progress(0.3)
    found = np.full((len(base), 1 + len(TURNS), LONGEST), NO_TURN, dtype=np.uint8)
    found[:, 0, : base.shape[1]] = base
    full = np.full(len(base), base.shape[1], dtype=np.uint8)
    for turn in range(len(TURNS)):
        found[:, 1 + turn], _ = set_up(turns, base, full, turn, LONGEST)
    words = _different(found[found[..., 0] != NO_TURN])
    progress(0.6)
    # Those about the first face lead to words that are there already.
    _, one_to_each_face = np.unique(pieces().turned_faces[:, 0], return_index=True)
    turned = np.full((len(one_to_each_face), NO_TURN + 1), NO_TURN, dtype=np.uint8)
    for row, rotation in zip(turned, one_to_each_face.tolist(), strict=True):
        row[: len(TURNS)] = pieces().turned_word(rotation, range(len(TURNS)))
    words = _different(turned[:, words].swapaxes(0, 1).reshape(-1, LONGEST))
    progress(0.9)
    keys, lengths = _keys(words), (words != NO_TURN).sum(axis=1)
    order = np.lexsort((lengths, keys))
    return {
        "words": np.where(words == NO_TURN, 0, words)[order],
        "lengths": lengths[order],
        "starts": np.searchsorted(keys[order], np.arange(KEYS + 1)),
    }


def _turns() -> Turns:
    targets = pieces().targets.astype(np.int32)
    corners = (targets[:, FIRST_CORNER::3] - FIRST_CORNER) // 3
    return Turns(corners, targets, 9, commutes(), len(FIFTHS))


def _different(words: Words) -> Words:
    """Return different words, in the order in which each comes first."""
    _, first = np.unique(words, axis=0, return_index=True)
    return words[np.sort(first)]


def _keys(words: Words) -> NDArray[np.int64]:
    """Return the numbers of the cycles that words make: see `key`."""
    targets = pieces().targets[:, FIRST_CORNER:].astype(np.int32) - FIRST_CORNER
    codes = cycled(ends(targets, words))
    return np.array([key(*each) for each in np.transpose(codes).tolist()], dtype=np.int64)
