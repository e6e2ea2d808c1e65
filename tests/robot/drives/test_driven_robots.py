"""A rig above each drive with emulated electronics: it moves, rests, and stops."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.drives.drive import Channel, Segment
from robot.drives.feetech import SERIES
from robot.errors import DriveError
from robot.rigs.actuators import Completed, MotionOutcome, Stalled, resting_pulse
from robot.rigs.command import CLOSED, CONTACT, Grip, Move
from robot.rigs.registry import load_rig
from robot.servos.drive_servos import DriveServos
from robot.servos.servo_settings import read_settings
from tests.support.benchmarks import DRIVE_SCENES, DriveScene, FeetechScene, settings_for
from tests.support.emulated_drive import EmulatedDrive, Outputs
from tests.support.maestro_example import EXAMPLE


def finished(servos: DriveServos, command: Move | Grip) -> MotionOutcome:
    servos.start(command)
    for _ in range(3000):
        if (outcome := servos.poll()) is not None:
            return outcome
        servos.clock.sleep(0.01)
    raise AssertionError(f"{command} never ended")


def wait(servos: DriveServos, seconds: float) -> None:
    """Let time pass as the robot's firmware does, which a drive with a watchdog hears."""
    for _ in range(round(seconds / 0.01)):
        servos.clock.sleep(0.01)
        servos.poll()


@pytest.mark.parametrize("kind", DRIVE_SCENES)
def test_a_rig_moves_rests_and_stops_on_any_drive(kind: type[DriveScene]) -> None:
    scene = kind()
    try:
        drive = scene.opened()
        channels = [channel.number for channel in drive.info.channels]
        rig_name = "two-gripper" if len(channels) == 4 else "flipper"
        settings = settings_for(load_rig(rig_name), channels)
        servos, rig = DriveServos(drive, settings), settings.rig
        assert not set(" *=") & set(servos.name)
        axis, gripper = rig.axes[0], rig.grippers[0]
        for name in rig.grippers:
            assert isinstance(finished(servos, Grip(((name, CLOSED),))), Completed)
        assert isinstance(finished(servos, Move(((axis, 90),))), Completed)
        assert servos.read().pose.angles[0] == pytest.approx(90, abs=1)
        wrist, jaws = settings.axes[axis].channel, settings.grippers[gripper].channel
        assert scene.outputs()[wrist] == pytest.approx(2500, abs=drive.info.step)
        assert servos.relax()
        servos.finish_relaxing()
        rest = pytest.approx(
            resting_pulse(1000, dict(settings.grippers[gripper].pulses)[CONTACT]),
            abs=2 * drive.info.step,
        )
        assert scene.outputs()[jaws] == rest
        assert servos.read().pose.grips[0] == CLOSED
        servos.start(Move(((axis, 0),)))
        wait(servos, 0.6)
        servos.halt()
        wait(servos, 0.1)
        stopped = scene.outputs()
        wait(servos, 1.0)
        assert scene.outputs() == stopped
        pulse = stopped[wrist]
        assert pulse is not None
        assert 1500 < pulse < 2500
        assert stopped[jaws] == pytest.approx(1000, abs=drive.info.step)
        servos.unpower()
        wait(servos, 0.1)
        assert set(scene.outputs().values()) == {None}
    finally:
        scene.end()


class SlowDrive(EmulatedDrive):
    """A drive on a computer that is so busy, now and then, that a batch comes late."""

    pauses = 0
    fails = False

    def start(self, segments: tuple[Segment, ...]) -> None:
        if self.pauses:
            self.pauses -= 1
            self._outputs.clock.sleep(0.05)
        if self.fails:
            raise DriveError("no reply")
        super().start(segments)


def test_a_busy_computer_begins_later(tmp_path: Path) -> None:
    channels = tuple(Channel(number, 500.0, 2500.0) for number in range(4))
    drive = SlowDrive(Outputs(channels=channels))
    path = tmp_path / "desk.toml"
    path.write_text(EXAMPLE)
    servos = DriveServos(drive, read_settings(path))
    assert isinstance(finished(servos, Grip((("L", CLOSED),))), Completed)
    drive.pauses = 3
    assert isinstance(finished(servos, Move((("L", 90),))), Completed)
    assert servos.read().pose.angles[0] == 90
    drive.fails = True
    with pytest.raises(DriveError, match="no reply"):
        finished(servos, Move((("L", 0),)))


def test_a_motion_with_many_pauses_ends_where_it_should(tmp_path: Path) -> None:
    channels = tuple(Channel(number, 500.0, 2500.0) for number in range(4))
    drive = SlowDrive(Outputs(channels=channels))
    path = tmp_path / "desk.toml"
    path.write_text(EXAMPLE)
    servos = DriveServos(drive, read_settings(path))
    finished(servos, Grip((("L", CLOSED),)))
    servos.start(Move((("L", 90),), 20))
    for pause in range(5000):
        if (outcome := servos.poll()) is not None:
            break
        servos.clock.sleep((0.01, 0.01, 0.3, 0.07)[pause % 4])
    assert isinstance(outcome, Completed)
    assert servos.read().pose.angles[0] == 90


def test_a_wrist_that_was_turned_by_hand_is_enabled_where_it_stands() -> None:
    scene = FeetechScene()
    drive = scene.opened()
    servos = DriveServos(drive, settings_for(load_rig("two-gripper"), (1, 2, 3, 4)))
    assert isinstance(finished(servos, Move((("L", 0),))), Completed)
    servos.unpower()
    scene.servos[0].position = SERIES["sts"].count(1900.0)
    wait(servos, 0.1)
    assert servos.read().pose.angles[0] == pytest.approx(36, abs=0.2)
    servos.start(Move((("R", 0),)))
    wait(servos, 3.0)
    assert scene.outputs()[1] == pytest.approx(1900.0, abs=0.5)


def test_a_motion_after_a_jam_waits_until_the_servo_pushes_no_more() -> None:
    scene = FeetechScene()
    servos = DriveServos(scene.opened(), settings_for(load_rig("two-gripper"), (1, 2, 3, 4)))
    assert isinstance(finished(servos, Move((("L", 0),))), Completed)
    scene.keep_between(1, 0.0, 1900.0)
    assert isinstance(finished(servos, Move((("L", 90),))), Stalled)
    assert isinstance(finished(servos, Move((("L", 0),))), Completed)


def test_a_drive_that_does_not_answer_is_asked_once(tmp_path: Path) -> None:
    channels = tuple(Channel(number, 500.0, 2500.0) for number in range(4))
    drive = SlowDrive(Outputs(channels=channels))
    path = tmp_path / "desk.toml"
    path.write_text(EXAMPLE)
    servos = DriveServos(drive, read_settings(path))
    finished(servos, Grip((("L", CLOSED),)))
    drive.pauses, drive.fails = 9, True
    with pytest.raises(DriveError, match="no reply"):
        finished(servos, Move((("L", 90),)))
    assert drive.pauses == 8
