"""The sequences that cycle three places, as a search looks them up: built, kept and loaded."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from threading import Lock
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.insertion.cycle_search import LONGEST, cycle_numbers, find_cycles
from solver.puzzles.insertion.places import KINDS, layers_of, orbits
from solver.puzzles.nxn.layers import Ints, LayerTurn, geometry
from solver.puzzles.three_cycles.commutators import Words

_VERSION = 1

_LOADED: list[tuple[NDArray[np.int64], Words, NDArray[np.uint8]]] = []
_LOADING = Lock()


class Cycles(NamedTuple):
    """The sequences of all kinds of orbits, in the turns of the kind's own cube.

    `number[a, b, c]` is that of the cycle that takes what is at place a to b, from there to c and
    from there to a. Its sequences for orbits of kind k are rows `start[k, number]` to
    `start[k, number + 1]` of `words`, with their lengths and, in `places`, a, b and c. `sorted` has
    the rows of each kind, `start[k, 0]` to `start[k, -1]`, in the order of their turns. `kind` is
    that of each orbit, `turn[orbit, w]` turn w of its kind's cube as a turn of the cube, and
    `own[orbit, t]` turn t of the cube as one of the kind's, or -1.
    """

    number: Ints
    start: NDArray[np.int64]
    words: Words
    length: NDArray[np.uint8]
    places: NDArray[np.uint8]
    sorted: Ints
    kind: Ints
    turn: Ints
    own: Ints


def load(n: int, progress: Callable[[float], None] = lambda share: None) -> Cycles:
    """Return the sequences for a cube of size n; find them where the cache has none.

    `progress` is called with the share that is found. Raises TableCacheError where they cannot be
    kept.
    """
    with _LOADING:
        if not _LOADED:
            _LOADED.append(_load(progress))
    return _of_size(n)


def _load(
    progress: Callable[[float], None],
) -> tuple[NDArray[np.int64], Words, NDArray[np.uint8]]:
    """Return the sequences of all kinds: `start`, `words` and `length` of Cycles."""
    path = cache_folder() / f"insertion-cycles-{_VERSION}.tables"
    count = int(cycle_numbers().max()) + 2

    def read(path: Path) -> tuple[NDArray[np.int64], Words, NDArray[np.uint8]]:
        kept = table_cache.load_as(
            path,
            {
                "start": (np.int64, (len(KINDS), count)),
                "words": (np.uint8, ("words", LONGEST)),
                "length": (np.uint8, ("words",)),
            },
        )
        return kept["start"], kept["words"], kept["length"]

    def build() -> dict[str, NDArray[np.generic]]:
        starts, words, lengths, before = [], [], [], 0
        for number, kind in enumerate(KINDS):
            found, length, cycle = find_cycles(kind)
            starts.append(np.searchsorted(cycle, np.arange(count)) + before)
            words.append(found)
            lengths.append(length)
            before += len(found)
            progress((number + 1) / len(KINDS))
        return {
            "start": np.array(starts),
            "words": np.concatenate(words),
            "length": np.concatenate(lengths),
        }

    return table_cache.load_or_build(path, read, build)


@cache
def _of_size(n: int) -> Cycles:
    start, words, length = _LOADED[0]
    numbers = cycle_numbers()
    cycles = np.argwhere(numbers >= 0)
    cycles = cycles[cycles[:, 0] == cycles.min(axis=1)]
    order = [
        np.lexsort(words[first:last].T[::-1]) + first
        for first, last in zip(start[:, 0], start[:, -1], strict=True)
    ]
    turn, own = _turn_maps(n)
    return Cycles(
        numbers,
        start,
        words,
        length,
        np.repeat(np.tile(cycles, (len(KINDS), 1)), np.diff(start).ravel(), axis=0).astype(
            np.uint8
        ),
        np.concatenate(order).astype(np.int32),
        np.array([orbit.kind for orbit in orbits(n)], dtype=np.int32),
        turn,
        own,
    )


def _turn_maps(n: int) -> tuple[Ints, Ints]:
    """Return `turn` and `own` of Cycles."""
    found = orbits(n)
    turn = np.zeros((len(found), 9 * max(kind.n for kind in KINDS)), dtype=np.int32)
    own = np.full((len(found), 9 * n), -1, dtype=np.int32)
    for row, orbit in enumerate(found):
        size = KINDS[orbit.kind].n
        for kinds, layer in layers_of(orbit, n).items():
            for axis in range(3):
                for quarters in (1, 2, 3):
                    number = geometry(size).turn_index(LayerTurn(axis, kinds, quarters))
                    other = geometry(n).turn_index(LayerTurn(axis, layer, quarters))
                    turn[row, number], own[row, other] = other, number
    return turn, own
