"""Costs of moves, as a finite automaton whose states are reduced by relabelling the faces.

The robot is in one of several poses and holds the cube in one of 24 orientations. A move leads from
each pose and orientation to others, at a cost. Costs depend on positions, not on face names: in
another orientation they are the same, with the faces relabelled.

After some turns, only two things matter: the extra cost with which each pose and cube orientation
can be reached, relative to the cheapest one, and which axis was turned last. That is a state; a
move leads from one state to another at a cost. States that differ only by a relabelling of the
faces are one state; the search stores the relabelling beside it.

From each state follow lower bounds on the cost of n more moves, by which a search is pruned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numba import njit
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
    """The cost of every motion from every pose, with the cube in the standard orientation.

    A move of two turns has outcomes only where the rig makes both by one motion.

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


# RELABELLED[n, o] is `relabel` by numbers, RELABELLED_MOVE[o, m] move m in a cube held as o.
RELABELLED = _relabelling()
RELABELLED_MOVE = _relabelled_moves()
RELABELLED_AXIS = _relabelled_axes()
# The axis of each move.
AXIS = np.array([FACES.index(move[0].face) % 3 for move in MOVES], dtype=np.uint8)
# The numbers of the turns of each move; a single turn stands twice.
PAIR_TURNS = np.array(
    [[_MOVE_NUMBER[frozenset([turn])] for turn in (move[0], move[-1])] for move in MOVES]
)


_MOVES = len(MOVES)
_NO_AXIS = 3


class CostAutomaton(NamedTuple):
    """Next state, relabelling of the faces and cost of each move, each states x moves.

    The state is -1 where a move cannot be made. State 0 is the start; `ending[state]` is the cost
    of the final motion.
    """

    state: NDArray[np.int32]
    relabelling: NDArray[np.uint8]
    cost: NDArray[np.int32]
    ending: NDArray[np.int32]


def build_automaton(move_costs: MoveCosts, most: int) -> CostAutomaton | None:
    """Return the automaton with all its states, or None if there are more than `most`."""
    size = len(move_costs.final_cost) * 24
    start = np.full(size, UNREACHABLE_COST, dtype=np.int32)
    start[size - 24] = 0
    number = {(start.tobytes(), _NO_AXIS): 0}
    cost_vectors, axes = [start], [_NO_AXIS]
    rows: list[tuple[NDArray[Any], ...]] = []
    made = np.empty((_MOVES, size), dtype=np.int32)
    while len(rows) < len(cost_vectors):
        here = len(rows)
        names, cost = (
            np.zeros(_MOVES, dtype=np.uint8),
            np.full(_MOVES, UNREACHABLE_COST, dtype=np.int32),
        )
        _expand(move_costs, cost_vectors[here], axes[here], made, names, cost)
        states = np.full(_MOVES, -1, dtype=np.int32)
        for move in np.flatnonzero(cost < UNREACHABLE_COST):
            axis = int(RELABELLED_AXIS[names[move], AXIS[move]])
            key = made[move].tobytes(), axis
            if key not in number:
                number[key] = len(cost_vectors)
                cost_vectors.append(made[move].copy())
                axes.append(axis)
            states[move] = number[key]
        if len(cost_vectors) > most:
            return None
        rows.append((states, names, cost))
    ending = [
        (cost_vector + np.repeat(move_costs.final_cost, 24)).min() for cost_vector in cost_vectors
    ]
    states, renamings, costs = (np.array(column) for column in zip(*rows, strict=True))
    return CostAutomaton(states, renamings, costs, np.array(ending, dtype=np.int32))


@njit(cache=True, nogil=True)
def _expand(p: MoveCosts, front, axis, made, names, cost):  # type: ignore[no-untyped-def]
    """Compute the cost vectors after every move, each in its canonical relabelling."""
    scratch = np.empty(len(front), dtype=np.int32)
    for move in range(_MOVES):
        if AXIS[move] == axis:
            continue
        propagate(p, front, move, scratch)
        cost[move] = scratch.min()
        if cost[move] >= UNREACHABLE_COST:
            continue
        for index in range(len(front)):
            if scratch[index] < UNREACHABLE_COST:
                scratch[index] -= cost[move]
        best = 0
        for other in range(1, 24):
            if _is_smaller(scratch, RELABELLED[other], RELABELLED[best]):
                best = other
        names[move] = best
        for index in range(len(front)):
            made[move, index] = scratch[index // 24 * 24 + RELABELLED[best, index % 24]]


@njit(cache=True, nogil=True)
def propagate(p: MoveCosts, before, move, after):  # type: ignore[no-untyped-def]
    """Compute the least cost of each (24 * pose + orientation) after a move.

    Two turns of opposite faces are made by one motion, or one after the other, in either order.
    """
    _propagate_motion(p, before, move, after)
    if PAIR_TURNS[move, 0] == PAIR_TURNS[move, 1]:
        return
    between, made = np.empty_like(before), np.empty_like(before)
    for number in range(2):
        _propagate_motion(p, before, PAIR_TURNS[move, number], between)
        _propagate_motion(p, between, PAIR_TURNS[move, 1 - number], made)
        after[:] = np.minimum(after, made)


@njit(cache=True, nogil=True)
def _propagate_motion(p: MoveCosts, before, move, after):  # type: ignore[no-untyped-def]
    """Compute the least cost of each (24 * pose + orientation) after one motion."""
    after[:] = UNREACHABLE_COST
    for index in range(len(before)):
        if before[index] < UNREACHABLE_COST:
            pose, orientation = index // 24, index % 24
            seen = RELABELLED_MOVE[orientation, move]
            for k in range(p.outcome_count[seen]):
                to = p.pose[seen, k] * 24 + RELABELLED[orientation, p.orientation[seen, k]]
                after[to] = min(after[to], before[index] + p.cost[pose, seen, k])


@njit(cache=True, nogil=True)
def _is_smaller(front, one, other):  # type: ignore[no-untyped-def]
    for index in range(len(front)):
        base, orientation = index // 24 * 24, index % 24
        if front[base + one[orientation]] != front[base + other[orientation]]:
            return front[base + one[orientation]] < front[base + other[orientation]]
    return False


# Bounds are stored for fewer moves than this; more moves cost no less.
LENGTHS = 20
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
