"""The solution that a rig executes in the shortest time, and the costs of turns that it needs.

The search (`solver.engines.fastest`) works from these costs; it knows no rig.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import count
from operator import itemgetter

import numpy as np
import numpy.typing as npt

from robot.planning.delay_costs import delay_costs, has_delay_costs
from robot.planning.robot_state import RobotState
from robot.planning.state_graph import Component, States, TurnSet, component_of
from robot.rigs.command import Pose
from robot.rigs.rig import Rig, canonical_pose
from solver.core.geometry import FACES
from solver.core.orientation import ORIENTATIONS, Orientation
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.engines.optimal.fastest_costs import (
    COST_UNITS_PER_SECOND,
    MOVES,
    UNREACHABLE_COST,
    MoveCosts,
)
from solver.engines.optimal.fastest_search import CostSearch, cheapest, load_kernels
from solver.engines.registry import solve
from solver.search.pruning import Progress

TIME_LIMIT = 1.5
# For what part of its plan a search pays, where a motor at each face makes a turn in one motion:
# beyond it, what is still found is shorter by less than it took. To go on with the search while the
# first turns are made gains a hundredth, less than it takes to give other turns to a chip.
_PAYING_SHARE = 0.04


def fastest_solution(
    rig: Rig,
    cube: Cube,
    start: RobotState,
    seconds: float = TIME_LIMIT,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Turn, ...]:
    """Return turns that solve a legal cube in the least time on the rig that is found in `seconds`.

    This includes what it takes to prepare the rig once. The time of the turns includes the motions
    from `start` and to a pose where the plan may end.
    """
    return fastest_solution_from_best_pose(
        rig, cube, start.orientation, (start.pose,), seconds, clock
    )


def fastest_solution_from_best_pose(
    rig: Rig,
    cube: Cube,
    orientation: Orientation,
    poses: Sequence[Pose],
    seconds: float,
    clock: Callable[[], float] = time.perf_counter,
) -> tuple[Turn, ...]:
    """Return turns as `fastest_solution` does, for a start in any of `poses`."""
    load_kernels()
    began = clock()
    space = _search_space(rig, tuple(dict.fromkeys(canonical_pose(rig, pose) for pose in poses)))
    spent = clock() - began
    space.warm_up()
    deadline = clock() + seconds - spent
    known: list[tuple[Turn, ...]] = []
    if any(rig.rewrite_turns((turn,), orientation) != (turn,) for turn in ALL_TURNS):
        # Of the solutions that the search finds first, none may be possible.
        known = [rig.rewrite_turns(solve(cube, "two-phase").turns, orientation)]
    return cheapest(cube, orientation, space, known, deadline, clock)


def paying_seconds(rig: Rig, cube: Cube, start: RobotState) -> float:
    """Return how long to search so that the plan ends soonest after the begin of the search.

    It is TIME_LIMIT at most. The first solution that is found says how long a plan is.
    """
    if rig.grippers or set(rig.axes) != set(FACES):
        return TIME_LIMIT
    space = _search_space(rig, (canonical_pose(rig, start.pose),))
    first = fastest_solution(rig, cube, start, 0.0)
    seconds = space.cost(first, start.orientation) / COST_UNITS_PER_SECOND
    return min(_PAYING_SHARE * seconds, TIME_LIMIT)


def load_search() -> None:
    """Load what a search on any rig needs, so that no later import delays a motion."""
    load_kernels()


def prepare_search(rig: Rig, progress: Progress = lambda share: None) -> None:
    """Compute once what a search needs of a rig, so that its time limit need not cover it.

    `progress` is called with the share that is built of its tables.
    """
    load_search()
    _search_space(rig, (canonical_pose(rig, rig.home),)).warm_up(progress)


def index_of_fastest(
    rig: Rig,
    solutions: Sequence[Sequence[Turn]],
    start: RobotState,
    deadline: float,
    clock: Callable[[], float],
) -> int:
    """Return the index of the solution that the rig executes in the shortest time.

    They are compared in their order until `deadline`, the first one always.
    """
    space = _search_space(rig, (canonical_pose(rig, start.pose),))
    costs = []
    for turns in solutions:
        possible = rig.rewrite_turns(tuple(turns), start.orientation)
        costs.append(space.cost(possible, start.orientation))
        if clock() >= deadline:
            break
    return costs.index(min(costs))


@lru_cache(maxsize=32)
def _search_space(rig: Rig, poses: tuple[Pose, ...]) -> CostSearch:
    if has_delay_costs(rig):
        return CostSearch.of(delay_costs(rig), both_at_once=True)
    return CostSearch.of(*turn_costs(rig, poses))


IntArray = npt.NDArray[np.int32]
# What a move costs from each pose, by pose and orientation of the cube after it.
_Outcomes = dict[tuple[int, int], IntArray]


def turn_costs(rig: Rig, starts: Sequence[Pose]) -> tuple[MoveCosts, bool]:
    """Return what each turn costs on a rig, and whether it can turn opposite faces at once.

    Poses are those after a turn, by number; the last number stands for the pose before the first
    turn, which is any of `starts`. All of `starts` can be reached from the rig's home pose.
    """
    component = component_of(rig, rig.home)
    turnings = component.turnings
    ends = sorted({each.after for each in turnings})
    begins = sorted({each.before for each in turnings})
    between_turns = _cost_matrix(component, ends, begins)
    from_start = _cost_matrix(
        component, [component.index[canonical_pose(rig, p)] for p in starts], begins
    ).min(axis=0)
    approach_costs = np.concatenate([between_turns, from_start[None]]).transpose(1, 2, 0).copy()
    begin_of, end_of = (dict(zip(poses, count())) for poses in (begins, ends))
    outcomes: list[_Outcomes] = [{} for _ in MOVES]
    for turning in turnings:
        cost = round(turning.step.seconds * COST_UNITS_PER_SECOND)
        costs = approach_costs[begin_of[turning.before]] + cost
        for orientation, move in enumerate(_turned_by(turning.effect)):
            outcome = end_of[turning.after], orientation
            if (known := outcomes[move].get(outcome)) is None:
                outcomes[move][outcome] = costs[orientation].copy()
            else:
                np.minimum(known, costs[orientation], out=known)
    resting = [i for i, pose in enumerate(component.poses) if rig.may_end(pose)]
    ending = _cost_matrix(component, ends, resting).min(axis=(1, 2))
    both_at_once = any(len(turning.effect) > 1 for turning in turnings)
    return _to_cost_table(outcomes, np.append(ending, np.int32(0))), both_at_once


_MOVE = {frozenset(move): number for number, move in enumerate(MOVES)}


@cache
def _turned_by(effect: TurnSet) -> tuple[int, ...]:
    """Return, for each orientation of the cube, the number of the move that turns these faces."""
    return tuple(
        _MOVE[frozenset(Turn(orientation.face_at(p), q) for p, q in effect)]
        for orientation in ORIENTATIONS
    )


def _cost_matrix(component: Component, starts: Sequence[int], ends: Sequence[int]) -> IntArray:
    """Return the least costs from poses to poses by each rotation of the cube."""
    rotations = len(ORIENTATIONS)
    here = States(component, np.zeros(len(starts), dtype=np.intp), np.array(starts))
    there = States(
        component, np.tile(np.arange(rotations), len(ends)), np.repeat(np.array(ends), rotations)
    )
    seconds = component.seconds_between(here, there).reshape(len(starts), len(ends), rotations)
    costs = np.full(seconds.shape, UNREACHABLE_COST, dtype=np.int32)
    reached = np.isfinite(seconds)
    costs[reached] = np.rint(seconds[reached] * COST_UNITS_PER_SECOND).astype(np.int32)
    return costs


def _to_cost_table(outcomes: Sequence[_Outcomes], ending: IntArray) -> MoveCosts:
    reached = [
        [(to, costs) for to, costs in sorted(each.items(), key=itemgetter(0)) if _is_reached(costs)]
        for each in outcomes
    ]
    shape = len(MOVES), max(map(len, reached))
    pose, orientation = np.zeros(shape, dtype=np.int32), np.zeros(shape, dtype=np.uint8)
    cost = np.full((len(ending), *shape), UNREACHABLE_COST, dtype=np.int32)
    for move, found in enumerate(reached):
        for number, (to, costs) in enumerate(found):
            pose[move, number], orientation[move, number] = to
            cost[:, move, number] = costs
    return MoveCosts(np.array(list(map(len, reached))), pose, orientation, cost, ending)


def _is_reached(costs: IntArray) -> bool:
    return bool(costs.min() < UNREACHABLE_COST)
