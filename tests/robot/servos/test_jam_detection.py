"""Jams that a drive feels: a wrist that is held fast ends its motion, at its angle."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from robot.drives.drive import Channel, ChannelState, DriveInfo, Feedback
from robot.rigs.actuators import Completed, MotionOutcome, Stalled
from robot.rigs.command import Grip, Move
from robot.servos.drive_servos import DriveServos
from robot.servos.jam_detection import JAM_SECONDS
from robot.servos.servo_settings import read_settings
from tests.support.emulated_drive import EmulatedDrive, Outputs
from tests.support.maestro_example import EXAMPLE


class HeldDrive(EmulatedDrive):
    """A drive that measures its channels; that of the left wrist gets no further than `wall`."""

    wall = 2500.0
    load: float | None = None

    @property
    def info(self) -> DriveInfo:
        return replace(super().info, feedback=frozenset({Feedback.MEASURED, Feedback.LOAD}))

    def read(self) -> tuple[ChannelState, ...]:
        return tuple(
            replace(each, measured=min(each.commanded, self.wall), load=self.load)
            if each.commanded is not None and each.channel == 0
            else each
            for each in super().read()
        )


@pytest.fixture
def drive() -> HeldDrive:
    channels = tuple(Channel(number, 500.0, 2500.0) for number in range(4))
    return HeldDrive(Outputs(channels=channels))


@pytest.fixture
def servos(tmp_path: Path, drive: HeldDrive) -> DriveServos:
    path = tmp_path / "desk.toml"
    path.write_text(EXAMPLE)
    servos = DriveServos(drive, read_settings(path))
    assert isinstance(outcome(servos, drive, Grip((("L", "closed"),))), Completed)
    return servos


def outcome(servos: DriveServos, drive: HeldDrive, command: Move | Grip) -> MotionOutcome:
    servos.start(command)
    return end_of_motion(servos, drive)


def end_of_motion(servos: DriveServos, drive: HeldDrive) -> MotionOutcome:
    for _ in range(3000):
        if (ended := servos.poll()) is not None:
            return ended
        drive.info.clock.sleep(0.005)
    raise AssertionError("the motion never ended")


def test_a_wrist_that_is_held_stops_where_it_is(servos: DriveServos, drive: HeldDrive) -> None:
    drive.wall = 2000.0
    jam = outcome(servos, drive, Move((("L", 90),)))
    assert jam == Stalled("L", 45.0, 1.0)
    # It pushes no longer.
    for _ in range(200):
        assert servos.poll() is None
        drive.info.clock.sleep(0.005)
    assert servos.read().pose.angles[0] == 45
    assert servos.is_stopped()
    drive.wall = 2500.0
    assert isinstance(outcome(servos, drive, Move((("L", 0),))), Completed)


@pytest.mark.parametrize(("wall", "at"), [(2400.0, 81.0), (2440.0, 84.6), (2470.0, None)])
def test_a_wrist_that_is_held_in_its_last_degrees_has_jammed(
    servos: DriveServos, drive: HeldDrive, wall: float, at: float | None
) -> None:
    drive.wall = wall
    ended = outcome(servos, drive, Move((("L", 90),)))
    assert isinstance(ended, Completed) if at is None else ended == Stalled("L", at, 1.0)


def test_a_load_for_a_moment_is_no_jam(servos: DriveServos, drive: HeldDrive) -> None:
    servos.start(Move((("L", 90),)))
    drive.load = 1.0
    for _ in range(round(JAM_SECONDS / 0.005) - 2):
        assert servos.poll() is None
        drive.info.clock.sleep(0.005)
    drive.load = 0.3
    assert isinstance(end_of_motion(servos, drive), Completed)


def test_a_servo_that_moves_along_with_all_of_its_torque_is_not_held(
    servos: DriveServos, drive: HeldDrive
) -> None:
    servos.start(Move((("L", 90),)))
    drive.load = 1.0
    while drive.read()[0].commanded != 2500:
        assert servos.poll() is None
        drive.info.clock.sleep(0.005)
    drive.load = 0.3
    assert isinstance(end_of_motion(servos, drive), Completed)


def test_all_of_a_torque_for_longer_at_a_target_is_a_jam(
    servos: DriveServos, drive: HeldDrive
) -> None:
    drive.load = 0.95
    jam = outcome(servos, drive, Move((("L", 90),)))
    assert jam == Stalled("L", 90.0, 0.95)
