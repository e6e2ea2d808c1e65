"""A turn that catches: turn back and do it again (seed 002), and stop where that does not help."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
import serial
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware_sim.serial_handlers.protocol_sim import Serial
from firmware_sim.simulated_robot import SimulatedRobot
from robot.errors import CaughtOftenError, GaveUpError, StoppedError
from robot.executor import Began, Caught, Executor, Happening
from robot.journal import Journal, read_journal
from robot.link import Link
from robot.motion import Plan, holding_at_home
from robot.planner import plan_turns
from robot.recovery import LADDER, settle
from robot.rig import RIGS, Turned, load_rig
from robot.rigs.two_gripper import RIG
from robot.wary import DISLIKED, SHUNNED, plan_avoiding
from solver.cube import Cube
from solver.scramble import random_turns
from solver.turn import Turn, turns
from tests.robot.conftest import SimulatedRig

Make = Callable[..., SimulatedRig]


def drive(
    robot: SimulatedRig, sequence: tuple[Turn, ...], folder: Path
) -> tuple[Executor, list[Happening]]:
    """Home, and make turns."""
    heard: list[Happening] = []
    with Link(robot.url) as link, Journal(folder / "run.jsonl") as journal:
        journal.write("begin")
        executor = Executor(link, journal, heard.append)
        settle(link)
        executor.carry_out(plan_turns(link.rig, sequence, holding_at_home(link.rig)))
    return executor, heard


def test_a_turn_that_catches_once_is_made_once(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("fault=jam_once@1")
    executor, heard = drive(robot, turns("L U"), tmp_path)
    assert robot.truth().cube == Cube.solved().apply(turns("L U"))
    assert (executor.tally.jams, executor.tally.retries) == (1, 1)
    (caught,) = [event for event in heard if isinstance(event, Caught)]
    assert caught.action.turns == turns("L")
    assert caught.rung == LADDER[0]


def test_the_second_rung_is_slower_and_harder(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("fault=jam_n@1x2")
    executor, _ = drive(robot, turns("L"), tmp_path)
    assert robot.truth().cube == Cube.solved().apply(turns("L"))
    assert (executor.tally.jams, executor.tally.retries) == (2, 2)
    assert LADDER[1].speed < LADDER[0].speed
    assert LADDER[1].torque > LADDER[0].torque


def test_a_turn_that_always_catches_is_given_up(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("jam=1")
    with pytest.raises(GaveUpError, match=r"L to \+90° failed 4 times"):
        drive(robot, turns("L"), tmp_path)
    assert robot.accidents() == ()
    truth = robot.truth()
    assert not truth.dropped
    records = [record["record"] for record in read_journal(tmp_path / "run.jsonl")]
    assert records.count("caught") == 4
    assert records[-1] == "caught"


def test_settling_after_a_jam_puts_the_layer_back(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("jam=1")
    with pytest.raises(GaveUpError):
        drive(robot, turns("L"), tmp_path)
    with Link(robot.url) as link:
        assert settle(link) == RIG.home
    assert robot.truth().cube.is_solved
    assert robot.truth().layers == ()


@settings(
    max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(seed=st.integers(0, 10_000))
def test_jams_never_change_what_is_turned(simulated: Make, tmp_path: Path, seed: int) -> None:
    robot = simulated(f"seed={seed}&jam=0.1&fault=drop_reply=0.03")
    sequence = random_turns(Random(seed), 10)
    try:
        drive(robot, sequence, tmp_path)
    except GaveUpError:
        return
    assert robot.truth().cube == Cube.solved().apply(sequence)
    assert robot.accidents() == ()


def test_every_command_is_in_the_journal_before_it_moves(simulated: Make, tmp_path: Path) -> None:
    drive(simulated(""), turns("L U2"), tmp_path)
    records = read_journal(tmp_path / "run.jsonl")
    commands = [record for record in records if record["record"] == "command"]
    done = [record for record in records if record["record"] == "done"]
    assert len(commands) == len(done)
    assert [record["turn"] for record in done if record["turn"]] == ["L", "U2"]


@pytest.mark.parametrize("name", RIGS)
def test_jams_do_not_stop_any_rig(simulated: Make, tmp_path: Path, name: str) -> None:
    solved = 0
    for seed in range(6):
        # Motors at the faces make many turns in the time in which three that catch are too many.
        robot = simulated(f"seed={seed}&jam=0.04", name)
        sequence = random_turns(Random(seed), 12)
        with suppress(GaveUpError):
            drive(robot, sequence, tmp_path)
            solved += 1
            assert robot.truth().cube == Cube.solved().apply(sequence)
        assert robot.accidents() == ()
        with Link(robot.url) as link:
            assert settle(link) == link.rig.home
        assert robot.accidents() == ()
        assert robot.truth().layers == ()
    assert solved >= 3


def test_the_third_rung_wiggles_and_turns_slower_still(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("fault=jam_n@1x3")
    executor, heard = drive(robot, turns("L"), tmp_path)
    assert robot.truth().cube == Cube.solved().apply(turns("L"))
    assert (executor.tally.jams, executor.tally.retries) == (3, 3)
    assert [event.rung for event in heard if isinstance(event, Caught)] == list(LADDER)
    assert LADDER[2].wiggle
    assert LADDER[2].speed < LADDER[1].speed


def test_a_hand_that_misses_while_it_takes_hold_anew_does_not_turn_empty(
    simulated: Make, tmp_path: Path
) -> None:
    robot = simulated("fault=jam_once@1,grip_miss@1")
    executor, _ = drive(robot, turns("L"), tmp_path)
    assert robot.truth().cube == Cube.solved().apply(turns("L"))
    assert (executor.tally.jams, executor.tally.slips) == (1, 1)


@pytest.mark.parametrize(
    ("faults", "sequence", "says"),
    [
        ("jam_once@1,jam_once@2,jam_once@3", "L U L U", "3 turns within 45 s have caught"),
        (",".join(f"jam_once@{n}" for n in range(1, 60, 7)), "L U R F " * 14, "8 turns of one"),
    ],
)
def test_too_many_turns_that_catch_are_given_up_though_each_went_through(
    simulated: Make, tmp_path: Path, faults: str, sequence: str, says: str
) -> None:
    robot = simulated(f"fault={faults}")
    with pytest.raises(CaughtOftenError, match=says):
        drive(robot, turns(sequence), tmp_path)
    done = [r["turn"] for r in read_journal(tmp_path / "run.jsonl") if r["record"] == "done"]
    made = " ".join(turn for turn in done if turn)
    assert robot.truth().cube == Cube.solved().apply(turns(made))


def test_retreating_undoes_the_turn_that_was_given_up(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("fault=jam_n@2x4")
    with Link(robot.url) as link, Journal(tmp_path / "run.jsonl") as journal:
        executor = Executor(link, journal)
        settle(link)
        plan = plan_turns(link.rig, turns("L U"), holding_at_home(link.rig))
        with pytest.raises(GaveUpError):
            executor.carry_out(plan)
        holding = executor.retreat()
        assert robot.truth().cube == Cube.solved().apply(turns("L"))
        assert robot.truth().orientation == holding.orientation
        assert robot.truth().pose == holding.pose


def interrupted(
    robot: SimulatedRig,
    folder: Path,
    interrupt: Callable[[SimulatedRobot], None],
    after: float = 0.4,
) -> Executor:
    """Turn, and interrupt the third command so many seconds after it has begun to move."""
    port = serial.serial_for_url(robot.url)
    assert isinstance(port, Serial)
    clock, sleep = port.clock, port.clock.sleep
    began: list[float] = []

    def sleep_and_interrupt(seconds: float) -> None:
        if port.robot.resting() is not None:
            sleep(seconds)
            return
        began.append(clock.now())
        left = began[0] + after - clock.now()
        sleep(min(seconds, max(left, 0.0)))
        if seconds < left:
            return
        del vars(clock)["sleep"]
        assert isinstance(port.robot, SimulatedRobot)
        interrupt(port.robot)

    def hear(happening: Happening) -> None:
        if isinstance(happening, Began) and happening.number == 3:
            vars(clock)["sleep"] = sleep_and_interrupt

    with Link(robot.url) as link, Journal(folder / "run.jsonl") as journal:
        executor = Executor(link, journal, hear)
        settle(link)
        executor.carry_out(plan_turns(link.rig, turns("L U L2"), holding_at_home(link.rig)))
    return executor


def test_a_stop_that_nobody_asked_for_is_lifted(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    executor = interrupted(robot, tmp_path, lambda body: body.receive(b"\x18"))
    assert robot.truth().cube == Cube.solved().apply(turns("L U L2"))
    assert executor.tally.jams == 0
    assert executor.tally.retries == 1


def test_a_turn_that_coasts_to_its_end_is_not_made_again(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    executor = interrupted(robot, tmp_path, lambda body: body.receive(b"\x18"), after=0.995)
    assert robot.truth().cube == Cube.solved().apply(turns("L U L2"))
    assert executor.tally.retries == 1
    assert robot.robot().turns_done == 3


def test_a_stop_by_the_robots_own_button_is_not(simulated: Make, tmp_path: Path) -> None:
    robot = simulated("")
    with pytest.raises(StoppedError, match="has been stopped"):
        interrupted(robot, tmp_path, lambda body: body.press_button())
    assert robot.robot().resting() is not None


@pytest.mark.parametrize("name", ["two-gripper", "four-gripper"])
def test_a_plan_that_avoids_a_hand_turns_with_others(name: str) -> None:
    rig = load_rig(name)
    sequence = random_turns(Random(3), 24)
    usual = plan_turns(rig, sequence, holding_at_home(rig))
    assert plan_avoiding(rig, sequence, holding_at_home(rig), {}) == usual
    wary = plan_avoiding(rig, sequence, holding_at_home(rig), {"L": SHUNNED})
    assert turns_by("L", usual) > 0
    assert turns_by("L", wary) == 0
    assert usual.seconds <= wary.seconds < 3 * usual.seconds
    milder = plan_avoiding(rig, sequence, holding_at_home(rig), {"L": DISLIKED})
    assert turns_by("L", milder) < turns_by("L", usual)
    assert usual.seconds <= milder.seconds < 1.25 * usual.seconds
    assert Cube.solved().apply(wary.turns) == Cube.solved().apply(sequence)


@pytest.mark.parametrize("name", RIGS)
def test_a_wary_plan_goes_on_from_where_another_was_given_up(name: str) -> None:
    rig = load_rig(name)
    first = plan_turns(rig, turns("R U F2"), holding_at_home(rig))
    sequence = turns("L D' B2 R2")
    wary = plan_avoiding(rig, sequence, first.end, {rig.axes[0]: SHUNNED})
    made = Cube.solved().apply(wary.turns)
    assert made == Cube.solved().apply(sequence)
    assert rig.step(first.end.pose, wary.actions[0].command).seconds == wary.actions[0].seconds


def turns_by(axis: str, plan: Plan) -> int:
    count = 0
    before = plan.start.pose
    for action in plan.actions:
        step = load_rig(plan.rig).step(before, action.command)
        count += sum(isinstance(e, Turned) and e.axis == axis for e in step.effects)
        assert step.seconds == action.seconds
        before = step.after
    return count
