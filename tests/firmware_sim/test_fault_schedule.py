"""Faults as text, their schedule, and their effects on the motions of a simulated robot."""

from __future__ import annotations

from dataclasses import replace

import pytest

from firmware_sim.errors import OptionError
from firmware_sim.faults import FAULT_TYPES, FaultSchedule, FaultSpec
from firmware_sim.physics.state import PhysicalState
from robot.errors import (
    CommandRejectedError,
    JamError,
    PortError,
    RebootedError,
    StoppedError,
)
from robot.link.session import Link
from robot.rigs.command import Grip, Home, Move
from robot.rigs.mechanisms.two_gripper import RIG
from robot.rules import Rule
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.cases import for_each
from tests.support.faulty_robot import TURN_BACK, TURN_LEFT, FaultyRobot, failure_of, turn_left


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("jam=0.05", FaultSpec("jam", probability=0.05)),
        ("jam=1", FaultSpec("jam", probability=1.0)),
        ("drop_cmd=.5", FaultSpec("drop_cmd", probability=0.5)),
        ("jam_once@3", FaultSpec("jam_once", at=3)),
        ("jam_n@3x2", FaultSpec("jam_n", at=3, times=2)),
        ("mute", FaultSpec("mute")),
    ],
)
def test_faults_are_read_from_text(text: str, fault: FaultSpec) -> None:
    assert FaultSpec.parse(text) == fault


@for_each(
    "text", ["", "jamb", "jam=2", "jam=-1", "jam=x", "jam_n@0", "jam_n@3x", "jam@1=0.5", "JAM"]
)
def test_an_error_quotes_a_bad_fault(text: str) -> None:
    with pytest.raises(OptionError, match=text or "''"):
        FaultSpec.parse(text)


def test_the_kinds_do_not_disturb_each_other() -> None:
    alone = FaultSchedule([FaultSpec("jam", probability=0.5)], seed=3)
    combined = FaultSchedule(
        [FaultSpec("drop_cmd", probability=0.5), FaultSpec("jam", probability=0.5)], seed=3
    )
    drawn = []
    for number in range(200):
        combined.triggers("drop_cmd", number)
        drawn.append((alone.jams(number, "L", "U"), combined.jams(number, "L", "U")))
    assert all(a == b for a, b in drawn)
    assert 60 < sum(a for a, _ in drawn) < 140


@for_each("kind", list(FAULT_TYPES))
def test_every_kind_is_injected_once_at_the_given_number(kind: str) -> None:
    faults = FaultSchedule([FaultSpec(kind, at=3)])
    assert [number for number in (1, 2, 3, 3, 4) if faults.triggers(kind, number)] == [3]


def go_back(link: Link) -> None:
    link.execute(TURN_BACK)


def test_a_jam_is_reported_with_its_angle_and_must_be_cleared() -> None:
    faulty = FaultyRobot("jam_once@1")
    with faulty.homed() as link:
        with pytest.raises(JamError, match="left wrist") as jam:
            link.execute(TURN_LEFT)
        assert jam.value.axis == "L"
        assert jam.value.at is not None
        assert 0 < jam.value.at < 90
        assert link.pose().angles[0] == pytest.approx(jam.value.at, abs=0.1)
        with pytest.raises(StoppedError, match="CLEAR first"):
            link.execute(TURN_LEFT)
        link.clear()
        go_back(link)
        assert faulty.robot.state().cube.is_solved()
        assert turn_left(link) is None


def test_jam_n_jams_n_times() -> None:
    with FaultyRobot("jam_n@1x3").homed() as link:
        failures = []
        for _ in range(4):
            failures.append(turn_left(link))
            if failures[-1] is not None:
                go_back(link)
    assert [type(each) for each in failures] == [JamError] * 3 + [type(None)]


def test_jam_forever_affects_one_face_in_one_gripper() -> None:
    faulty = FaultyRobot("jam_forever@1")
    with faulty.homed() as link:
        for _ in range(5):
            assert isinstance(turn_left(link), JamError)
            go_back(link)
        assert failure_of(link, Move((("R", 90),))) is None
    assert faulty.robot.state().cube == Cube.solved().turn(Turn("B", 1))


def test_with_probability_one_every_turn_jams() -> None:
    with FaultyRobot("jam=1", seed=5).homed() as link:
        angles = set()
        for _ in range(6):
            jam = turn_left(link)
            assert isinstance(jam, JamError)
            angles.add(jam.at)
            go_back(link)
        assert len(angles) == 6
        assert isinstance(failure_of(link, Move((("R", -90),))), JamError)
        link.execute(Move((("R", 0),)))
        # A rotation of the whole cube is not a face turn.
        link.execute(Grip((("R", "open"),)))
        assert turn_left(link) is None


def with_a_turned_wrist(*faults: str) -> FaultyRobot:
    """Return a robot that was switched off after L had turned, with its gripper still closed."""
    turned = replace(
        PhysicalState.at_home(RIG.home, Cube.solved().turn(Turn("L", 1))), angles=(90.0, 0.0)
    )
    return FaultyRobot(*faults, truth=turned)


def test_homing_backs_off_by_itself() -> None:
    faulty = with_a_turned_wrist("jam_n@1x2")
    with faulty.linked() as link:
        assert link.execute(Home()).pose == RIG.home
    assert faulty.robot.state().cube.is_solved()
    assert faulty.robot.accidents == ()


def test_homing_that_keeps_jamming_is_reported_and_can_be_retried() -> None:
    faulty = with_a_turned_wrist("jam_n@1x4")
    with faulty.linked() as link:
        jam = failure_of(link, Home())
        assert isinstance(jam, JamError)
        assert jam.axis == "L"
        assert jam.at is not None
        assert 0 < jam.at < 90
        with pytest.raises(CommandRejectedError, match=Rule.UNHOMED.words):
            link.execute(TURN_LEFT)
        link.execute(Home())
    assert faulty.robot.state().cube.is_solved()


def test_a_restart_in_a_turn_leaves_the_layer_misaligned_and_the_pose_unknown() -> None:
    faulty = FaultyRobot("reboot_mid_turn@1", seed=2)
    with faulty.homed() as link, pytest.raises(RebootedError):
        link.execute(TURN_LEFT)
    (layer,) = faulty.robot.state().layers
    assert 0 < layer.degrees < 90
    with faulty.linked() as link:
        with pytest.raises(CommandRejectedError, match=Rule.UNHOMED.words):
            link.execute(TURN_LEFT)
        link.execute(Home())
    assert faulty.robot.state().cube.is_solved()
    assert faulty.robot.state().layers == ()


def test_an_unplugged_robot_is_gone() -> None:
    faulty = FaultyRobot("unplug@2")
    with faulty.homed() as link:
        assert not faulty.robot.unplugged
        with pytest.raises(PortError, match="unplugged"):
            link.execute(TURN_LEFT)
    assert faulty.robot.unplugged
    assert faulty.robot.state().cube.is_solved()


def test_the_same_seed_gives_the_same_jams() -> None:
    def jams(seed: int) -> list[str]:
        with FaultyRobot("jam=0.5", seed=seed).homed() as link:
            found = []
            for _ in range(6):
                found += [str(turn_left(link)), str(failure_of(link, TURN_BACK))]
        return found

    assert jams(1) == jams(1)
    assert jams(1) != jams(2)
