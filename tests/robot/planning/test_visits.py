"""Visits: axes go where a plan will need them, and back, while no layer turns."""

from __future__ import annotations

import pytest

from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import RobotState, home_state
from robot.planning.visits import following, places_of, visits
from robot.rigs.command import LOW, Pose
from robot.rigs.registry import RIGS, load_rig
from solver.core.orientation import Orientation
from solver.core.turn import parse_turns

TURNS = parse_turns("R U2 F' D L2 B")


@pytest.mark.parametrize("name", [*RIGS, "cubotino"])
def test_visits_bring_the_cube_back_as_it_was(name: str) -> None:
    rig = load_rig(name)
    start = home_state(rig)
    plan = plan_turns(rig, TURNS, start)
    places = places_of(plan)
    shown = visits(rig, start, places)
    assert not shown.turns
    assert shown.end.orientation == start.orientation
    assert shown.end.pose.angles == start.pose.angles
    # Wrists are places of grippers, which a camera knows by both.
    assert all(axis not in rig.grippers for axis, _ in places)


def test_a_turntable_is_shown_everywhere() -> None:
    rig = load_rig("cubotino")
    # The cover is not on the cube, as after a scan.
    start = RobotState(Orientation.identity(), Pose((0,), (LOW,)))
    places = places_of(plan_turns(rig, TURNS, start))
    assert {degrees for _, degrees in places} == {-90, 0, 90}
    shown = visits(rig, start, places)
    assert {command.after.pose.angles[0] for command in shown.commands} == {-90, 0, 90}


def test_plans_that_follow_each_other_are_one() -> None:
    rig = load_rig("cubotino")
    first = plan_turns(rig, parse_turns("R U"), home_state(rig))
    second = plan_turns(rig, parse_turns("F2"), first.end)
    both = following(first, second)
    assert both.turns == parse_turns("R U F2")
    assert both.seconds == pytest.approx(first.seconds + second.seconds)
    starts = [command.start for command in both.commands]
    assert starts == sorted(starts)
    assert both.end == second.end
    assert following(Plan(rig, first.start, ()), first) == first
