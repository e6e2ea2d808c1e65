"""State of a two-phase search between two calls of its kernel."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.search.coordinates import FLIPS
from solver.search.directions import Start
from solver.search.phase_distance import CLASS_BITS, DEPTH
from solver.search.phase_tables import Tables

# Number of states of a level that are expanded together.
BLOCK = 16
# The columns of `TwoPhaseStack.state`: the class of flip and slice, and the twist, as the symmetry
# VIEW shows them; distance and cost; the move that led there, the number of the state that it left;
# corners, and the placing of the slice's edges.
CLASS, TWIST, SYMMETRY, DISTANCE, COST, MOVE, PARENT, CORNERS, SLICE_EDGES = range(9)
# The columns of `TwoPhaseStack.goals`.
END_LEVEL, END_PARENT, END_MOVE, END_COST = range(4)
# The columns of `TwoPhaseStack.near_state`.
P2_CORNERS, P2_UD_EDGES, P2_ORDER, P2_COST, P2_TRIED = range(5)


class TwoPhaseStack(NamedTuple):
    """State of a search: for each level the states still to be tried,
    `width` of them, of which `tried` are done with.

    `start_ud_edges` are the placings of U's and D's edges at the start. `goals` are paths that have
    come to phase 1's goal: level and number of the last state, move, cost. `cursor` are the level
    in work and the number of ends. `lookup`, `seen` and `origin` are room for lookups, `path` and
    the `near_` arrays for phase 2, `found` and `found_length` for solutions, `found_length[0]` of
    them.
    """

    state: NDArray[np.uint32]
    width: NDArray[np.int64]
    tried: NDArray[np.int64]
    start_ud_edges: NDArray[np.int64]
    goals: NDArray[np.uint32]
    cursor: NDArray[np.int64]
    lookup: NDArray[np.uint32]
    seen: NDArray[np.int64]
    origin: NDArray[np.uint32]
    path: NDArray[np.uint32]
    near_path: NDArray[np.uint32]
    near_state: NDArray[np.uint32]
    found: NDArray[np.int64]
    found_length: NDArray[np.int64]


def new_stack(moves: int, solutions: int) -> TwoPhaseStack:
    """Return empty stacks for a metric of `moves` moves that keep up to `solutions` at once."""

    def zeros(*shape: int) -> NDArray[Any]:
        return np.zeros(shape, dtype=np.int64)

    most = BLOCK * moves
    return TwoPhaseStack(
        state=np.zeros((DEPTH, most, 9), dtype=np.uint32),
        width=zeros(DEPTH),
        tried=zeros(DEPTH),
        start_ud_edges=zeros(2),
        goals=np.zeros((most, 4), dtype=np.uint32),
        cursor=zeros(2),
        lookup=np.zeros(most, dtype=np.uint32),
        seen=zeros(most),
        origin=np.zeros((most, 2), dtype=np.uint32),
        path=np.zeros(DEPTH, dtype=np.uint32),
        near_path=np.zeros(DEPTH, dtype=np.uint32),
        near_state=np.zeros((DEPTH, 5), dtype=np.uint32),
        found=zeros(solutions, DEPTH),
        found_length=zeros(solutions + 1),
    )


def start_search(stacks: TwoPhaseStack, start: Start, tables: Tables) -> None:
    """Initialise the state for a search."""
    stacks.width[0], stacks.tried[0] = 1, 0
    seen = start.seen
    entry = int(tables.flip_slice_class[start.slice_places * FLIPS + seen.flip]) & CLASS_BITS
    row, view = entry >> 4, entry & 15
    twist = int(tables.twist_image[view, seen.twist])
    no_move = len(start.direction.moves.group) - 1
    stacks.state[0, 0] = (
        *(row, twist, view, start.distance),
        *(0, no_move, 0, seen.corners, seen.slice_sorted),
    )
    stacks.start_ud_edges[:] = seen.u_edges, seen.d_edges
    stacks.cursor[:] = 0, start.distance == 0
    stacks.goals[0] = 0, 0, no_move, 0


def solution_paths(stacks: TwoPhaseStack) -> list[list[int]]:
    """Return the solutions that `advance` has found, as moves."""
    return [
        [int(move) for move in stacks.found[i, : stacks.found_length[i + 1]]]
        for i in range(int(stacks.found_length[0]))
    ]
