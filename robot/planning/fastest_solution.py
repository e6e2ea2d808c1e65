"""Chooses the solution that a rig executes in the shortest time."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from robot.planning.cost_model import turn_costs
from robot.planning.robot_state import RobotState
from robot.rigs.canonical_poses import canonical_pose
from robot.rigs.command import Pose
from robot.rigs.rig import Rig
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.cube import Cube
from solver.engines.fastest.search import CostSearch, cheapest
from solver.engines.registry import solve

TIME_LIMIT = 1.5


def fastest_solution(
    rig: Rig, cube: Cube, start: RobotState, seconds: float = TIME_LIMIT
) -> tuple[Turn, ...]:
    """Return turns that solve a legal cube in the least time on the rig that the search finds.

    The search takes `seconds`, besides what it takes to prepare the rig once. The time includes the
    motions from `start` and to a pose where the plan may end.
    """
    return fastest_solution_from_best_pose(rig, cube, start.orientation, (start.pose,), seconds)


def fastest_solution_from_best_pose(
    rig: Rig, cube: Cube, orientation: Orientation, poses: Sequence[Pose], seconds: float
) -> tuple[Turn, ...]:
    """Return turns as `fastest_solution` does, for a start in any of `poses`."""
    space = _search_space(rig, tuple(dict.fromkeys(canonical_pose(rig, pose) for pose in poses)))
    baseline = rig.rewrite_turns(solve(cube, "two-phase").turns, orientation)
    return cheapest(cube, orientation, space, [baseline], seconds)


def index_of_fastest(rig: Rig, solutions: Sequence[Sequence[Turn]], start: RobotState) -> int:
    """Return the index of the solution that the rig executes in the shortest time."""
    space = _search_space(rig, (canonical_pose(rig, start.pose),))
    costs = [
        space.cost(rig.rewrite_turns(tuple(turns), start.orientation), start.orientation)
        for turns in solutions
    ]
    return costs.index(min(costs))


@lru_cache(maxsize=32)
def _search_space(rig: Rig, poses: tuple[Pose, ...]) -> CostSearch:
    return CostSearch.of(*turn_costs(rig, poses))
