"""Short sequences that cycle three places of an orbit and leave all else alone.

Found as commutators A B A' B' with A of three turns and B of one, their inverses, and what these
are between a turn or two and their inverses. For each cycle the shortest sequence is kept that
begins with a certain turn and ends with a certain turn, if it takes at most two turns more than the
shortest of all: by its neighbours in a sequence another of them saves the most.
"""

from __future__ import annotations

from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.insertion.places import OrbitKind, kind_places
from solver.puzzles.nxn.layers import Ints, geometry
from solver.puzzles.nxn.orbits import SIZE
from solver.search.compilation import compiled, inlined

# The longest sequence that is kept, and how much longer than the shortest of its cycle.
LONGEST = 12
_LONGER = 2
# Sequences of more turns than this are not put between another turn and its inverse.
_LONGEST_BETWEEN = 9

Words = NDArray[np.uint8]


class KindTurns(NamedTuple):
    """Turns of a kind's own cube that move its orbit, by number, and where each takes what.

    `inverse`, `layer` and `axis` are by places in `numbers`, as are all sequences while they are
    found. `moved` is how many stickers a cycle of three pieces moves.
    """

    numbers: Ints
    places: Ints
    stickers: Ints
    inverse: Ints
    layer: Ints
    axis: Ints
    moved: int


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
    turns = _turns_of(kind)
    commutators = _commutators(turns)
    length = np.full(len(commutators), commutators.shape[1], dtype=np.uint8)
    best = _Best(turns, _with_inverses(turns, commutators), np.tile(length, 2))
    for _ in range(2):
        inner = best.length <= _LONGEST_BETWEEN
        words, length = best.words[inner], best.length[inner]
        for turn in range(len(turns.numbers)):
            best.add(*_between(turns, words, length, turn))
        best.choose()
    order = np.argsort(best.cycle, kind="stable")
    numbered = np.where(best.words == 255, 255, turns.numbers[best.words % len(turns.numbers)])
    return numbered[order].astype(np.uint8), best.length[order], best.cycle[order]


def _turns_of(kind: OrbitKind) -> KindTurns:
    cube = geometry(kind.n)
    layers = {0, *kind.depths}
    layers |= {kind.n - 1 - layer for layer in layers}
    numbers = np.array(
        [n for n in range(9 * kind.n) if cube.turn_at(n).layer in layers], dtype=np.int32
    )
    turns = [cube.turn_at(number) for number in numbers]
    stickers = np.arange(6 * kind.n**2, dtype=np.int32)
    index = {int(number): i for i, number in enumerate(numbers)}
    return KindTurns(
        numbers,
        np.array([np.argsort(cube.sources(kind_places(kind), turn)) for turn in turns], np.int32),
        np.array([np.argsort(cube.apply(stickers, [turn])) for turn in turns], np.int32),
        np.array([index[cube.turn_index(turn.inverse())] for turn in turns], np.int32),
        numbers // 3,
        numbers // (3 * kind.n),
        3 if kind.depths[0] else 6,
    )


class _Best:
    """The shortest sequence of each cycle, first turn and last turn."""

    def __init__(self, turns: KindTurns, words: Words, length: NDArray[np.uint8]) -> None:
        """Begin with sequences of any kind, of which those that are no such cycles are left out."""
        self._turns = turns
        room = np.full((len(words), LONGEST), 255, dtype=np.uint8)
        room[:, : words.shape[1]] = words
        pure = np.zeros(len(words), dtype=np.bool_)
        _find_pure(turns.stickers, words, turns.moved, pure)
        self.words, self.length = room[pure], length[pure]
        self.cycle = self._cycles(self.words)
        self.choose()

    def _cycles(self, words: Words) -> NDArray[np.int32]:
        ends = _ends(self._turns.places, words)
        first = np.argmax(ends != np.arange(SIZE), axis=1)
        second = ends[np.arange(len(words)), first]
        third = ends[np.arange(len(words)), second]
        found: NDArray[np.int32] = cycle_numbers()[first, second, third]
        return found

    def add(self, words: Words, length: NDArray[np.uint8]) -> None:
        """Add sequences that are such cycles."""
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


def _ends(targets: Ints, words: Words) -> Ints:
    """Return where sequences take places: sequences x places."""
    ends = np.tile(np.arange(targets.shape[1], dtype=np.int32), (len(words), 1))
    for column in words.T:
        is_turn = column != 255
        ends[is_turn] = targets[column[is_turn, np.newaxis], ends[is_turn]]
    return ends


@compiled
def _find_pure(targets: Ints, words: Words, most: Any, pure: NDArray[np.bool_]) -> None:
    """Note which sequences move so many stickers of the cube at most."""
    for row in range(len(words)):
        moved = 0
        for sticker in range(targets.shape[1]):
            at: Any = np.int64(sticker)
            for i in range(words.shape[1]):
                at = np.int64(targets[words[row, i], at])
            moved += at != sticker
            if moved > most:
                break
        pure[row] = moved == most


def _with_inverses(turns: KindTurns, words: Words) -> Words:
    return np.concatenate([words, turns.inverse[words[:, ::-1]].astype(np.uint8)])


def _commutators(turns: KindTurns) -> Words:
    """Return all A B A' B', A of three turns and B of one, that move three places of the orbit."""
    room = np.zeros((4_000_000, 8), dtype=np.uint8)
    count = _find_commutators(turns, room)
    return room[:count].copy()


@inlined
def _is_twice(q: Any, first: Any, second: Any) -> Any:
    """Return whether two turns are about one axis and in the order that is left out."""
    return q.axis[first] == q.axis[second] and q.layer[first] > q.layer[second]


@compiled
def _find_commutators(q: KindTurns, found: Words) -> Any:
    turns: Any = len(q.numbers)
    count: Any = 0
    for a in range(turns):
        for b in range(turns):
            if q.layer[a] == q.layer[b] or _is_twice(q, a, b):
                continue
            for c in range(turns):
                if q.layer[b] == q.layer[c] or _is_twice(q, b, c):
                    continue
                for d in range(turns):
                    if q.axis[c] == q.axis[d]:
                        continue
                    moved = 0
                    for place in range(24):
                        at: Any = q.places[c, q.places[b, q.places[a, place]]]
                        at = q.places[d, at]
                        at = q.places[q.inverse[b], q.places[q.inverse[c], at]]
                        at = q.places[q.inverse[d], q.places[q.inverse[a], at]]
                        moved += at != place
                        if moved > 3:
                            break
                    if moved == 3 and count < len(found):
                        found[count, 0], found[count, 1], found[count, 2] = a, b, c
                        found[count, 3], found[count, 4] = d, q.inverse[c]
                        found[count, 5], found[count, 6] = q.inverse[b], q.inverse[a]
                        found[count, 7] = q.inverse[d]
                        count += 1
    return count


def _between(
    turns: KindTurns, words: Words, length: NDArray[np.uint8], turn: int
) -> tuple[Words, NDArray[np.uint8]]:
    """Return sequences between a turn and its inverse, where they become at most LONGEST."""
    after = np.full((len(words), LONGEST), 255, dtype=np.uint8)
    lengths = np.zeros(len(words), dtype=np.uint8)
    room = np.zeros(LONGEST + 2, dtype=np.uint8)
    by_layer = np.zeros((len(turns.numbers), 4), dtype=np.uint8)
    for i, number in enumerate(turns.numbers):
        for j in range(3):
            by_layer[i, j + 1] = np.flatnonzero(turns.numbers == number - number % 3 + j)[0]
    _put_between(turns, words, length, turn, by_layer, room, after, lengths)
    fits = lengths > 0
    return after[fits], lengths[fits]


@compiled
def _put_between(
    q: KindTurns,
    words: Words,
    length: NDArray[np.uint8],
    turn: Any,
    by_layer: Words,
    room: NDArray[np.uint8],
    after: Words,
    lengths: NDArray[np.uint8],
) -> None:
    for row in range(len(words)):
        count: Any = 1
        room[0] = turn
        for i in range(np.int64(length[row]) + 1):
            added: Any = np.int64(q.inverse[turn])
            if i < length[row]:
                added = np.int64(words[row, i])
            j = count - 1
            merged = False
            while j >= 0 and q.axis[room[j]] == q.axis[added]:
                if q.layer[room[j]] == q.layer[added]:
                    quarters = (q.numbers[room[j]] % 3 + q.numbers[added] % 3 + 2) % 4
                    if quarters:
                        room[j] = by_layer[added, quarters]
                    else:
                        for k in range(j, count - 1):
                            room[k] = room[k + 1]
                        count -= 1
                    merged = True
                    break
                j -= 1
            if not merged:
                room[count] = added
                count += 1
        if count <= 12:
            lengths[row] = count
            for i in range(count):
                after[row, i] = room[i]
