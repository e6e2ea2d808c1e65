"""What so many more turns cost at the least, whatever they are."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

from solver.fastest.automaton import Automaton
from solver.fastest.prices import AXIS, AXIS_SEEN, MOVES, NEVER

# Bounds are kept for up to so many moves less one; more cost no less.
LENGTHS = 20
_MOVES = len(MOVES)
_NEAR = np.array(
    [
        [
            AXIS[number] == axis or all(turn.quarter_turns == 2 for turn in move)
            for number, move in enumerate(MOVES)
        ]
        for axis in range(3)
    ]
)


class Bounds(NamedTuple):
    """The least price of n moves or more from a state of the automaton.

    `far[state, n]` is that of any moves; `near[state, axis, n]` that of phase 2's, where `axis` is
    that of U and D as the state names them, and of coming to rest at the end.
    """

    far: NDArray[np.int32]
    near: NDArray[np.int32]


def bounds(a: Automaton, pair: int) -> Bounds:
    """Find the least prices; `pair` is how many moves it is to turn two opposite faces."""
    weights = np.array([pair if len(move) == 2 else 1 for move in MOVES])
    near = _near(a, weights)
    # More moves may come to rest more cheaply than fewer.
    near = np.minimum.accumulate(near[..., ::-1], axis=-1)[..., ::-1].copy()
    return Bounds(_far(a, weights), near)


@njit(cache=True, nogil=True)
def _far(a: Automaton, weights):  # type: ignore[no-untyped-def]
    states = len(a.ending)
    least = np.full((states, LENGTHS), NEVER, dtype=np.int32)
    least[:, 0] = 0
    for length in range(1, LENGTHS):
        for state in range(states):
            for move in range(_MOVES):
                after = a.state[state, move]
                if after >= 0:
                    rest = max(length - weights[move], 0)
                    value = a.price[state, move] + least[after, rest]
                    if value < least[state, length]:
                        least[state, length] = value
    return least


@njit(cache=True, nogil=True)
def _near(a: Automaton, weights):  # type: ignore[no-untyped-def]
    states = len(a.ending)
    least = np.full((states, 3, LENGTHS), NEVER, dtype=np.int32)
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
                    if _NEAR[axis, move]:
                        seen = AXIS_SEEN[a.names[state, move], axis]
                        value = a.price[state, move] + least[after, seen, rest]
                        if value < least[state, axis, length]:
                            least[state, axis, length] = value
    return least
