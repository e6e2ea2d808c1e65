"""Commutators of two turns, or of two parallel inner turns and one: sequences of four and six."""

from __future__ import annotations

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.insertion.places import Places, places
from solver.puzzles.insertion.sequence import MOVED, TIME, WORD, Edit, Sequence, inverse
from solver.search.compilation import compiled_inner


class Commutators(NamedTuple):
    """What d r d' r' moves for two turns: rows `start[d, r]` to `start[d, r + 1]`, none if it may
    not be used, for it would turn corners or central edges.
    """

    start: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]


@cache
def commutators(n: int) -> Commutators:
    """Return the commutators of two turns of a cube of size n."""
    known = places(n)
    turns = len(known.target)
    sources, targets, start = [], [], np.zeros((turns, turns + 1), dtype=np.int64)
    count = 0
    for d in range(turns):
        for r in range(turns):
            start[d, r] = count
            if d // (3 * n) == r // (3 * n) or not (known.is_free[d] or known.is_free[r]):
                continue
            back_d, back_r = (turn - turn % 3 + 2 - turn % 3 for turn in (d, r))
            ends = known.target[d]
            for turn in (r, back_d, back_r):
                ends = known.target[turn][ends]
            moved = np.flatnonzero(ends != np.arange(len(ends)))
            sources.append(moved)
            targets.append(ends[moved])
            count += len(moved)
        start[d, turns] = count
    return Commutators(
        start, np.concatenate(sources).astype(np.int32), np.concatenate(targets).astype(np.int32)
    )


@compiled_inner
def set_turn(p: Places, e: Edit, time: Any, turn: Any) -> None:
    """Set an edit that puts in one turn."""
    e.at[TIME] = time
    e.word[0] = turn
    e.size[WORD] = 1
    count = p.counts[turn]
    for i in range(count):
        e.source[i] = p.moved[turn, i]
        e.target[i] = p.target[turn, e.source[i]]
    e.size[MOVED] = count


@compiled_inner
def _add_moved(c: Commutators, e: Edit, d: Any, r: Any) -> Any:
    count = e.size[MOVED]
    first, last = c.start[d, r], c.start[d, r + 1]
    for i in range(first, last):
        e.source[count] = c.source[i]
        e.target[count] = c.target[i]
        count += 1
    e.size[MOVED] = count
    return last > first


@compiled_inner
def set_commutator(c: Commutators, e: Edit, time: Any, d: Any, r: Any) -> Any:
    """Set an edit that puts in d r d' r'; return whether it may be used."""
    e.at[TIME] = time
    e.word[0], e.word[1], e.word[2], e.word[3] = d, r, inverse(d), inverse(r)
    e.size[WORD] = 4
    e.size[MOVED] = 0
    return _add_moved(c, e, d, r)


@compiled_inner
def set_two_by_one(
    s: Sequence,
    p: Places,
    c: Commutators,
    e: Edit,
    time: Any,
    d: Any,
    other: Any,
    r: Any,
    is_first: Any,
) -> Any:
    """Set an edit that puts in the commutator of two parallel inner turns and another, the two
    being first or not; return whether it may be used.
    """
    if d // 3 == other // 3 or not (p.is_free[d] and p.is_free[other] and p.is_free[r]):
        return False
    # A half turn takes what is in one of two opposite layers to the other: they are not apart.
    if r % 3 == 1 and d // 3 % s.n + other // 3 % s.n == s.n - 1:
        return False
    e.at[TIME] = time
    if is_first:
        e.word[0], e.word[1], e.word[2] = d, other, r
        e.word[3], e.word[4], e.word[5] = inverse(d), inverse(other), inverse(r)
    else:
        e.word[0], e.word[1], e.word[2] = r, d, other
        e.word[3], e.word[4], e.word[5] = inverse(r), inverse(d), inverse(other)
    e.size[WORD] = 6
    e.size[MOVED] = 0
    if is_first:
        return _add_moved(c, e, d, r) and _add_moved(c, e, other, r)
    return _add_moved(c, e, r, d) and _add_moved(c, e, r, other)
