"""Penalties of the grips that jam: what they are, and how plans avoid them."""

from __future__ import annotations

from random import Random

import pytest

from robot.errors import TOO_MANY_JAMS, RetriesExhaustedError
from robot.planning.motion_plan import Plan
from robot.planning.penalties import (
    FAILED_AXIS_PENALTY,
    JAMMED_AXIS_PENALTY,
    Penalties,
    plan_with_penalties,
)
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import FaceTurn
from solver.core.turn import parse_turns, random_turns
from solver.cube import Cube
from tests.support.variants import thorough_but


def too_many_jams(axis: str) -> RetriesExhaustedError:
    return RetriesExhaustedError("too many", axis, code=TOO_MANY_JAMS)


def test_the_penalty_of_a_jam_is_less_than_that_of_a_failure() -> None:
    jammed = Penalties().after(too_many_jams("L"))
    failed = Penalties().after(RetriesExhaustedError("failed", "L"))
    assert jammed.of("L") == JAMMED_AXIS_PENALTY < FAILED_AXIS_PENALTY == failed.of("L")
    assert jammed.of("R") == 0


def test_a_later_smaller_failure_keeps_the_penalty() -> None:
    first = Penalties().after(RetriesExhaustedError("failed", "R"))
    later = first.after(too_many_jams("R")).after(too_many_jams("L"))
    assert later.of("R") == FAILED_AXIS_PENALTY
    assert later.axes == ("L", "R")
    assert first.axes == ("R",)


def test_a_failure_of_no_axis_changes_nothing() -> None:
    assert Penalties().after(RetriesExhaustedError("failed")) == Penalties()


@pytest.mark.parametrize("name", thorough_but(["two-gripper"], ["two-gripper", "four-gripper"]))
def test_a_plan_with_a_penalised_gripper_uses_others(name: str) -> None:
    rig = load_rig(name)
    sequence = random_turns(Random(3), 24)
    usual = plan_turns(rig, sequence, home_state(rig))
    assert plan_with_penalties(rig, sequence, home_state(rig), Penalties()) == usual
    penalised = plan_with_penalties(
        rig, sequence, home_state(rig), penalty("L", FAILED_AXIS_PENALTY)
    )
    assert turns_by("L", usual) > 0
    assert turns_by("L", penalised) == 0
    assert usual.seconds <= penalised.seconds < 3 * usual.seconds
    milder = plan_with_penalties(rig, sequence, home_state(rig), penalty("L", JAMMED_AXIS_PENALTY))
    assert turns_by("L", milder) < turns_by("L", usual)
    assert usual.seconds <= milder.seconds < 1.25 * usual.seconds
    assert Cube.solved().apply(penalised.turns) == Cube.solved().apply(sequence)


@pytest.mark.parametrize("name", RIGS)
def test_a_plan_with_penalties_continues_an_abandoned_one(name: str) -> None:
    rig = load_rig(name)
    first = plan_turns(rig, parse_turns("R U F2"), home_state(rig))
    sequence = parse_turns("L D' B2 R2")
    penalised = plan_with_penalties(
        rig, sequence, first.end, penalty(rig.axes[0], FAILED_AXIS_PENALTY)
    )
    cube = Cube.solved().apply(penalised.turns)
    assert cube == Cube.solved().apply(sequence)
    assert (
        rig.step(first.end.pose, penalised.commands[0].command).seconds
        == penalised.commands[0].seconds
    )


def turns_by(axis: str, plan: Plan) -> int:
    count = 0
    before = plan.start.pose
    for action in plan.commands:
        step = load_rig(plan.rig).step(before, action.command)
        count += sum(isinstance(e, FaceTurn) and e.axis == axis for e in step.effects)
        assert step.seconds == action.seconds
        before = step.after
    return count


def penalty(axis: str, factor: float) -> Penalties:
    return Penalties(frozenset({(axis, factor)}))
