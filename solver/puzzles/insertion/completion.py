"""The completion of a sequence: cycles of three places put in until all is right."""

from __future__ import annotations

from typing import Any

from solver.puzzles.insertion.cycles import Cycles
from solver.puzzles.insertion.places import Places
from solver.puzzles.insertion.random_edits import set_cycle
from solver.puzzles.insertion.sequence import (
    LENGTH,
    MOVED,
    TIME,
    WORD,
    WRONG,
    Edit,
    Sequence,
    insert,
    merge,
)
from solver.search.compilation import compiled, compiled_inner

_NONE = 1e9


@compiled
def complete(s: Sequence, p: Places, y: Cycles, e: Edit, chosen: Edit, worth: Any) -> Any:
    """Put in cycles until all is right, and return whether that was possible.

    Each is the one of all times and places that makes the least turns, less `worth` for each place
    that it puts right.
    """
    while s.state[WRONG] > 0:
        best: Any = _NONE
        for time in range(s.state[LENGTH] + 1):
            for first in range(0, s.here.shape[1], 24):
                best = _best_of_orbit(s, y, e, chosen, time, first, worth, best)
        if best == _NONE or s.state[LENGTH] + chosen.size[WORD] >= len(s.turns):
            return False
        merge(s, chosen)
        insert(s, p, chosen)
    return True


@compiled_inner
def _best_of_orbit(
    s: Sequence,
    y: Cycles,
    e: Edit,
    chosen: Edit,
    time: Any,
    first: Any,
    worth: Any,
    best: Any,
) -> Any:
    """Choose the best cycle of an orbit at a time if it is better than the best so far; return how
    good that is.
    """
    row = s.rows[time]
    for a in range(first, first + 24):
        label = s.here[row, a]
        if label == s.wanted[row, a]:
            continue
        for b in range(first, first + 24):
            if s.wanted[row, b] != label or s.here[row, b] == label:
                continue
            for c in range(first, first + 24):
                if c in (a, b):
                    continue
                right = _put_right(s, row, a, b, c)
                # Turns that meet save two at either end at most, and seldom more.
                if right == 0 or 4 - worth * right >= best:
                    continue
                if set_cycle(s, y, e, time, first // 24, a - first, b - first, c - first) > 12:
                    continue
                value = merge(s, e) - worth * right
                if value < best:
                    best = value
                    _copy(e, chosen)
    return best


@compiled_inner
def _put_right(s: Sequence, row: Any, a: Any, b: Any, c: Any) -> Any:
    """Return how many places a cycle from a to b to c puts right; 0 for one that is not wanted.

    What is at a is wanted at b. What is at b is wanted at c, or else c is wrong too.
    """
    fits = s.wanted[row, c] == s.here[row, b]
    is_right = s.here[row, c] == s.wanted[row, c]
    right = 1 + int(fits) - int(is_right) + int(s.here[row, c] == s.wanted[row, a])
    if right < 2 and (fits or is_right):
        return 0
    # The same cycle is met from each of its places.
    if right == 3 and (a > b or a > c):
        return 0
    return right


@compiled_inner
def _copy(e: Edit, chosen: Edit) -> None:
    chosen.at[TIME] = e.at[TIME]
    chosen.size[WORD], chosen.size[MOVED] = e.size[WORD], e.size[MOVED]
    for i in range(e.size[WORD]):
        chosen.word[i] = e.word[i]
    for i in range(e.size[MOVED]):
        chosen.source[i], chosen.target[i] = e.source[i], e.target[i]
