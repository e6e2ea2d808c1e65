"""Faults that end in a safe stop, with advice, and are resumed; and faults that do not."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest

import rokumen
from firmware_sim.physics.cube_forces import CUBES, Forces
from firmware_sim.physics.servo import usual_servo
from robot.execution.journal import Journal, read_journal
from rokumen.errors import SafeStopError
from tests.support.benchmarks import VirtualRobot, virtual_robot

# Faults, their message, the advice, and the maximum seconds until the stop.
STOPS = [
    ("servo_offline@3", "a servo does not respond (", "servos' supply", 5),
    ("brownout@3", "the servo supply dropped to 4.1 V", "servos' supply", 5),
    ("reboot_mid_turn@3", "have lost their power", "plug is loose", 5),
    ("lost_banner@3", "have lost their power", "plug is loose", 5),
    ("busy_forever@3", "has been busy for 30 s", "Switch the robot off and on", 40),
    ("mute@600", "the chip did not answer", "cable", 5),
    ("unplug@30", "unplugged", "cable and switch", 5),
    ("bad_version@1", "speaks version '3' of the protocol", "flash the firmware", 5),
    ("home_fail@1", "home failed in 4 attempts", "Look at the left gripper", 5),
    ("collision@3,collision~0.5", "failed in 4 attempts", "take out what stands in its way", 300),
    ("jam_forever@3,jam_forever~0.9", "failed in 4 attempts", "turn every misaligned layer", 300),
    ("grip_miss@9x99", "a gripper lost the cube", "Press the cube in", 60),
    ("camera_lost@3", "delivers no pictures", "Look at the camera", 5),
    ("cube_drop@3", "shows no face", "if it has fallen, put it back", 400),
    ("corner_twist@3", "is twisted (it is", "press it in again", 400),
    ("piece_pop@3", "'-' at", "if a piece has come out", 400),
    ("rescan_unreadable@1x99", "shows no face", "Look at the cube", 100),
]


@pytest.mark.parametrize(
    ("faults", "message", "advice", "bound"),
    [
        stop if stop in STOPS[::4] else pytest.param(*stop, marks=pytest.mark.thorough)
        for stop in STOPS
    ],
    ids=[stop[0] for stop in STOPS],
)
def test_a_safe_stop_is_reported_and_resumed(
    tmp_path: Path, faults: str, message: str, advice: str, bound: float
) -> None:
    with Journal(tmp_path / "run.jsonl") as journal, virtual_robot(7, faults) as virtual:
        scanner = virtual.scanner()
        result = virtual.do_job(scanner, journal)
        assert not result.solved
        assert message in virtual.why
        assert advice in virtual.why
        assert virtual.clock.now() - virtual.robot.injections[0].seconds <= bound
        virtual.wait_until_still()
        state = virtual.robot.state()
        assert state.dropped == ("cube_drop" in faults)
        assert 0.0 in state.openings
        virtual.robot.repair()
        result = virtual.do_job(scanner, journal)
        assert result.solved
        assert virtual.robot.state().is_solved()


@pytest.mark.parametrize(
    ("fault", "seen"),
    [
        ("cube_drop@3", r"saw no cube in its last picture: it last saw the cube at \d\d:\d\d:\d\d"),
        ("servo_offline@3", r"The camera last saw the cube at \d\d:\d\d:\d\d\."),
        ("bad_version@1", r"The camera has not looked for the cube\."),
    ],
)
def test_what_is_said_of_the_cube_is_what_the_camera_saw(
    tmp_path: Path, fault: str, seen: str
) -> None:
    with Journal(tmp_path / "run.jsonl") as journal, virtual_robot(7, fault) as virtual:
        virtual.do_job(virtual.scanner(), journal)
    assert re.search(seen, virtual.why), virtual.why
    assert "holds" not in virtual.why


def test_pictures_tell_whether_the_cube_is_there() -> None:
    with (
        rokumen.connect("sim://two-gripper?scramble=R U F&faults=cube_drop@2") as robot,
        pytest.raises(SafeStopError) as stopped,
    ):
        robot.solve_cube()
    assert "The camera saw no cube in its last picture" in stopped.value.advice


@pytest.mark.parametrize(
    ("rig", "wrists"),
    [
        ("two-gripper", "neither the left wrist nor the right wrist"),
        ("flipper", "not even the base"),
    ],
)
def test_a_cube_that_no_servo_can_turn_is_a_matter_of_torque(
    tmp_path: Path, rig: str, wrists: str
) -> None:
    servo, stiff = usual_servo("hs-311"), Forces(cube=CUBES["stiff"])
    weak = VirtualRobot(7, rig_name=rig, servo=servo, forces=stiff)
    with Journal(tmp_path / "run.jsonl") as journal, weak:
        weak.do_job(weak.scanner(), journal)
    assert f"{wrists} could turn a layer: the cube is too stiff for the servos" in weak.why
    assert "the servos have too little torque" in weak.why
    assert "take out what stands in its way" not in weak.why


@pytest.mark.parametrize(
    "faults",
    [
        "jam_on_backoff@5x2",
        "false_jam@5",
        "grip_miss@4x2",
        "jam_n@5x3",
        "jam_forever@5",
        "rescan_unreadable@3",
        "rescan_wrong@20",
        pytest.param(
            "truncate~0.005,merge_lines~0.005,dup_line~0.1,late_ack~0.005,garbage~0.005,echo~0.1",
            marks=pytest.mark.thorough,
        ),
    ],
)
def test_faults_that_retries_can_repair_do_not_stop_the_job(tmp_path: Path, faults: str) -> None:
    with Journal(tmp_path / "run.jsonl") as journal, virtual_robot(8, faults) as virtual:
        result = virtual.do_job(virtual.scanner(), journal)
        assert result.solved
        assert virtual.robot.state().is_solved()
        assert virtual.robot.injections
        assert virtual.robot.accidents == ()


def test_a_silent_jam_is_detected_and_corrected(tmp_path: Path) -> None:
    with Journal(tmp_path / "run.jsonl") as journal, VirtualRobot(9, "jam_silent@5") as virtual:
        result = virtual.do_job(virtual.scanner(), journal)
        assert virtual.robot.state().is_solved()
        assert (result.solved, result.missing_turns, result.replans, result.jams) == (True, 1, 0, 0)


def full_after(records: int, append: Callable[[Journal, bytes], None]) -> Callable[..., None]:
    """Return how a journal appends whose disk has space for this many records, `append` each."""
    space = records

    def append_or_fail(journal: Journal, data: bytes) -> None:
        nonlocal space
        space -= 1
        if space < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        append(journal, data)

    return append_or_fail


@pytest.mark.slow
def test_a_disk_that_is_full_at_any_record_stops_the_robot_safely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    append = Journal._append
    stops = 0
    for records in range(500):
        path = tmp_path / f"{records}.jsonl"
        with Journal(path) as journal, VirtualRobot(11) as virtual:
            journal.write("begin")
            scanner = virtual.scanner()
            monkeypatch.setattr(Journal, "_append", full_after(records, append))
            result = virtual.do_job(scanner, journal)
            monkeypatch.setattr(Journal, "_append", append)
            if result.solved:
                break
            stops += 1
            assert "cannot write the journal" in virtual.why
            assert "No space left on device" in virtual.why
            assert "Free some space" in virtual.why
            # The record of the command that is not in the journal was not carried out either.
            started = sum(each["record"] == "command" for each in read_journal(path))
            assert started <= records
            if records % 10 == 0:
                assert virtual.repair_and_resume(scanner, journal)
    assert stops > 50
    assert virtual.robot.state().is_solved()
