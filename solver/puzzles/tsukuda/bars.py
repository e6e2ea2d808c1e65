"""Compiled search for bars: columns of a face turned aside, filled by turns of rows, turned back.

They solve the first face of centres, with nothing else to be preserved (step 2).
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
