"""Compiled searches for the sequences that bring most inner pieces home for their turns.

The paper (seed 000, 14.1) moves inner pieces one by one and wishes for clusters (14.1.18). Here
sets of columns and rows are moved together: a commutator of a columns and b rows makes a * b cycles
of three pieces for 2a + 2b + 4 turns.
"""

from __future__ import annotations

import numpy as np
from numba import njit

_ROUNDS = 6
# On large cubes only the most promising columns are started from.
_SEEDS = 8


@njit(cache=True)
def _best_block(gain, k, fixed, columns, rows, chosen_columns, chosen_rows):  # type: ignore[no-untyped-def]
    """Choose sets of columns and rows, with none in both, for the most gain a turn.

    The turns are `fixed` and two for each column and row. Gives gain and turns.
    """
    promise = np.zeros(k, dtype=np.int64)
    for x in range(k):
        for y in range(k):
            if gain[x, y] > 0:
                promise[x] += gain[x, y]
    best_gain, best_turns = 0, 1
    for _ in range(min(k, _SEEDS)):
        seed = np.argmax(promise)
        if promise[seed] <= 0:
            break
        promise[seed] = -1
        columns[:] = False
        columns[seed] = True
        rate = 0.0
        for _ in range(_ROUNDS):
            _choose(gain, k, columns, rows, 2 * rate, False)
            _choose(gain, k, rows, columns, 2 * rate, True)
            total, turns = 0, fixed
            for x in range(k):
                if columns[x]:
                    turns += 2
                    for y in range(k):
                        if rows[y]:
                            total += gain[x, y]
                if rows[x]:
                    turns += 2
            if total * best_turns > best_gain * turns:
                best_gain, best_turns = total, turns
                chosen_columns[:] = columns
                chosen_rows[:] = rows
            if total / turns <= rate:
                break
            rate = total / turns
    return best_gain, best_turns


@njit(cache=True)
def _choose(gain, k, given, wanted, price, is_transposed):  # type: ignore[no-untyped-def]
    """Choose all lines that gain more than `price` with the given ones, but one at least."""
    best, most = -1, -1000000.0
    for j in range(k):
        wanted[j] = False
        if given[j]:
            continue
        total = 0
        for i in range(k):
            if given[i]:
                total += gain[j, i] if is_transposed else gain[i, j]
        if total > price:
            wanted[j] = True
        if total > most:
            best, most = j, total
    if best >= 0:
        wanted[best] = True


@njit(cache=True)
def block_of(state, source, ring, backwards, area, columns, rows):  # type: ignore[no-untyped-def]
    """Find the best sets of columns and rows for a commutator of one kind (k x k rings).

    Gives gain and turns; the sets are written to `columns` and `rows`.
    """
    k = len(columns)
    gain = np.zeros((k, k), dtype=np.int64)
    work_c, work_r = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
    for x in range(k):
        for y in range(k):
            i = source[ring[x, y, 0]]
            j = source[ring[x, y, 1 + backwards]]
            h = source[ring[x, y, 2 - backwards]]
            # What is at i goes to h, from h to j, from j to i.
            home_i, home_j, home_h = i // area, j // area, h // area
            gain[x, y] = (
                int(state[j] == home_i)
                + int(state[h] == home_j)
                + int(state[i] == home_h)
                - int(state[i] == home_i)
                - int(state[j] == home_j)
                - int(state[h] == home_h)
            )
    return _best_block(gain, k, 4, work_c, work_r, columns, rows)


@njit(cache=True)
def best_commutator(state, views, ring, area, columns, rows):  # type: ignore[no-untyped-def]
    """Find the commutator among side faces that brings most inner pieces home for its turns.

    `views` (4 x 6nn) are the ways to hold the cube with a side above and the other sides around.
    Gives gain, turns and the kind: view, p, q, a and whether it is to be done backwards; the sets
    are written to `columns` and `rows`.
    """
    k = len(columns)
    found_c, found_r = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
    best = (0, 1, 0, 0, 0, 0, 0)
    for view in range(len(views)):
        for p in range(3):
            for q in range(3):
                for a in range(2):
                    for backwards in range(2):
                        total, turns = block_of(
                            state, views[view], ring[p, q, a], backwards, area, found_c, found_r
                        )
                        if total * best[1] > best[0] * turns:
                            best = (total, turns, view, p, q, a, backwards)
                            columns[:] = found_c
                            rows[:] = found_r
    return best


@njit(cache=True)
def best_bars(state, label, views, front, above, beside, opposite, x_of, columns, turned):  # type: ignore[no-untyped-def]
    """Find columns of a free face to be turned aside, filled by turns of rows, and turned back.

    Nothing but that face (seen above) is to be kept. `opposite[s]` is where what lies at s after
    its column was turned comes from. Gives gain, turns and the view; `columns` are the columns, and
    `turned` the quarters of each row.
    """
    k = len(columns)
    best_gain, best_turns, best_view = 0, 1, 0
    work, fill = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.int64)
    trial = np.zeros(k, dtype=np.bool_)
    for view in range(len(views)):
        source = views[view]
        for seed in range(2 * k):
            work[:] = False
            work[seed % k] = True
            if seed >= k:
                if k - 1 - seed % k <= seed % k:
                    continue
                work[k - 1 - seed % k] = True
            total, turns = _fill(
                state, label, source, front, above, beside, opposite, x_of, work, fill
            )
            while True:
                if total * best_turns > best_gain * turns:
                    best_gain, best_turns, best_view = total, turns, view
                    columns[:] = work
                    turned[:] = fill
                if k > 16:
                    break
                better = -1
                for x in range(k):
                    if work[x]:
                        continue
                    trial[:] = work
                    trial[x] = True
                    t, c = _fill(
                        state, label, source, front, above, beside, opposite, x_of, trial, fill
                    )
                    if t * turns > total * c:
                        better, total, turns = x, t, c
                if better < 0:
                    break
                work[better] = True
                _fill(state, label, source, front, above, beside, opposite, x_of, work, fill)
    return best_gain, best_turns, best_view


@njit(cache=True)
def _fill(state, label, source, front, above, beside, opposite, x_of, columns, turned):  # type: ignore[no-untyped-def]
    """Choose for each row the turn that fills most of the columns; give gain and turns."""
    k = len(columns)
    total, turns = 0, 0
    for x in range(k):
        if columns[x]:
            turns += 2
    for row in range(k):
        turned[row] = 0
        best = 0
        for b in range(3):
            gain = 0
            for x in range(k):
                if not columns[x]:
                    continue
                # The middle of an odd cube's face stays where it is.
                if 2 * x == k - 1 and 2 * row == k - 1:
                    gain = -k
                    break
                at = beside[b, x, row]
                if 0 < x_of[at] <= k and columns[x_of[at] - 1]:
                    at = opposite[at]
                gain += int(state[source[at]] == label) - int(state[source[above[x, row]]] == label)
            if gain > best:
                best = gain
                turned[row] = b + 1
        if best > 0:
            total += best
            turns += 1
    return total, turns


@njit(cache=True)
def best_insertion(state, label, views, ring, front_ring, columns, rows, turned):  # type: ignore[no-untyped-def]
    """Find a commutator that brings pieces of one colour from F or B up into U.

    `front_ring[p, x, y, b]` is what turns of rows by b quarters bring to the second sticker of a
    ring (b = 0: the sticker itself). U may end up turned, so the last turn of the commutator falls
    away. Gives gain, turns, view, p, q and a; `turned` are quarters of rows y, done first.
    """
    k = len(columns)
    best = (0, 1, 0, 0, 0, 0)
    work, chosen = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.bool_)
    trial, fill = np.zeros(k, dtype=np.bool_), np.zeros(k, dtype=np.int64)
    for view in range(len(views)):
        source = views[view]
        for p in (0, 2):
            for a in range(2):
                for seed in range(k):
                    work[:] = False
                    work[seed] = True
                    total, turns = _insert(
                        state, label, source, ring[p, 0, a], front_ring[p, a], work, chosen, fill
                    )
                    while True:
                        if total * best[1] > best[0] * turns:
                            best = (total, turns, view, p, 0, a)
                            columns[:] = work
                            rows[:] = chosen
                            turned[:] = fill
                        if k > 16:
                            break
                        better = -1
                        for x in range(k):
                            if work[x]:
                                continue
                            trial[:] = work
                            trial[x] = True
                            t, c = _insert(
                                state,
                                label,
                                source,
                                ring[p, 0, a],
                                front_ring[p, a],
                                trial,
                                chosen,
                                fill,
                            )
                            if t * turns > total * c:
                                better, total, turns = x, t, c
                        if better < 0:
                            break
                        work[better] = True
                        _insert(
                            state,
                            label,
                            source,
                            ring[p, 0, a],
                            front_ring[p, a],
                            work,
                            chosen,
                            fill,
                        )
    return best


@njit(cache=True)
def _insert(state, label, source, ring, front_ring, columns, rows, turned):  # type: ignore[no-untyped-def]
    """Choose the rows that gain most a turn with some columns; give gain and turns."""
    k = len(columns)
    many = 0
    for x in range(k):
        many += int(columns[x])
    rate = 0.0
    total, turns = 0, 1
    for _ in range(3):
        total, turns = 0, 3 + 2 * many
        for y in range(k):
            rows[y] = False
            turned[y] = 0
            if columns[y]:
                continue
            best, best_b = -1000.0, 0
            for b in range(4):
                gain = 0
                for x in range(k):
                    if columns[x]:
                        gain += int(state[source[front_ring[x, y, b]]] == label) - int(
                            state[source[ring[x, y, 0]]] == label
                        )
                worth = gain - rate * (2 + int(b > 0))
                if worth > best:
                    best, best_b, best_gain = worth, b, gain
            if best > 0:
                rows[y] = True
                turned[y] = best_b
                total += best_gain
                turns += 2 + int(best_b > 0)
        if total / turns <= rate:
            break
        rate = total / turns
    return total, turns
