"""The costs of turns agree with plans, and the fastest solution is no slower than others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from robot.planning.fastest_solution import fastest_solution, index_of_fastest, turn_costs
from robot.planning.planner import plan_turns
from robot.planning.robot_state import RobotState, home_state
from robot.planning.scan_planner import plan_scan
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig, canonical_pose
from solver.core.orientation import ORIENTATIONS
from solver.core.turn import Turn, cancel_turns, parse_turns, random_turns
from solver.cube import Cube
from solver.engines.optimal.fastest_costs import COST_UNITS_PER_SECOND
from solver.engines.optimal.fastest_search import CostSearch
from solver.engines.registry import solve
from tests.support.variants import thorough_but

FAST_RIGS = [name for name in RIGS if name != "four-gripper"]


def seconds(rig: Rig, sequence: tuple[Turn, ...], start: RobotState) -> float:
    return plan_turns(rig, sequence, start, rig.may_end).seconds


def starts(rig: Rig) -> Iterator[RobotState]:
    """Yield a start at home, one in another orientation, and the one after a scan."""
    yield home_state(rig)
    yield RobotState(ORIENTATIONS[17], rig.home)
    yield plan_scan(rig, home_state(rig))[-1].plan.end


@pytest.mark.parametrize("name", FAST_RIGS)
def test_the_cost_of_turns_is_the_time_of_their_plan(name: str) -> None:
    rig, rng = load_rig(name), Random(name)
    for start in starts(rig):
        space = CostSearch.of(*turn_costs(rig, [canonical_pose(rig, start.pose)]))
        for length in (1, 2, 3, 12):
            turns = cancel_turns(rig.rewrite_turns(random_turns(rng, length), start.orientation))
            cost = space.cost(turns, start.orientation) / COST_UNITS_PER_SECOND
            assert cost == pytest.approx(seconds(rig, turns, start), abs=1e-3)


@pytest.mark.parametrize("name", FAST_RIGS)
def test_the_fastest_solution_solves_and_is_faster_than_a_short_one(name: str) -> None:
    rig, cube = load_rig(name), Cube.random(3)
    start = home_state(rig)
    found = fastest_solution(rig, cube, start, 0.5)
    assert cube.apply(found).is_solved()
    assert rig.rewrite_turns(found, start.orientation) == found
    short = rig.rewrite_turns(solve(cube, "two-phase").turns, start.orientation)
    assert seconds(rig, found, start) <= seconds(rig, short, start)


def test_a_face_without_a_motor_is_not_turned() -> None:
    five, cube = load_rig("five-axis"), Cube.random(5)
    start = home_state(five)
    found = fastest_solution(five, cube, start, 2.0)
    assert all(turn.face != "U" for turn in found)
    # Rewriting the missing face's turns takes half as much time again.
    rewritten = five.rewrite_turns(solve(cube, "two-phase").turns, start.orientation)
    assert seconds(five, found, start) < 0.9 * seconds(five, rewritten, start)


@pytest.mark.parametrize("name", FAST_RIGS)
def test_a_solved_cube_needs_no_turns(name: str) -> None:
    rig = load_rig(name)
    assert fastest_solution(rig, Cube.solved(), home_state(rig), 0.1) == ()


# The four-gripper rig has many poses, which take seconds to prepare: it is searched once.
@pytest.mark.parametrize("name", thorough_but(["two-gripper"], ["two-gripper", "four-gripper"]))
def test_a_cube_one_turn_from_solved_gets_that_turn(name: str) -> None:
    rig = load_rig(name)
    cube = Cube.solved().apply("L")
    assert fastest_solution(rig, cube, home_state(rig), 0.1) == parse_turns("L'")


def test_the_fastest_of_several_solutions_is_chosen() -> None:
    rig = load_rig("two-gripper")
    # The left gripper holds L; the cube has to be rotated first for the other two.
    assert (
        index_of_fastest(
            rig, [parse_turns("F"), parse_turns("L"), parse_turns("U2")], home_state(rig)
        )
        == 1
    )
