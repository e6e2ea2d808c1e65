"""Cost of every move from every rig pose, with the poses and cube orientations it leads to.

Whoever turns the cube stands in one of several *stances*, and holds the cube in one of 24 ways. A
move leads from each stance and way to others, at a price. Prices know no face by name: from a
cube that is held otherwise they are the same, with the faces renamed.
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
# Prices are whole numbers of ten thousandths of a second; NEVER is what cannot be done.
COST_UNITS_PER_SECOND = 10_000
UNREACHABLE_COST = 1 << 29

_ORIENTATION_NUMBER = {orientation: number for number, orientation in enumerate(ORIENTATIONS)}
_MOVE_NUMBER = {frozenset(move): number for number, move in enumerate(MOVES)}


class MoveCosts(NamedTuple):
    """The price of every move from every stance, the cube held in the standard way.

    Move m has `ends[m]` outcomes; the k-th leaves the stance `stance[m, k]` and the cube held in
    the way `held[m, k]`, for `cost[s, m, k]` from stance s. `ending[s]` is the least price of
    coming to rest after the last move.
    """

    outcome_count: NDArray[np.int64]
    pose: NDArray[np.int32]
    orientation: NDArray[np.uint8]
    cost: NDArray[np.int32]
    final_cost: NDArray[np.int32]


def relabel(names: Orientation, held: Orientation) -> Orientation:
    """Return the way of holding a cube whose faces have the names that `names` shows."""
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
    """Tabulate [o, m]: the move whose faces are, by position, those of m in a cube held as o."""
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
    """Tabulate [o, a]: along which axis of space an axis of the cube lies; 3 is none."""
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
