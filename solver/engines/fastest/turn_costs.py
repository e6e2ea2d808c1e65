"""Cost of every move from every rig pose, with the poses and cube orientations it leads to.

The robot is in one of several poses and holds the cube in one of 24 orientations. A move leads from
each pose and orientation to others, at a cost. Costs depend on positions, not on face names: in
another orientation they are the same, with the faces relabelled.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import Turn
from solver.search.metric import METRICS

# A move is a turn, or turns of two opposite faces, in either order or at once.
MOVES: tuple[tuple[Turn, ...], ...] = METRICS["axial"].moves
# Costs are whole multiples of 0.1 ms; UNREACHABLE_COST marks what is impossible.
COST_UNITS_PER_SECOND = 10_000
UNREACHABLE_COST = 1 << 29

_ORIENTATION_NUMBER = {orientation: number for number, orientation in enumerate(ORIENTATIONS)}
_MOVE_NUMBER = {frozenset(move): number for number, move in enumerate(MOVES)}


class MoveCosts(NamedTuple):
    """The cost of every move from every pose, with the cube in the standard orientation.

    Move m has `outcome_count[m]` outcomes; the k-th leads to pose `pose[m, k]` and cube orientation
    `orientation[m, k]`, at `cost[s, m, k]` from pose s. `final_cost[s]` is the least cost of the
    final motion from pose s.
    """

    outcome_count: NDArray[np.int64]
    pose: NDArray[np.int32]
    orientation: NDArray[np.uint8]
    cost: NDArray[np.int32]
    final_cost: NDArray[np.int32]


def relabel(names: Orientation, held: Orientation) -> Orientation:
    """Return the orientation of a cube whose faces are relabelled by `names`."""
    return Orientation(tuple(names.face_at(face) for face in held.faces))


def _relabelling() -> NDArray[np.uint8]:
    return np.array(
        [
            [_ORIENTATION_NUMBER[relabel(names, held)] for held in ORIENTATIONS]
            for names in ORIENTATIONS
        ],
        dtype=np.uint8,
    )


def _relabelled_moves() -> NDArray[np.uint8]:
    """Return for each orientation of the cube and each move the move of the same face as held."""
    return np.array(
        [
            [
                _MOVE_NUMBER[frozenset(Turn(held.position_of(t.face), t.quarter_turns) for t in m)]
                for m in MOVES
            ]
            for held in ORIENTATIONS
        ],
        dtype=np.uint8,
    )


def _relabelled_axes() -> NDArray[np.uint8]:
    """Return a table: [o, a] is the axis of space along axis a of the cube; 3 is none."""
    return np.array(
        [
            [*(FACES.index(held.position_of(face)) % 3 for face in "URF"), 3]
            for held in ORIENTATIONS
        ],
        dtype=np.uint8,
    )


# RENAMED[n, o] is `relabel` by numbers, SEEN[o, m] a move as it is seen in a cube held as o.
RELABELLED = _relabelling()
RELABELLED_MOVE = _relabelled_moves()
RELABELLED_AXIS = _relabelled_axes()
# The axis of each move, and its turns by their numbers in ALL_TURNS.
AXIS = np.array([FACES.index(move[0].face) % 3 for move in MOVES], dtype=np.uint8)
