"""Words of turns, by number, merged where turns of one layer meet.

The turns of a layer follow one another: by one part of a whole turn, by two, and so on. `amounts`
is how many these are: 3 for a cube, 4 for a Megaminx. Where turns of two layers commute a turn
meets those of its layer across others.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

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
    at = place_met(word, length, length - 1, -1, layer, amounts, commute)
    if at < 0:
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
