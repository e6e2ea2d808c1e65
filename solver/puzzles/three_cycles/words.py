"""Words of turns, by number: merged where turns of a layer meet; words that cycle three places.

The turns of a layer follow one another: by one part of a whole turn, by two, and so on. `amounts`
is how many these are: 3 for a cube, 4 for a Megaminx. Where turns of two layers commute a turn
meets those of its layer across others.

Words that cycle three places and leave all else alone are commutators A B A' B' with A of three
turns and B of one; a turn before a word, undone after it, sets it up for other places. They are
rows of numbers of turns, filled up with NO_TURN.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.search.compilation import compiled, compiled_inner, inlined

Flags = NDArray[np.bool_]


def inverse_number(turn: Any, amounts: Any) -> Any:
    """Return the number of the inverse of a turn."""
    return turn - 2 * (turn % amounts) + amounts - 1


# The same in what is compiled.
inverse = inlined(inverse_number)


def inverse_word(word: Iterable[int], amounts: int) -> tuple[int, ...]:
    """Return the numbers of the turns that undo others."""
    return tuple(inverse_number(turn, amounts) for turn in reversed(tuple(word)))


@compiled_inner
def place_met(
    word: NDArray[Any], length: Any, at: Any, step: Any, layer: Any, amounts: Any, commute: Flags
) -> Any:
    """Return where a turn of a layer meets one of it, from a place of a word on by steps of 1 or
    -1; -1 for nowhere.
    """
    while 0 <= at < length:
        if word[at] // amounts == layer:
            return at
        if not commute[word[at] // amounts, layer]:
            return -1
        at += step
    return -1


@compiled_inner
def append(word: NDArray[Any], length: Any, turn: Any, amounts: Any, commute: Flags) -> Any:
    """Add a turn to a word, merged with one of its layer that it meets; return the new length."""
    layer = turn // amounts
    at = length - 1
    while at >= 0 and word[at] // amounts != layer and commute[word[at] // amounts, layer]:
        at -= 1
    if at < 0 or word[at] // amounts != layer:
        word[length] = turn
        return length + 1
    parts = (word[at] % amounts + turn % amounts + 2) % (amounts + 1)
    if parts:
        word[at] = amounts * layer + parts - 1
        return length
    for i in range(at, length - 1):
        word[i] = word[i + 1]
    return length - 1


@compiled
def put_in(
    word: NDArray[np.int64],
    length: Any,
    at: Any,
    more: NDArray[np.uint8],
    count: Any,
    amounts: Any,
    commute: Flags,
    made: NDArray[np.int64],
) -> Any:
    """Write into `made` a word with another put in at a place; return its length."""
    for i in range(at):
        made[i] = word[i]
    size = at
    for i in range(count):
        size = append(made, size, more[i], amounts, commute)
    for i in range(at, length):
        size = append(made, size, word[i], amounts, commute)
    return size


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
    words = room[: _find_commutators(turns.places, turns.commute, turns.amounts, first, room)]
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
def _find_commutators(
    places: Targets, commute: Flags, amounts: Any, first: Any, found: Words
) -> Any:
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
