"""Finite automaton of motion costs, its states reduced by relabelling the faces.

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

from solver.engines.fastest.turn_costs import (
    AXIS,
    MOVES,
    RELABELLED,
    RELABELLED_AXIS,
    RELABELLED_MOVE,
    UNREACHABLE_COST,
    MoveCosts,
)

_MOVES = len(MOVES)
_NO_AXIS = 3


class CostAutomaton(NamedTuple):
    """The state, the renaming and the price that a move leads to, each states x moves.

    The state is -1 where a move cannot be made. State 0 is the start; `ending[state]` is the price
    of coming to rest.
    """

    state: NDArray[np.int32]
    relabelling: NDArray[np.uint8]
    cost: NDArray[np.int32]
    ending: NDArray[np.int32]


def build_automaton(prices: MoveCosts, most: int) -> CostAutomaton | None:
    """Return the automaton with all its states, or None if there are more than `most`."""
    size = len(prices.final_cost) * 24
    start = np.full(size, UNREACHABLE_COST, dtype=np.int32)
    start[size - 24] = 0
    number = {(start.tobytes(), _NO_AXIS): 0}
    cost_vectors, axes = [start], [_NO_AXIS]
    rows: list[tuple[NDArray[Any], ...]] = []
    made = np.empty((_MOVES, size), dtype=np.int32)
    while len(rows) < len(cost_vectors):
        here = len(rows)
        names, price = (
            np.zeros(_MOVES, dtype=np.uint8),
            np.full(_MOVES, UNREACHABLE_COST, dtype=np.int32),
        )
        _expand(prices, cost_vectors[here], axes[here], made, names, price)
        states = np.full(_MOVES, -1, dtype=np.int32)
        for move in np.flatnonzero(price < UNREACHABLE_COST):
            axis = int(RELABELLED_AXIS[names[move], AXIS[move]])
            key = made[move].tobytes(), axis
            if key not in number:
                number[key] = len(cost_vectors)
                cost_vectors.append(made[move].copy())
                axes.append(axis)
            states[move] = number[key]
        if len(cost_vectors) > most:
            return None
        rows.append((states, names, price))
    ending = [
        (cost_vector + np.repeat(prices.final_cost, 24)).min() for cost_vector in cost_vectors
    ]
    states, renamings, costs = (np.array(column) for column in zip(*rows, strict=True))
    return CostAutomaton(states, renamings, costs, np.array(ending, dtype=np.int32))


@njit(cache=True, nogil=True)
def _expand(p: MoveCosts, front, axis, made, names, price):  # type: ignore[no-untyped-def]
    """Find the fronts after every move, each with its faces renamed so that it comes first."""
    scratch = np.empty(len(front), dtype=np.int32)
    for move in range(_MOVES):
        if AXIS[move] == axis:
            continue
        propagate(p, front, move, scratch)
        price[move] = scratch.min()
        if price[move] >= UNREACHABLE_COST:
            continue
        for index in range(len(front)):
            if scratch[index] < UNREACHABLE_COST:
                scratch[index] -= price[move]
        best = 0
        for other in range(1, 24):
            if _is_smaller(scratch, RELABELLED[other], RELABELLED[best]):
                best = other
        names[move] = best
        for index in range(len(front)):
            made[move, index] = scratch[index // 24 * 24 + RELABELLED[best, index % 24]]


@njit(cache=True, nogil=True)
def propagate(p: MoveCosts, before, move, after):  # type: ignore[no-untyped-def]
    """Find the least price of each stance and way (24 * stance + way) after a move."""
    after[:] = UNREACHABLE_COST
    for index in range(len(before)):
        if before[index] < UNREACHABLE_COST:
            stance, way = index // 24, index % 24
            seen = RELABELLED_MOVE[way, move]
            for k in range(p.outcome_count[seen]):
                to = p.pose[seen, k] * 24 + RELABELLED[way, p.orientation[seen, k]]
                after[to] = min(after[to], before[index] + p.cost[stance, seen, k])


@njit(cache=True, nogil=True)
def _is_smaller(front, one, other):  # type: ignore[no-untyped-def]
    for index in range(len(front)):
        base, way = index // 24 * 24, index % 24
        if front[base + one[way]] != front[base + other[way]]:
            return front[base + one[way]] < front[base + other[way]]
    return False
