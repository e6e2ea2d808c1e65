"""What a two-phase search remembers between one call of the compiled search and the next."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.two_phase.kernel import DEPTH, Moves

# So many states of a level are expanded together.
BLOCK = 16
# The columns of `Stacks.state`: the class of flip and slice, and the twist, as the symmetry VIEW
# shows them; distance and cost; the move that led there, the number of the state that it left;
# corners, and the placing of the slice's edges.
CLASS, TWIST, VIEW, DISTANCE, COST, MOVE, PARENT, CORNERS, SLICE_EDGES = range(9)
# The columns of `Stacks.ends`.
END_LEVEL, END_PARENT, END_MOVE, END_COST = range(4)
# The columns of `Stacks.near_state`.
NEAR_CORNERS, NEAR_LAYERS, NEAR_ORDER, NEAR_COST, NEAR_TRIED = range(5)


class Stacks(NamedTuple):
    """What a search remembers: of each level the states that are still to be tried,
    `width` of them, of which `tried` are done with.

    `layers` are the placings of U's and D's edges at the start. `ends` are paths that have come to
    phase 1's goal: level and number of the last state, move, cost. `marks` are the level in work
    and the number of ends. `lookup`, `seen` and `origin` are room for lookups, `path` and the
    `near_` arrays for phase 2, `found` and `found_length` for solutions, `found_length[0]` of them.
    """

    state: NDArray[np.uint32]
    width: NDArray[np.int64]
    tried: NDArray[np.int64]
    layers: NDArray[np.int64]
    ends: NDArray[np.uint32]
    marks: NDArray[np.int64]
    lookup: NDArray[np.uint32]
    seen: NDArray[np.int64]
    origin: NDArray[np.uint32]
    path: NDArray[np.uint32]
    near_path: NDArray[np.uint32]
    near_state: NDArray[np.uint32]
    found: NDArray[np.int64]
    found_length: NDArray[np.int64]


def new_stacks(moves: int, solutions: int) -> Stacks:
    """Give empty stacks for a metric of `moves` moves that keep up to `solutions` at once."""

    def zeros(*shape: int) -> NDArray[Any]:
        return np.zeros(shape, dtype=np.int64)

    most = BLOCK * moves
    return Stacks(
        state=np.zeros((DEPTH, most, 9), dtype=np.uint32),
        width=zeros(DEPTH),
        tried=zeros(DEPTH),
        layers=zeros(2),
        ends=np.zeros((most, 4), dtype=np.uint32),
        marks=zeros(2),
        lookup=np.zeros(most, dtype=np.uint32),
        seen=zeros(most),
        origin=np.zeros((most, 2), dtype=np.uint32),
        path=np.zeros(DEPTH, dtype=np.uint32),
        near_path=np.zeros(DEPTH, dtype=np.uint32),
        near_state=np.zeros((DEPTH, 5), dtype=np.uint32),
        found=zeros(solutions, DEPTH),
        found_length=zeros(solutions + 1),
    )


def enter(
    stacks: Stacks, moves: Moves, state: tuple[int, int, int, int], placed: tuple[int, ...]
) -> None:
    """Make the stacks ready for a search from phase 1's start and the placings.

    `state` is class, twist, view and distance.
    """
    stacks.width[0], stacks.tried[0] = 1, 0
    corners, *layers, slice_edges = placed
    start = len(moves.group) - 1
    stacks.state[0, 0] = (*state, 0, start, 0, corners, slice_edges)
    stacks.layers[:] = layers
    at_goal = state[DISTANCE] == 0
    stacks.marks[:] = 0, at_goal
    stacks.ends[0] = 0, 0, start, 0


def found_paths(stacks: Stacks) -> list[list[int]]:
    """Give the solutions that `advance` has found, as moves."""
    return [
        [int(move) for move in stacks.found[i, : stacks.found_length[i + 1]]]
        for i in range(int(stacks.found_length[0]))
    ]
