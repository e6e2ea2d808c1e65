"""Compiled searches for bars and insertions, which solve the first two faces of centres.

Bars are columns of a face turned aside, filled by turns of rows, and turned back, with nothing else
to be preserved (step 2). Insertions are commutators that bring centre pieces from F or B up into U
and preserve the layer of D (step 6).
"""

from __future__ import annotations

import numpy as np
from numba import njit

from solver.puzzles.nxn.layers import Colours, copy_line
from solver.search.compilation import compiled_inner

# More columns than these are not tried one by one beside each other.
_MANY = 16


@njit(cache=True)
def best_column_fill(state, label, views, front, above, beside, opposite, x_of, columns, turned):  # type: ignore[no-untyped-def]
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
            for x in range(k):
                work[x] = x == seed % k
            if seed >= k:
                if k - 1 - seed % k <= seed % k:
                    continue
                work[k - 1 - seed % k] = True
            total, turns = _choose_row_turns(
                state, label, source, front, above, beside, opposite, x_of, work, fill
            )
            while True:
                if total * best_turns > best_gain * turns:
                    best_gain, best_turns, best_view = total, turns, view
                    copy_line(work, columns)
                    copy_line(fill, turned)
                if k > _MANY:
                    break
                better = -1
                for x in range(k):
                    if work[x]:
                        continue
                    copy_line(work, trial)
                    trial[x] = True
                    t, c = _choose_row_turns(
                        state, label, source, front, above, beside, opposite, x_of, trial, fill
                    )
                    if t * turns > total * c:
                        better, total, turns = x, t, c
                if better < 0:
                    break
                work[better] = True
                _choose_row_turns(
                    state, label, source, front, above, beside, opposite, x_of, work, fill
                )
    return best_gain, best_turns, best_view


@compiled_inner
def _choose_row_turns(  # type: ignore[no-untyped-def]
    state: Colours, label, source, front, above, beside, opposite, x_of, columns, turned
):
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
    # On large cubes some of the columns are enough to start from while there is much to gain.
    for stride in (1 + (k - 1) // _MANY, 1):
        for view in range(len(views)):
            source = views[view]
            for p in (0, 2):
                for a in range(2):
                    here, there = ring[p, 0, a], front_ring[p, a]
                    for seed in range(0, k, stride):
                        for x in range(k):
                            work[x] = x == seed
                        total, turns = _grown(
                            state, label, source, here, there, work, chosen, fill, trial
                        )
                        if total * best[1] > best[0] * turns:
                            best = (total, turns, view, p, 0, a)
                            copy_line(work, columns)
                            copy_line(chosen, rows)
                            copy_line(fill, turned)
        if 4 * best[0] >= best[1]:
            break
    return best


@compiled_inner
def _grown(state: Colours, label, source, ring, front_ring, columns, rows, turned, trial):  # type: ignore[no-untyped-def]
    """Add columns and their best rows while the gain per turn grows."""
    k = len(columns)
    total, turns = _insert(state, label, source, ring, front_ring, columns, rows, turned)
    while True:
        better = False
        if k > _MANY:
            _select_columns(
                state, label, source, ring, front_ring, rows, turned, total / turns, trial
            )
            t, c = _insert(state, label, source, ring, front_ring, trial, rows, turned)
            if t * turns > total * c:
                better, total, turns = True, t, c
                copy_line(trial, columns)
        else:
            added = -1
            for x in range(k):
                if columns[x]:
                    continue
                copy_line(columns, trial)
                trial[x] = True
                t, c = _insert(state, label, source, ring, front_ring, trial, rows, turned)
                if t * turns > total * c:
                    added, total, turns = x, t, c
            if added >= 0:
                better = True
                columns[added] = True
        if not better:
            _insert(state, label, source, ring, front_ring, columns, rows, turned)
            return total, turns


@compiled_inner
def _select_columns(state: Colours, label, source, ring, front_ring, rows, turned, rate, columns):  # type: ignore[no-untyped-def]
    """Choose the columns that, with these rows, gain more pieces than two turns do at `rate`."""
    k = len(columns)
    best, most = -1, -1000000.0
    for x in range(k):
        columns[x] = False
        if rows[x]:
            continue
        gain = 0
        for y in range(k):
            if rows[y]:
                gain += int(state[source[front_ring[x, y, turned[y]]]] == label) - int(
                    state[source[ring[x, y, 0]]] == label
                )
        columns[x] = gain > 2 * rate
        if gain > most:
            best, most = x, gain
    if best >= 0:
        columns[best] = True


@compiled_inner
def _insert(state: Colours, label, source, ring, front_ring, columns, rows, turned):  # type: ignore[no-untyped-def]
    """Choose the rows that, with these columns, gain most pieces per turn; give gain and turns."""
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
