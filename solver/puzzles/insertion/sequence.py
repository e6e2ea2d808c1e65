"""A sequence of turns with the cube at every time, into which short sequences are put.

At each time two labels are known for each place: what is there (`here`), and what would have to be
there for the rest of the sequence to solve it (`wanted`). Where they agree the place is *right*, at
any time of the sequence or none. A permutation put in at a time changes how many are right by what
it does to the two labels at that time alone, without replaying anything.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.insertion.places import Labels, Places
from solver.puzzles.three_cycles.words import Flags, append
from solver.search.compilation import compiled, compiled_inner, inlined

LENGTH, SPARE, WRONG, ODD = range(4)
# How many turns a short sequence or what is rewritten about it has at most.
_SPAN = 256
# Places that a short sequence moves at most.
_MOVED = 512


class Sequence(NamedTuple):
    """Turns (by number) of a cube of size n, and the labels of its places after each.

    `state` has the number of turns, of spare rows, of wrong places and, a bit for each depth, which
    wings are an odd permutation. Row `rows[t]` of `here` and `wanted` is that after t turns.
    `commute` says which layers are about one axis.
    """

    n: int
    state: NDArray[np.int64]
    turns: NDArray[np.int32]
    rows: NDArray[np.int32]
    spare: NDArray[np.int32]
    here: Labels
    wanted: Labels
    commute: Flags


class Edit(NamedTuple):
    """A short sequence to be put in, what it moves, and how the turns about it change.

    `word` (`size[0]` turns) is put in at time `at[0]`; it takes what is at `source` to `target`
    (`size[1]` places). So turns `at[1]` to `at[2]` become `buffer` (`size[2]` turns). `labels` is
    room for the labels of what is moved.
    """

    size: NDArray[np.int64]
    at: NDArray[np.int64]
    word: NDArray[np.int32]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    buffer: NDArray[np.int32]
    labels: Labels


WORD, MOVED, BUFFER = range(3)
TIME, FIRST, LAST = range(3)


def new_edit() -> Edit:
    """Return room for a short sequence."""
    return Edit(
        np.zeros(3, dtype=np.int64),
        np.zeros(3, dtype=np.int64),
        np.zeros(_SPAN, dtype=np.int32),
        np.zeros(_MOVED, dtype=np.int32),
        np.zeros(_MOVED, dtype=np.int32),
        np.zeros(_SPAN, dtype=np.int32),
        np.zeros((2, _MOVED), dtype=np.uint8),
    )


def new_sequence(n: int, places: int, room: int) -> Sequence:
    """Return room for a sequence of up to some turns."""
    axis = np.arange(3 * n) // n
    return Sequence(
        n,
        np.zeros(4, dtype=np.int64),
        np.zeros(room, dtype=np.int32),
        np.arange(room + 1, dtype=np.int32),
        np.arange(room + 1, dtype=np.int32),
        np.zeros((room + 1, places), dtype=np.uint8),
        np.zeros((room + 1, places), dtype=np.uint8),
        axis[:, np.newaxis] == axis,
    )


@inlined
def inverse(turn: Any) -> Any:
    """Return the number of the inverse of a turn."""
    return turn - turn % 3 + 2 - turn % 3


@inlined
def axis_of(s: Any, turn: Any) -> Any:
    """Return the axis of a turn."""
    return turn // (3 * s.n)


@compiled
def begin(
    s: Sequence, p: Places, turns: NDArray[np.int32], first: Labels, last: Labels, odd: Any
) -> None:
    """Set a sequence: its turns, and the labels before them and of the solved cube.

    `odd` has a bit for the depth of each orbit of wings that is an odd permutation.
    """
    s.state[LENGTH] = len(turns)
    s.state[ODD] = odd
    for t in range(len(s.rows)):
        s.rows[t] = t
    s.state[SPARE] = 0
    for t in range(len(s.rows) - 1, len(turns), -1):
        s.spare[s.state[SPARE]] = t
        s.state[SPARE] += 1
    for place in range(len(first)):
        s.here[0, place] = first[place]
        s.wanted[len(turns), place] = last[place]
    for t in range(len(turns)):
        s.turns[t] = turns[t]
        for place in range(len(first)):
            s.here[t + 1, p.target[turns[t], place]] = s.here[t, place]
    for t in range(len(turns) - 1, -1, -1):
        for place in range(len(first)):
            s.wanted[t, place] = s.wanted[t + 1, p.target[turns[t], place]]
    s.state[WRONG] = 0
    for place in range(len(first)):
        s.state[WRONG] += s.here[0, place] != s.wanted[0, place]


@compiled
def copy_sequence(s: Sequence, into: Sequence) -> None:
    """Copy a sequence, its rows in the order of time."""
    for i in range(4):
        into.state[i] = s.state[i]
    length = s.state[LENGTH]
    for t in range(length):
        into.turns[t] = s.turns[t]
    for t in range(length + 1):
        into.rows[t] = t
        for place in range(s.here.shape[1]):
            into.here[t, place] = s.here[s.rows[t], place]
            into.wanted[t, place] = s.wanted[s.rows[t], place]
    into.state[SPARE] = 0
    for t in range(len(into.rows) - 1, length, -1):
        into.spare[into.state[SPARE]] = t
        into.state[SPARE] += 1


@compiled_inner
def gain(s: Sequence, e: Edit) -> Any:
    """Return how many more places are right after an edit."""
    row = s.rows[e.at[TIME]]
    more: Any = 0
    for i in range(e.size[MOVED]):
        label = s.here[row, e.source[i]]
        more += np.int64(s.wanted[row, e.target[i]] == label)
        more -= np.int64(s.wanted[row, e.source[i]] == label)
    return more


@compiled_inner
def _append(s: Sequence, e: Edit, turn: Any) -> None:
    """Append a turn to the buffer, or merge it with one of the same layer."""
    e.size[BUFFER] = append(e.buffer, e.size[BUFFER], turn, 3, s.commute)


@compiled_inner
def _take_run(s: Sequence, e: Edit, axis: Any) -> None:
    """Take the turns before the buffer into it, if it is empty and they are about an axis."""
    if e.size[BUFFER] or e.at[FIRST] == 0 or axis_of(s, s.turns[e.at[FIRST] - 1]) != axis:
        return
    end = e.at[FIRST]
    while e.at[FIRST] > 0 and axis_of(s, s.turns[e.at[FIRST] - 1]) == axis:
        e.at[FIRST] -= 1
    for t in range(e.at[FIRST], end):
        e.buffer[e.size[BUFFER]] = s.turns[t]
        e.size[BUFFER] += 1


@compiled_inner
def merge(s: Sequence, e: Edit) -> Any:
    """Set how the turns change about an edit, and return by how many they become more."""
    e.at[FIRST] = e.at[LAST] = e.at[TIME]
    e.size[BUFFER] = 0
    for i in range(e.size[WORD]):
        _take_run(s, e, axis_of(s, e.word[i]))
        _append(s, e, e.word[i])
    while e.at[LAST] < s.state[LENGTH]:
        turn = s.turns[e.at[LAST]]
        axis = axis_of(s, turn)
        _take_run(s, e, axis)
        if e.size[BUFFER] == 0 or axis_of(s, e.buffer[e.size[BUFFER] - 1]) != axis:
            break
        _append(s, e, turn)
        e.at[LAST] += 1
    return e.size[BUFFER] - (e.at[LAST] - e.at[FIRST])


@compiled_inner
def insert(s: Sequence, p: Places, e: Edit) -> None:
    """Make a merged edit."""
    _follow(s, p, e)
    first, last, count = e.at[FIRST], e.at[LAST], e.size[BUFFER]
    length, more = s.state[LENGTH], count - (last - first)
    if more < 0:
        for t in range(first + count + 1, last + 1):
            s.spare[s.state[SPARE]] = s.rows[t]
            s.state[SPARE] += 1
        for t in range(last + 1, length + 1):
            s.rows[t + more] = s.rows[t]
        for t in range(last, length):
            s.turns[t + more] = s.turns[t]
    elif more > 0:
        for t in range(length, last, -1):
            s.rows[t + more] = s.rows[t]
        for t in range(length - 1, last - 1, -1):
            s.turns[t + more] = s.turns[t]
        for t in range(last + 1, last + more + 1):
            s.state[SPARE] -= 1
            s.rows[t] = s.spare[s.state[SPARE]]
    s.state[LENGTH] = length + more
    for i in range(count):
        turn = e.buffer[i]
        s.turns[first + i] = turn
        old, new = s.rows[first + i], s.rows[first + i + 1]
        for place in range(s.here.shape[1]):
            s.here[new, p.target[turn, place]] = s.here[old, place]
            s.wanted[new, p.target[turn, place]] = s.wanted[old, place]
    for i in range(e.size[WORD]):
        s.state[ODD] ^= (1 << p.odd_depth[e.word[i]]) & ~1


@compiled_inner
def _follow(s: Sequence, p: Places, e: Edit) -> None:
    """Set the labels of what an edit moves, before and after the turns that change."""
    time, first, last = e.at[TIME], e.at[FIRST], e.at[LAST]
    row = s.rows[time]
    for i in range(e.size[MOVED]):
        e.labels[0, i] = s.here[row, e.source[i]]
        e.labels[1, i] = s.wanted[row, e.target[i]]
    s.state[WRONG] -= gain(s, e)
    for i in range(e.size[MOVED]):
        place, label = e.source[i], e.labels[1, i]
        if time == first:
            s.wanted[row, place] = label
        for t in range(time - 1, -1, -1):
            place = p.target[inverse(s.turns[t]), place]
            if t <= first:
                s.wanted[s.rows[t], place] = label
        place, label = e.target[i], e.labels[0, i]
        for t in range(time + 1, s.state[LENGTH] + 1):
            place = p.target[s.turns[t - 1], place]
            if t > last:
                s.here[s.rows[t], place] = label
