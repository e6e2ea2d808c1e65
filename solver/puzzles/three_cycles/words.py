"""Words of turns, by number, merged where turns of one layer meet.

The turns of a layer follow one another: by one part of a whole turn, by two, and so on. `amounts`
is how many these are: 3 for a cube, 4 for a Megaminx. Where turns of two layers commute a turn
meets those of its layer across others.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.search.compilation import compiled, compiled_inner, inlined

Flags = NDArray[np.bool_]


@inlined
def inverse(turn: Any, amounts: Any) -> Any:
    """Return the number of the inverse of a turn."""
    return turn - 2 * (turn % amounts) + amounts - 1


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
