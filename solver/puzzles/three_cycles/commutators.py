"""Words that cycle three places and leave all else alone: commutators, and what sets them up.

A commutator is A B A' B' with A of three turns and B of one; a turn before a word, undone after it,
sets it up for other places. Words are rows of numbers of turns, filled up with NO_TURN.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.three_cycles.words import Flags, inverse, inverse_number, put_in
from solver.search.compilation import compiled, inlined

NO_TURN = 255
_LENGTH = 8
_ROOM = 4_000_000

Words = NDArray[np.uint8]
Targets = NDArray[np.int32]


class Turns(NamedTuple):
    """Turns of a puzzle, `amounts` of each layer, and which layers' turns commute.

    `places[turn, place]` is where a turn takes what is at a place of the pieces that are cycled,
    `stickers[turn, sticker]` where it takes any sticker; a cycle of three pieces moves `moved` of
    these.
    """

    places: Targets
    stickers: Targets
    moved: int
    commute: Flags
    amounts: int


def find_commutators(turns: Turns, first: int) -> Words:
    """Return all commutators that cycle three pieces and begin with one of the first turns."""
    room = np.zeros((_ROOM, _LENGTH), dtype=np.uint8)
    words = room[: _find(turns.places, turns.commute, turns.amounts, first, room)]
    pure = np.zeros(len(words), dtype=np.bool_)
    _find_pure(turns.stickers, words, turns.moved, pure)
    return words[pure]


def inverses(turns: Turns, words: Words) -> Words:
    """Return the words that undo full rows of turns."""
    back = [inverse_number(turn, turns.amounts) for turn in range(len(turns.places))]
    return np.array(back, dtype=np.uint8)[words[:, ::-1]]


def set_up(
    turns: Turns, words: Words, lengths: NDArray[np.uint8], turn: int, longest: int
) -> tuple[Words, NDArray[np.uint8]]:
    """Return words between a turn and its inverse, merged; of length 0 where they are too long."""
    after = np.full((len(words), longest), NO_TURN, dtype=np.uint8)
    made = np.zeros(len(words), dtype=np.uint8)
    around = np.array([turn, inverse_number(turn, turns.amounts)])
    room = np.zeros(words.shape[1] + 2, dtype=np.int64)
    _set_up(around, words, lengths, turns.amounts, turns.commute, room, after, made)
    return after, made


def ends(targets: Targets, words: Words) -> Targets:
    """Return where words take places: words x places."""
    found = np.tile(np.arange(targets.shape[1], dtype=np.int32), (len(words), 1))
    for column in words.T:
        is_turn = column != NO_TURN
        found[is_turn] = targets[column[is_turn, np.newaxis], found[is_turn]]
    return found


def cycled(ends: Targets) -> tuple[Targets, Targets, Targets]:
    """Return the first place that each cycle moves, where it goes, and where what is there goes."""
    rows = np.arange(len(ends))
    first = np.argmax(ends != np.arange(ends.shape[1]), axis=1).astype(np.int32)
    second = ends[rows, first]
    return first, second, ends[rows, second]


@compiled
def _find(places: Targets, commute: Flags, amounts: Any, first: Any, found: Words) -> Any:
    """Find commutators that move three places; of turns that commute those in one order."""
    turns: Any = len(places)
    count: Any = 0
    for a in range(first):
        for b in range(turns):
            if _is_left_out(a // amounts, b // amounts, commute):
                continue
            for c in range(turns):
                if _is_left_out(b // amounts, c // amounts, commute):
                    continue
                for d in range(turns):
                    if c // amounts == d // amounts or commute[c // amounts, d // amounts]:
                        continue
                    back_a, back_b = inverse(a, amounts), inverse(b, amounts)
                    back_c, back_d = inverse(c, amounts), inverse(d, amounts)
                    moved = 0
                    for place in range(places.shape[1]):
                        at: Any = places[d, places[c, places[b, places[a, place]]]]
                        at = places[back_a, places[back_b, places[back_c, at]]]
                        moved += places[back_d, at] != place
                        if moved > 3:
                            break
                    if moved == 3 and count < len(found):
                        found[count, 0], found[count, 1], found[count, 2] = a, b, c
                        found[count, 3], found[count, 4] = d, back_c
                        found[count, 5], found[count, 6] = back_b, back_a
                        found[count, 7] = back_d
                        count += 1
    return count


@inlined
def _is_left_out(layer: Any, other: Any, commute: Flags) -> Any:
    return layer == other or (commute[layer, other] and layer > other)


@compiled
def _find_pure(targets: Targets, words: Words, most: Any, pure: Flags) -> None:
    """Note which words move so many stickers of the puzzle."""
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


@compiled
def _set_up(
    around: NDArray[np.int64],
    words: Words,
    lengths: NDArray[np.uint8],
    amounts: Any,
    commute: Flags,
    room: NDArray[np.int64],
    after: Words,
    made: NDArray[np.uint8],
) -> None:
    for row in range(len(words)):
        count = put_in(around, 2, 1, words[row], lengths[row], amounts, commute, room)
        if count <= after.shape[1]:
            made[row] = count
            for i in range(count):
                after[row, i] = room[i]
