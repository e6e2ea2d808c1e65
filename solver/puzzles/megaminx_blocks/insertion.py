"""Cycles of three corners put into a word of turns, each where most turns cancel.

After turns that solve all edges, some corners are still to be cycled. A cycle that is put in
between two turns does to the end what the turns after it make of it, so that at every place another
word does what is wanted: tried are all places and all words, and the turns that cancel are counted.
Turns of faces that share no piece commute, so that a turn meets those of its face across them.

The idea of late insertion is that of the winners of the contest Santa 2023.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import PuzzleError
from solver.puzzles.megaminx_blocks.corner_cycles import CornerCycles, key
from solver.puzzles.megaminx_blocks.pieces import (
    CORNERS,
    EDGES,
    FIFTHS,
    FIRST_CORNER,
    TURNS,
    Codes,
    Word,
    commutes,
    pieces,
)
from solver.puzzles.three_cycles.words import Flags, inverse_number, inverse_word, place_met, put_in
from solver.search.compilation import compiled

Numbers = NDArray[np.int64]


@compiled
def cycles_needed(codes: Numbers, seen: Flags) -> int:
    """Return about how many cycles of three solve corners, whose codes are from 0 to 59.

    None exactly where all are solved. `seen` (20) is overwritten.
    """
    twice = 0
    for i in range(codes.shape[0]):
        seen[i] = False
    for i in range(codes.shape[0]):
        length, twist, at = 0, 0, i
        while not seen[at]:
            seen[at] = True
            length += 1
            twist += codes[at] % 3
            at = codes[at] // 3
        if length == 1:
            twice += 2 if twist % 3 else 0
        elif length:
            twice += length - 1 if length % 2 and twist % 3 == 0 else length
    return (twice + 1) // 2


@compiled
def cycled(code: int, a: int, b: int, c: int) -> int:
    """Return where a cycle of three corners takes a code."""
    if code // 3 == a // 3:
        return b // 3 * 3 + (b + code - a + 3) % 3
    if code // 3 == b // 3:
        return c // 3 * 3 + (c + code - b + 3) % 3
    if code // 3 == c // 3:
        return a // 3 * 3 + (a + code - c + 3) % 3
    return code


@compiled
def list_cycles(
    corners: Numbers,
    needed: int,
    reached: Numbers,
    seen: Flags,
    found: Numbers,
    left: Numbers,
) -> int:
    """List the cycles after which fewer are needed, and how many are; return their number."""
    count = 0
    for i in range(corners.shape[0]):
        for j in range(corners.shape[0]):
            for k in range(corners.shape[0]):
                if not (i < j and i < k and j != k):
                    continue
                if corners[i] == 3 * i or corners[j] == 3 * j or corners[k] == 3 * k:
                    continue
                for ways in range(9):
                    a, b, c = 3 * i, 3 * j + ways % 3, 3 * k + ways // 3
                    for piece in range(corners.shape[0]):
                        reached[piece] = cycled(corners[piece], a, b, c)
                    still = cycles_needed(reached, seen)
                    if still < needed and count < found.shape[0]:
                        found[count, 0], found[count, 1], found[count, 2] = a, b, c
                        left[count] = still
                        count += 1
    return count


@compiled
def best_places(
    word: Numbers,
    length: int,
    before: Numbers,
    cycles: Numbers,
    count: int,
    words: Codes,
    lengths: Numbers,
    starts: Numbers,
    commute: Flags,
    left_meets: Flags,
    right_meets: Flags,
    made: Numbers,
    best: Numbers,
    where: Numbers,
    which: Numbers,
) -> None:
    """Find for each cycle the place and the word that leave the fewest turns in all."""
    for at in range(length + 1):
        for face in range(12):
            left_meets[at, face] = place_met(word, length, at - 1, -1, face, 4, commute) >= 0
            right_meets[at, face] = place_met(word, length, at, 1, face, 4, commute) >= 0
    for number in range(count):
        best[number] = 1000
        for at in range(length + 1):
            found = key(
                before[at, cycles[number, 0]],
                before[at, cycles[number, 1]],
                before[at, cycles[number, 2]],
            )
            for row in range(starts[found], starts[found + 1]):
                size = lengths[row]
                meets = left_meets[at, words[row, 0] // 4]
                meets = meets or right_meets[at, words[row, size - 1] // 4]
                if not meets and length + size >= best[number]:
                    continue
                total = put_in(word, length, at, words[row], size, 4, commute, made)
                if total < best[number]:
                    best[number], where[number], which[number] = total, at, row


# About how many turns a cycle costs after cancelling.
CYCLE_COST = 5.0
_MOST_CYCLES = 1500  # of three corners, each in its ways, that are tried for one word
_FOLLOWED = 12  # of these, those that are followed
_BUFFER = 160


@dataclass(frozen=True, slots=True)
class Skeleton:
    """A word after which edges are solved, and the codes of corners, from 0 to 59.

    `needed`: about how many cycles of three; `form`: of the scrambled state.
    """

    word: Word
    corners: tuple[int, ...]
    needed: int
    form: int

    @property
    def cost(self) -> float:
        """Return about how many turns the solution will have that it leads to."""
        return len(self.word) + CYCLE_COST * self.needed


class CycleInsertion:
    """Puts cycles into words; what the kernels write into is kept."""

    def __init__(self, cycles: CornerCycles) -> None:
        self._cycles = cycles
        self._commute = commutes()
        self._seen = np.zeros(CORNERS, dtype=np.bool_)
        self._made = np.zeros(_BUFFER, dtype=np.int64)

    def skeleton(self, word: Word, state: Codes, form: int) -> Skeleton:
        """Return a word with the state that it leaves of a form."""
        corners = state[EDGES:].astype(np.int64) - FIRST_CORNER
        return Skeleton(
            word, tuple(corners.tolist()), int(cycles_needed(corners, self._seen)), form
        )

    def further(self, skeleton: Skeleton) -> list[Skeleton]:
        """Return what one more cycle makes of a word, the best of all."""
        corners = np.array(skeleton.corners)
        found = np.zeros((_MOST_CYCLES, 3), dtype=np.int64)
        left = np.zeros(_MOST_CYCLES, dtype=np.int64)
        reached = np.zeros(CORNERS, dtype=np.int64)
        count = list_cycles(corners, skeleton.needed, reached, self._seen, found, left)
        length = len(skeleton.word)
        word = np.zeros(_BUFFER, dtype=np.int64)
        word[:length] = skeleton.word
        best, where, which = (np.zeros(count, dtype=np.int64) for _ in range(3))
        best_places(
            word,
            length,
            _before(skeleton.word),
            found,
            count,
            self._cycles.words,
            self._cycles.lengths,
            self._cycles.starts,
            self._commute,
            np.zeros((length + 1, 12), dtype=np.bool_),
            np.zeros((length + 1, 12), dtype=np.bool_),
            self._made,
            best,
            where,
            which,
        )
        order = np.argsort(best + CYCLE_COST * left[:count], kind="stable")
        return [
            self._put_in(skeleton, found[i], int(where[i]), int(which[i]), int(left[i]))
            for i in order[:_FOLLOWED]
            if best[i] < _BUFFER
        ]

    def _put_in(
        self, skeleton: Skeleton, cycle: NDArray[np.int64], at: int, row: int, needed: int
    ) -> Skeleton:
        more = self._cycles.words[row, : self._cycles.lengths[row]].tolist()
        word = merged((*skeleton.word[:at], *more, *skeleton.word[at:]))
        a, b, c = cycle.tolist()
        corners = tuple(cycled(code, a, b, c) for code in skeleton.corners)
        return Skeleton(word, corners, needed, skeleton.form)

    def next_cycle(self, state: Codes) -> Word:
        """Return the word of a cycle after which fewer are needed, short, at the end of all turns.

        The few triples that no word cycles are cycled after a turn, which is undone then. Raises
        PuzzleError where this does not help.
        """
        set_up = [(turn, inverse_number(turn, len(FIFTHS))) for turn in range(len(TURNS))]
        for words in ([()], set_up):
            skeletons = [self.skeleton(word, state, 0) for word in words]
            found = [each for skeleton in skeletons for each in self.further(skeleton)[:1]]
            if found:
                return min(found, key=lambda each: each.cost).word
        raise PuzzleError("no word cycles the corners that are left")

    def solve(
        self, skeletons: Iterable[Skeleton], width: int, is_over: Callable[[], bool]
    ) -> Skeleton | None:
        """Return the shortest word that skeletons lead to, following `width` of a kind at a time.

        None where there is none before time is over.
        """
        by_needed: dict[int, list[Skeleton]] = {}
        for each in skeletons:
            by_needed.setdefault(each.needed, []).append(each)
        for needed in range(max(by_needed, default=0), 0, -1):
            different = {(each.corners, each.word): each for each in by_needed.get(needed, ())}
            for each in sorted(different.values(), key=lambda each: each.cost)[:width]:
                if is_over():
                    break
                for longer in self.further(each):
                    by_needed.setdefault(longer.needed, []).append(longer)
        return min(by_needed.get(0, ()), key=lambda each: each.cost, default=None)


def _before(word: Word) -> NDArray[np.int64]:
    """Return (n + 1, 60) where, before each turn of a word, what ends at each corner code is."""
    targets = pieces().targets[:, FIRST_CORNER:].astype(np.int64) - FIRST_CORNER
    before = [np.arange(60)]
    for turn in inverse_word(word, len(FIFTHS)):
        before.append(targets[turn][before[-1]])
    return np.array(before[::-1])


def merged(word: Iterable[int]) -> Word:
    """Return a word with turns of one face merged where they meet."""
    turns = np.array([*word], dtype=np.uint8)
    made = np.zeros(len(turns), dtype=np.int64)
    count = put_in(made[:0], 0, 0, turns, len(turns), len(FIFTHS), commutes(), made)
    return tuple(made[:count].tolist())
