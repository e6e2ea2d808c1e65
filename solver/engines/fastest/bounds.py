"""Lower bounds on the cost of n more moves from each automaton state."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.engines.fastest.cost_automaton import CostAutomaton
from solver.engines.fastest.turn_costs import AXIS, MOVES, RELABELLED_AXIS, UNREACHABLE_COST

# Bounds are stored for fewer moves than this; more moves cost no less.
LENGTHS = 20
_MOVES = len(MOVES)
_IS_PHASE_TWO_MOVE = np.array(
    [
        [
            AXIS[number] == axis or all(turn.quarter_turns == 2 for turn in move)
            for number, move in enumerate(MOVES)
        ]
        for axis in range(3)
    ]
)


class CostBounds(NamedTuple):
    """The least cost of n moves or more from a state of the automaton.

    `any_moves[state, n]` is that of any moves; `phase_two[state, a, n]` that of phase 2's, where a
    is the axis of U and D as the state names them, including the final motion to a pose of rest.
    """

    any_moves: NDArray[np.int32]
    phase_two: NDArray[np.int32]


def build_bounds(a: CostAutomaton, pair_weight: int) -> CostBounds:
    """Compute the least costs; a turn of two opposite faces counts as `pair_weight` moves."""
    weights = np.array([pair_weight if len(move) == 2 else 1 for move in MOVES])
    near = _phase_two_bounds(a, weights)
    # More moves may end at a lower total cost than fewer.
    near = np.minimum.accumulate(near[..., ::-1], axis=-1)[..., ::-1].copy()
    return CostBounds(_any_move_bounds(a, weights), near)


@njit(cache=True, nogil=True)
def _any_move_bounds(a: CostAutomaton, weights):  # type: ignore[no-untyped-def]
    states = len(a.ending)
    least = np.full((states, LENGTHS), UNREACHABLE_COST, dtype=np.int32)
    least[:, 0] = 0
    for length in range(1, LENGTHS):
        for state in range(states):
            for move in range(_MOVES):
                after = a.state[state, move]
                if after >= 0:
                    rest = max(length - weights[move], 0)
                    value = a.cost[state, move] + least[after, rest]
                    if value < least[state, length]:
                        least[state, length] = value
    return least


@njit(cache=True, nogil=True)
def _phase_two_bounds(a: CostAutomaton, weights):  # type: ignore[no-untyped-def]
    states = len(a.ending)
    least = np.full((states, 3, LENGTHS), UNREACHABLE_COST, dtype=np.int32)
    for state in range(states):
        least[state, :, 0] = a.ending[state]
    for length in range(1, LENGTHS):
        for state in range(states):
            for move in range(_MOVES):
                after = a.state[state, move]
                if after < 0:
                    continue
                rest = max(length - weights[move], 0)
                for axis in range(3):
                    if _IS_PHASE_TWO_MOVE[axis, move]:
                        seen = RELABELLED_AXIS[a.relabelling[state, move], axis]
                        value = a.cost[state, move] + least[after, seen, rest]
                        if value < least[state, axis, length]:
                            least[state, axis, length] = value
    return least
