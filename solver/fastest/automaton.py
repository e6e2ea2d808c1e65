"""The prices of turns as an automaton: what has been turned, summed up in one of a few states.

After some turns, what matters is how much later than the quickest each stance and way of holding
the cube can be had, and which axis was turned last. That is a state; a move leads from a state to
another at a price. Faces have no names here: states that differ by a renaming of the faces are
one, and whoever walks the automaton keeps the renaming beside it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.fastest.prices import AXIS, AXIS_SEEN, MOVES, NEVER, RENAMED, SEEN, Prices

_MOVES = len(MOVES)
_NO_AXIS = 3


class Automaton(NamedTuple):
    """The state, the renaming and the price that a move leads to, each states x moves.

    The state is -1 where a move cannot be made. State 0 is the start; `ending[state]` is the price
    of coming to rest.
    """

    state: NDArray[np.int32]
    names: NDArray[np.uint8]
    price: NDArray[np.int32]
    ending: NDArray[np.int32]


def automaton(prices: Prices, most: int) -> Automaton | None:
    """Walk through all states; None if there are more than `most`."""
    ways = len(prices.ending) * 24
    start = np.full(ways, NEVER, dtype=np.int32)
    start[ways - 24] = 0
    number = {(start.tobytes(), _NO_AXIS): 0}
    fronts, axes = [start], [_NO_AXIS]
    rows: list[tuple[NDArray[Any], ...]] = []
    made = np.empty((_MOVES, ways), dtype=np.int32)
    while len(rows) < len(fronts):
        here = len(rows)
        names, price = np.zeros(_MOVES, dtype=np.uint8), np.full(_MOVES, NEVER, dtype=np.int32)
        _expand(prices, fronts[here], axes[here], made, names, price)
        states = np.full(_MOVES, -1, dtype=np.int32)
        for move in np.flatnonzero(price < NEVER):
            axis = int(AXIS_SEEN[names[move], AXIS[move]])
            key = made[move].tobytes(), axis
            if key not in number:
                number[key] = len(fronts)
                fronts.append(made[move].copy())
                axes.append(axis)
            states[move] = number[key]
        if len(fronts) > most:
            return None
        rows.append((states, names, price))
    ending = [(front + np.repeat(prices.ending, 24)).min() for front in fronts]
    states, renamings, costs = (np.array(column) for column in zip(*rows, strict=True))
    return Automaton(states, renamings, costs, np.array(ending, dtype=np.int32))


@njit(cache=True, nogil=True)
def _expand(p: Prices, front, axis, made, names, price):  # type: ignore[no-untyped-def]
    """Find the fronts after every move, each with its faces renamed so that it comes first."""
    scratch = np.empty(len(front), dtype=np.int32)
    for move in range(_MOVES):
        if AXIS[move] == axis:
            continue
        spread(p, front, move, scratch)
        price[move] = scratch.min()
        if price[move] >= NEVER:
            continue
        for index in range(len(front)):
            if scratch[index] < NEVER:
                scratch[index] -= price[move]
        best = 0
        for other in range(1, 24):
            if _comes_first(scratch, RENAMED[other], RENAMED[best]):
                best = other
        names[move] = best
        for index in range(len(front)):
            made[move, index] = scratch[index // 24 * 24 + RENAMED[best, index % 24]]


@njit(cache=True, nogil=True)
def spread(p: Prices, before, move, after):  # type: ignore[no-untyped-def]
    """Find the least price of each stance and way (24 * stance + way) after a move."""
    after[:] = NEVER
    for index in range(len(before)):
        if before[index] < NEVER:
            stance, way = index // 24, index % 24
            seen = SEEN[way, move]
            for k in range(p.ends[seen]):
                to = p.stance[seen, k] * 24 + RENAMED[way, p.held[seen, k]]
                after[to] = min(after[to], before[index] + p.cost[stance, seen, k])


@njit(cache=True, nogil=True)
def _comes_first(front, one, other):  # type: ignore[no-untyped-def]
    for index in range(len(front)):
        base, way = index // 24 * 24, index % 24
        if front[base + one[way]] != front[base + other[way]]:
            return front[base + one[way]] < front[base + other[way]]
    return False
