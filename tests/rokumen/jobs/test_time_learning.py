"""What a run measures of its motions: by the robot's word, or by a camera that looks on."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from firmware_sim.named_robots import unregister_robot
from robot.errors import JamError
from robot.execution.events import CommandDone, CommandFailed, CommandStarted, RunEvent
from robot.link.session import Link
from robot.planning.penalties import LAYER
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.registry import load_rig
from robot.rigs.rig import Rig
from rokumen import connect
from rokumen.jobs.time_learning import TimeLearner, learnt_after
from rokumen.storage.learnt_times import LearntTimes, load_learnt_times
from rokumen.storage.robots import RobotFile, robot_path, save_robot
from solver.core.turn import parse_turns
from solver.cube import Cube
from tests.support.variants import thorough_but

TURNS = parse_turns("R U F2 L D' R2 B U2 L' F R U' F D")
RIG = load_rig("two-gripper")
# Servos without feedback that turn by 30% slower than their preset, at 5 V / 1.3.
WEAK = "ideal=false&feedback=false&servos=ds3218&stiffness=6&supply=3.85,0"


def link_of(rig: Rig, feedback: tuple[str, ...]) -> Link:
    """Return what a learner needs of a link."""
    info = SimpleNamespace(feedback=feedback)
    return cast("Link", SimpleNamespace(info=info, rig=rig, planning_rig=rig, settled_for=0.0))


def run(rig: Rig, factor: float, feedback: tuple[str, ...], late: float | None) -> TimeLearner:
    """Return what is measured of a plan, whose motions take `factor` times as long as planned."""
    learner = TimeLearner(link_of(rig, feedback), lambda: late)
    for number, action in enumerate(plan_turns(rig, TURNS, home_state(rig)).commands):
        learner.take(CommandStarted(action, number, 99))
        learner.take(CommandDone(action, factor * action.seconds))
    return learner


def test_a_robot_that_measures_tells_how_long_it_takes() -> None:
    learnt = learnt_after(LearntTimes("desk"), RIG, run(RIG, 1.3, ("angle",), None).times)
    assert learnt.durations["turn"].value == pytest.approx(1.3 * RIG.durations.turn)
    faster = learnt_after(LearntTimes("desk"), RIG, run(RIG, 0.9, ("angle",), None).times)
    assert faster.durations["turn"].value == pytest.approx(0.9 * RIG.durations.turn)
    same = learnt_after(LearntTimes("desk"), RIG, run(RIG, 1.02, ("angle",), None).times)
    assert same.durations["turn"].value == RIG.durations.turn


def test_of_another_robot_a_camera_tells_what_still_moves() -> None:
    blind = run(RIG, 1.3, (), None)
    assert not learnt_after(LearntTimes("desk"), RIG, blind.times).durations
    still = learnt_after(LearntTimes("desk"), RIG, run(RIG, 1.3, (), 0.0).times)
    assert still.durations["turn"].value == RIG.durations.turn
    late = learnt_after(LearntTimes("desk"), RIG, run(RIG, 1.0, (), 0.3).times)
    assert late.durations["turn"].value == pytest.approx(RIG.durations.turn + 0.3)
    assert late.settling["move"].value == 0.3


def test_jams_are_counted_by_axis_angle_and_load_and_make_no_time_safe() -> None:
    learner = TimeLearner(link_of(RIG, ("angle",)), lambda: None)
    for number, action in enumerate(plan_turns(RIG, TURNS, home_state(RIG)).commands):
        learner.take(CommandStarted(action, number, 99))
        if action.turns:
            (axis, _), *_ = action.command.fields
            learner.take(CommandFailed(action, JamError("the turn jammed", axis), None))
        learner.take(CommandDone(action, 0.8 * action.seconds))
    learnt = learnt_after(LearntTimes("desk"), RIG, learner.times)
    jammed = [each for each in learnt.jams.values() if each.jams]
    assert {each.load for each in jammed} == {LAYER}
    assert sum(each.jams for each in jammed) == len(TURNS)
    assert learnt.durations["turn"].value == RIG.durations.turn
    assert learnt.penalties.by_motion
    calm = replace(learnt, jams={})
    assert not calm.penalties.by_motion


def agreement(seed: int) -> float:
    """Return the clock's time, in terms of the plan's, of a run of the robot desk."""
    planned = took = 0.0

    def take(event: RunEvent) -> None:
        nonlocal planned, took
        if isinstance(event, CommandDone):
            planned, took = planned + event.action.seconds, took + event.seconds

    cube = Cube.random(seed).facelets
    url = f"sim://two-gripper?{WEAK}&seed={seed}&scramble={cube}&name=weak"
    try:
        with connect(url, robot="desk", durations=robot_path("desk")) as robot:
            assert robot.solve_cube(method="two-phase", on_event=take).solved
    finally:
        unregister_robot("weak")
    return took / planned


@pytest.mark.job
@pytest.mark.parametrize("runs", thorough_but([2], [2, 20]))
def test_a_robot_that_measures_nothing_learns_from_pictures_how_slow_it_is(runs: int) -> None:
    # Without the turns of the last check, which are drawn.
    desk = RobotFile("desk", rig="two-gripper", moved_by="ds3218", has_run=True, challenge=False)
    save_robot(desk)
    first, *_, last = [agreement(seed) for seed in range(runs)]
    learnt = load_learnt_times("desk")
    assert learnt.runs == runs
    # What its servos do late is waited for, and planned with.
    assert first > 1.02
    assert last == pytest.approx(1, abs=0.05)
    late = [each for each in learnt.durations.values() if each.value > each.base]
    assert late
    assert all(each.value >= each.safe for each in learnt.durations.values())
