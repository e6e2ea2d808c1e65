"""Visits: axes go where a plan will need them, and back, while no layer turns."""

from __future__ import annotations

import pytest

from robot.planning.motion_plan import Plan
from robot.planning.planner import plan_turns
from robot.planning.robot_state import RobotState, apply_step, home_state
from robot.planning.scan_planner import plan_scan
from robot.planning.visits import Motion, following, one_by_one, places_of, visits
from robot.rigs.command import LOW, OPEN, Grip, Move, Pose
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig
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


def scan(rig: Rig) -> Plan:
    """Return the motion of a whole scan."""
    start = home_state(rig)
    commands = (each for leg in plan_scan(rig, start) for each in leg.plan.commands)
    return Plan(rig, start, tuple(commands))


def all_motions(rig: Rig) -> set[Motion]:
    """Return each motion that a gripper may make alone."""
    return {(kind, name) for kind in (Grip, Move) for name in rig.grippers}


@pytest.mark.parametrize("name", RIGS)
def test_grippers_that_move_one_by_one_lead_the_cube_to_the_same_end(name: str) -> None:
    rig = load_rig(name)
    for plan in (scan(rig), plan_turns(rig, TURNS, home_state(rig))):
        apart = one_by_one(plan, all_motions(rig))
        assert apart.turns == plan.turns
        assert apart.end == plan.end
        state = plan.start
        for command in apart.commands:
            state, turns = apply_step(state, rig.step(state.pose, command.command))
            assert (state, turns) == (command.after, command.turns)
        # What was seen before is not shown again.
        nothing_due = [command.command for command in one_by_one(plan, ()).commands]
        assert nothing_due == [command.command for command in plan.commands]


def test_each_of_four_grippers_opens_closes_and_turns_alone_in_a_scan() -> None:
    rig = load_rig("four-gripper")
    plan = scan(rig)
    assert not alone_in(plan)
    assert alone_in(one_by_one(plan, all_motions(rig))) == all_motions(rig)
    assert alone_in(one_by_one(plan, {(Move, "F")})) == {(Move, "F")}


def alone_in(plan: Plan) -> set[Motion]:
    """Return the motions without the cube that a gripper makes while all else stands."""
    found, pose = set[Motion](), plan.start.pose
    for planned in plan.commands:
        command = planned.command
        if isinstance(command, Grip | Move) and len(command.targets) == 1:
            name = command.targets[0][0]
            is_open = pose.grips[plan.mechanism.grippers.index(name)] == OPEN
            if isinstance(command, Grip) or is_open:
                found.add((type(command), name))
        pose = planned.after.pose
    return found
