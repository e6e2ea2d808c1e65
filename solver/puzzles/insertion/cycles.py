"""Short sequences that cycle three places of an orbit and leave all else alone: built and kept.

Found as commutators, their inverses, and what these are between a turn or two and their inverses.
For each cycle the shortest sequence is kept that begins with a certain turn and ends with a certain
turn, if it takes at most two turns more than the shortest of all: by its neighbours in a sequence
another of them saves the most.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import permutations
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.insertion.places import KINDS, OrbitKind, kind_places, layers_of, orbits
from solver.puzzles.nxn.layers import Ints, LayerTurn, geometry
from solver.puzzles.nxn.orbits import SIZE
from solver.puzzles.three_cycles.words import (
    NO_TURN,
    Turns,
    Words,
    cycled,
    ends,
    find_commutators,
    inverses,
    set_up,
)

# The longest sequence that is kept, and how much longer than the shortest of its cycle.
LONGEST = 12
_LONGER = 2
# Sequences of more turns than this are not put between another turn and its inverse.
_LONGEST_BETWEEN = 9


@cache
def cycle_numbers() -> Ints:
    """Return the number of each cycle of three places, -1 where two are the same: 24 x 24 x 24."""
    numbers = np.full((SIZE, SIZE, SIZE), -1, dtype=np.int32)
    ordered = [each for each in permutations(range(SIZE), 3) if each[0] == min(each)]
    for number, (a, b, c) in enumerate(ordered):
        numbers[a, b, c] = numbers[b, c, a] = numbers[c, a, b] = number
    return numbers


def find_cycles(kind: OrbitKind) -> tuple[Words, NDArray[np.uint8], NDArray[np.int32]]:
    """Return the sequences of a kind, their lengths and the numbers of their cycles, by these."""
    numbers = _turn_numbers(kind)
    turns = _turns_of(kind, numbers)
    commutators = find_commutators(turns, len(numbers))
    best = _Best(turns, np.concatenate([commutators, inverses(turns, commutators)]))
    for _ in range(2):
        inner = best.length <= _LONGEST_BETWEEN
        words, length = best.words[inner], best.length[inner]
        for turn in range(len(numbers)):
            best.add(*set_up(turns, words, length, turn, LONGEST))
        best.choose()
    order = np.argsort(best.cycle, kind="stable")
    numbered = np.append(numbers, np.full(NO_TURN + 1 - len(numbers), NO_TURN))[best.words]
    return numbered[order].astype(np.uint8), best.length[order], best.cycle[order]


def _turn_numbers(kind: OrbitKind) -> Ints:
    """Return the numbers of the turns of a kind's own cube that move its orbit, or corners."""
    layers = {0, *kind.depths}
    layers |= {kind.n - 1 - layer for layer in layers}
    turns = range(9 * kind.n)
    return np.array([n for n in turns if geometry(kind.n).turn_at(n).layer in layers], np.int32)


def _turns_of(kind: OrbitKind, numbers: Ints) -> Turns:
    """Return turns by their places among the numbers."""
    cube = geometry(kind.n)
    turns = [cube.turn_at(number) for number in numbers]
    stickers = np.arange(6 * kind.n**2, dtype=np.int32)
    axis = numbers[::3] // (3 * kind.n)
    return Turns(
        np.array([np.argsort(cube.sources(kind_places(kind), turn)) for turn in turns], np.int32),
        np.array([np.argsort(cube.apply(stickers, [turn])) for turn in turns], np.int32),
        3 if kind.depths[0] else 6,
        axis[:, np.newaxis] == axis,
        3,
    )


class _Best:
    """The shortest sequence of each cycle, first turn and last turn."""

    def __init__(self, turns: Turns, words: Words) -> None:
        """Begin with sequences of one length."""
        self._turns = turns
        self.words = np.full((len(words), LONGEST), NO_TURN, dtype=np.uint8)
        self.words[:, : words.shape[1]] = words
        self.length = np.full(len(words), words.shape[1], dtype=np.uint8)
        self.cycle = self._cycles(self.words)
        self.choose()

    def _cycles(self, words: Words) -> NDArray[np.int32]:
        found: NDArray[np.int32] = cycle_numbers()[cycled(ends(self._turns.places, words))]
        return found

    def add(self, words: Words, length: NDArray[np.uint8]) -> None:
        """Add sequences that are such cycles, those of no turns left out."""
        words, length = words[length > 0], length[length > 0]
        self.words = np.concatenate([self.words, words])
        self.length = np.concatenate([self.length, length])
        self.cycle = np.concatenate([self.cycle, self._cycles(words)])

    def choose(self) -> None:
        """Leave out all sequences that another one replaces."""
        shortest = np.full(int(cycle_numbers().max()) + 1, 255)
        np.minimum.at(shortest, self.cycle, self.length)
        kept = np.flatnonzero(self.length <= shortest[self.cycle] + _LONGER)
        last = self.words[kept, self.length[kept].astype(np.int64) - 1].astype(np.int64)
        key = (self.cycle[kept].astype(np.int64) * 128 + self.words[kept, 0]) * 128 + last
        order = np.lexsort((self.length[kept], key))
        kept = kept[order[np.unique(key[order], return_index=True)[1]]]
        self.words, self.length, self.cycle = self.words[kept], self.length[kept], self.cycle[kept]


_VERSION = 1

_LOADED = table_cache.LoadedOnce[int, tuple[NDArray[np.int64], Words, NDArray[np.uint8]]]()


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
    _LOADED.get(_VERSION, lambda: _load(progress))
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
    start, words, length = _LOADED.kept[_VERSION]
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
        length=length,
        places=np.repeat(np.tile(cycles, (len(KINDS), 1)), np.diff(start).ravel(), axis=0).astype(
            np.uint8
        ),
        sorted=np.concatenate(order).astype(np.int32),
        kind=np.array([orbit.kind for orbit in orbits(n)], dtype=np.int32),
        turn=turn,
        own=own,
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
