"""A turn that catches: turn back and do it again (seed 002), and stop where that does not help."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from robot.errors import GaveUpError
from robot.executor import Caught, Executor, Happening
from robot.journal import Journal, read_journal
from robot.link import Link
from robot.motion import holding_at_home
from robot.planner import plan_turns
from robot.recovery import LADDER, settle
from robot.rig import RIGS
from robot.rigs.two_gripper import RIG
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
