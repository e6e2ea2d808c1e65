"""Random edits of a sequence: a turn, a commutator, or a cycle of three places put in somewhere."""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.puzzles.insertion.commutators import (
    Commutators,
    set_commutator,
    set_turn,
    set_two_by_one,
)
from solver.puzzles.insertion.cycles import Cycles
from solver.puzzles.insertion.places import Places
from solver.puzzles.insertion.sequence import (
    LENGTH,
    MOVED,
    TIME,
    WORD,
    Edit,
    Sequence,
    axis_of,
    inverse,
)
from solver.search.compilation import compiled_inner, inlined

# Of so many edits those of each kind: a turn changed or put in, which helps at first alone, what
# undoes a commutator, commutators of two turns and of three, a cycle that takes away what is there,
# and one that puts right what is wrong.
_CHANGED, _TURN, _UNDONE, _COMMUTATOR, _TWO_BY_ONE, _LIKE_BEFORE, _CYCLE = 4, 4, 8, 10, 4, 17, 17
_UP_TO_TURN = _CHANGED + _TURN
_UP_TO_UNDONE = _UP_TO_TURN + _UNDONE
_UP_TO_COMMUTATOR = _UP_TO_UNDONE + _COMMUTATOR
_UP_TO_TWO_BY_ONE = _UP_TO_COMMUTATOR + _TWO_BY_ONE
_UP_TO_LIKE_BEFORE = _UP_TO_TWO_BY_ONE + _LIKE_BEFORE
_ALL = _UP_TO_LIKE_BEFORE + _CYCLE


@inlined
def random(state: Any) -> Any:
    """Return a random number of 32 bits (xorshift64*, Vigna 2016)."""
    x = state[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    state[0] = x
    return np.int64((x * np.uint64(2685821657736338717)) >> np.uint64(32))


@compiled_inner
def draw_edit(s: Sequence, p: Places, c: Commutators, y: Cycles, e: Edit, seed: Any) -> Any:
    """Set a random edit; return whether it may be made."""
    length, turns = s.state[LENGTH], len(p.target)
    kind = random(seed) % _ALL
    time = random(seed) % (length + 1)
    if kind < _CHANGED:
        if time == 0 or not p.is_free[s.turns[time - 1]]:
            return False
        turn = s.turns[time - 1]
        set_turn(p, e, time, turn - turn % 3 + random(seed) % 3)
        return True
    if kind < _UP_TO_TURN:
        turn = random(seed) % turns
        if not p.is_free[turn]:
            return False
        set_turn(p, e, time, turn)
        return True
    if kind < _UP_TO_UNDONE:
        if time < 2:
            return False
        return set_commutator(c, e, time, inverse(s.turns[time - 1]), inverse(s.turns[time - 2]))
    if kind < _UP_TO_TWO_BY_ONE:
        d, r = random(seed) % turns, random(seed) % turns
        side = random(seed) % 4
        if side == 0 and time > 0:
            d = inverse(s.turns[time - 1])
        if side == 1 and time < length:
            r = np.int64(s.turns[time])
        if kind < _UP_TO_COMMUTATOR:
            return set_commutator(c, e, time, d, r)
        other = d - d % (3 * s.n) + random(seed) % (3 * s.n)
        if axis_of(s, d) == axis_of(s, r):
            return False
        return set_two_by_one(s, p, c, e, time, d, other, r, kind & 1)
    if kind < _UP_TO_LIKE_BEFORE:
        return _draw_like_before(s, y, e, seed)
    return _draw_cycle(s, y, e, seed)


@compiled_inner
def _draw_cycle(s: Sequence, y: Cycles, e: Edit, seed: Any) -> Any:
    """Set a cycle that puts right what is at a random wrong place; return whether there is one."""
    time = random(seed) % (s.state[LENGTH] + 1)
    row = s.rows[time]
    count = s.here.shape[1]
    place = random(seed) % count
    for _ in range(count):
        if s.here[row, place] != s.wanted[row, place]:
            break
        place = place + 1 if place + 1 < count else 0
    if s.here[row, place] == s.wanted[row, place]:
        return False
    first = place - place % 24
    second = _goal_of(s, row, first, s.here[row, place], place, place, seed)
    if second < 0:
        return False
    third = _goal_of(s, row, first, s.here[row, second], place, second, seed)
    if third < 0:
        third = _other_wrong(s, row, first, place, second, seed)
        if third < 0:
            return False
    return set_cycle(s, y, e, time, first // 24, place - first, second - first, third - first) < 99


@compiled_inner
def _goal_of(s: Sequence, row: Any, first: Any, label: Any, one: Any, two: Any, seed: Any) -> Any:
    """Return a place of an orbit, not one of two, where a label is wanted, or -1: a wrong one
    rather than a right one.
    """
    begin = random(seed) % 24
    found: Any = np.int64(-1)
    for i in range(24):
        place = first + (begin + i) % 24
        if s.wanted[row, place] == label and place != one and place != two:
            if s.here[row, place] != label:
                return place
            found = place
    return found


@compiled_inner
def _other_wrong(s: Sequence, row: Any, first: Any, one: Any, two: Any, seed: Any) -> Any:
    begin = random(seed) % 24
    for i in range(24):
        place = first + (begin + i) % 24
        if s.here[row, place] != s.wanted[row, place] and place != one and place != two:
            return place
    return np.int64(-1)


@compiled_inner
def _draw_like_before(s: Sequence, y: Cycles, e: Edit, seed: Any) -> Any:
    """Set a cycle that begins with the inverses of the turns before a random time, and so takes
    them away; return whether there is one.
    """
    time = random(seed) % (s.state[LENGTH] + 1)
    orbit = random(seed) % len(y.kind)
    kind = y.kind[orbit]
    first, last = y.start[kind, 0], y.start[kind, y.start.shape[1] - 1]
    most = 3 + random(seed) % 5
    depth: Any = 0
    while depth < most and depth < time:
        turn = y.own[orbit, inverse(s.turns[time - 1 - depth])]
        if turn < 0:
            break
        begin, end = _narrowed(y, first, last, depth, turn)
        if begin == end:
            break
        first, last = begin, end
        depth += 1
    if depth < 3:
        return False
    row = y.sorted[first + random(seed) % (last - first)]
    _set_row(y, e, time, orbit, row)
    return True


@compiled_inner
def _narrowed(y: Cycles, first: Any, last: Any, depth: Any, turn: Any) -> Any:
    """Return the part of sorted rows of which a turn is as given."""
    low, high = first, last
    while low < high:
        middle = (low + high) // 2
        if y.words[y.sorted[middle], depth] < turn:
            low = middle + 1
        else:
            high = middle
    begin = low
    high = last
    while low < high:
        middle = (low + high) // 2
        if y.words[y.sorted[middle], depth] <= turn:
            low = middle + 1
        else:
            high = middle
    return begin, low


@compiled_inner
def set_cycle(
    s: Sequence, y: Cycles, e: Edit, time: Any, orbit: Any, a: Any, b: Any, c: Any
) -> Any:
    """Set the sequence for a cycle of an orbit that is likely to make the least turns; return that,
    or 99 for none.
    """
    kind, number = y.kind[orbit], y.number[a, b, c]
    best: Any = np.int64(-1)
    least: Any = np.int64(99)
    for row in range(y.start[kind, number], y.start[kind, number + 1]):
        length = np.int64(y.length[row])
        if length - 4 >= least:
            continue
        more = length - _saved(s, time, y.turn[orbit, y.words[row, 0]], -1)
        if more - 2 >= least:
            continue
        more -= _saved(s, time, y.turn[orbit, y.words[row, length - 1]], 1)
        if more < least:
            best, least = row, more
    if best < 0:
        return least
    _set_row(y, e, time, orbit, best)
    return least


@compiled_inner
def _saved(s: Sequence, time: Any, turn: Any, step: Any) -> Any:
    """Return how many turns are saved where a turn meets those before (-1) or after (1) a time."""
    t = time - 1 if step < 0 else time
    while 0 <= t < s.state[LENGTH] and axis_of(s, s.turns[t]) == axis_of(s, turn):
        if s.turns[t] // 3 == turn // 3:
            return 2 if s.turns[t] == inverse(turn) else 1
        t += step
    return 0


@compiled_inner
def _set_row(y: Cycles, e: Edit, time: Any, orbit: Any, row: Any) -> None:
    e.at[TIME] = time
    e.size[WORD] = np.int64(y.length[row])
    for i in range(e.size[WORD]):
        e.word[i] = y.turn[orbit, y.words[row, i]]
    e.size[MOVED] = 3
    for i in range(3):
        e.source[i] = orbit * 24 + y.places[row, i]
        e.target[i] = orbit * 24 + y.places[row, (i + 1) % 3]
