"""A LEGO hub with Pybricks: the twelve rules, what its motors tell, faults, and a whole cube."""

from __future__ import annotations

import pytest

from robot.conformance.drive_rules import run_drive_checks
from robot.drives.drive import Segment
from robot.drives.registry import open_drive
from robot.drives.spike import SpikeDrive
from robot.errors import DriveError, RobotError
from robot.link.protocol import StopLevel
from tests.support.benchmarks import SpikeScene
from tests.support.cases import for_each


def moving(scene: SpikeScene) -> SpikeDrive:
    """Return the drive of a scene whose first motor is on its way to 2000 µs."""
    drive = scene.opened()
    drive.enable(0, 1500.0)
    drive.enable(1, 1500.0)
    drive.start((Segment(0, drive.info.clock.now() + 0.02, 2000.0, 1.0),))
    run(drive, scene, 0.3)
    return drive


def run(drive: SpikeDrive, scene: SpikeScene, seconds: float) -> None:
    for _ in range(round(seconds / 0.01)):
        scene.clock.sleep(0.01)
        drive.beat()


def test_it_keeps_all_rules() -> None:
    scene = SpikeScene()
    results = list(run_drive_checks(scene.opened, scene))
    assert len(results) == 12
    assert [each for each in results if not each.passed or each.skip_reason] == []


def test_a_motor_gets_power_without_moving_and_counts_from_there() -> None:
    scene = SpikeScene()
    drive = scene.opened()
    drive.enable(0, 2000.0)
    scene.clock.sleep(1)
    assert scene.hub.motors[0].position == 0
    assert drive.read()[0].measured == 2000.0
    drive.stop(StopLevel.OFF, {})
    assert drive.read()[0].commanded is None
    # From now on the hub knows where it is, and brings it to where it gets power.
    drive.enable(0, 1500.0)
    scene.clock.sleep(0.1)
    assert -25 < scene.hub.motors[0].position < 0
    scene.clock.sleep(1)
    assert scene.hub.motors[0].position == pytest.approx(-45 * 3)


def test_a_refused_target_is_told_as_the_pulse_that_it_is() -> None:
    drive = SpikeScene().opened()
    drive.enable(0, 1500.0)
    with pytest.raises(DriveError, match="it has no power, or has it already") as refused:
        drive.enable(0, 2000.0)
    assert (refused.value.channel, refused.value.value) == (0, 2000.0)


def test_a_motor_that_is_held_says_where_it_is_and_its_load() -> None:
    scene = SpikeScene()
    scene.hub.motors[0].stops = (-1e9, 90.0)
    drive = moving(scene)
    assert drive.read()[0].load == pytest.approx(0.1, abs=0.1)
    run(drive, scene, 1.0)
    state = drive.read()[0]
    assert state.commanded == pytest.approx(2000.0)
    assert state.measured == pytest.approx(1500 + 30 * 2000 / 180)
    assert state.load == 1.0
    assert drive.read()[2].measured is None


def test_a_hub_out_of_range_stops_within_100_ms_and_stays() -> None:
    scene = SpikeScene()
    drive = moving(scene)
    scene.hub.in_range = False
    scene.clock.sleep(0.1)
    stopped = scene.outputs()
    scene.clock.sleep(0.3)
    assert scene.outputs() == stopped
    with pytest.raises(DriveError, match="did not answer"):
        drive.beat()
    scene.hub.in_range = True
    run(drive, scene, 1.0)
    assert scene.outputs() == stopped
    drive.start((Segment(0, drive.info.clock.now() + 0.02, 2000.0, 1.0),))
    run(drive, scene, 1.2)
    assert scene.outputs()[0] == pytest.approx(2000.0)


def test_a_hub_that_was_left_alone_is_opened_again() -> None:
    scene = SpikeScene()
    drive = moving(scene)
    scene.clock.sleep(30)
    assert drive.read()[0].commanded is not None
    drive.beat()
    assert drive.stopped_by == "silence"
    again = scene.opened()
    again.start((Segment(0, again.info.clock.now() + 0.02, 1500.0, 1.0),))
    run(again, scene, 1.1)
    assert scene.outputs()[0] == pytest.approx(1500.0)


def test_a_program_that_is_late_only_makes_a_motion_longer() -> None:
    scene = SpikeScene()
    drive = moving(scene)
    before = scene.outputs()[0]
    scene.clock.sleep(0.35)
    later = scene.outputs()[0]
    assert before is not None
    assert later is not None
    assert later - before < 60
    run(drive, scene, 1.2)
    assert scene.outputs()[0] == pytest.approx(2000.0)


def test_a_motor_that_is_unplugged_stops_all_and_is_named() -> None:
    scene = SpikeScene()
    drive = moving(scene)
    scene.hub.motors[0].is_plugged = False
    began = scene.clock.now()
    with pytest.raises(DriveError, match="port A: look at its plug") as raised:
        run(drive, scene, 1.0)
    assert raised.value.channel == 0
    assert scene.clock.now() - began < 0.1
    assert [each.commanded is None for each in drive.read()[:2]] == [True, False]
    scene.hub.motors[0].is_plugged = True
    drive.enable(0, 1500.0)
    drive.start((Segment(0, drive.info.clock.now() + 0.02, 1600.0, 0.5),))
    run(drive, scene, 0.6)
    assert scene.outputs()[0] == pytest.approx(1600.0, abs=2)


def test_a_hub_that_was_switched_off_and_on_moves_nothing() -> None:
    scene = SpikeScene()
    drive = moving(scene)
    scene.cut_power()
    run(drive, scene, 0.5)
    assert {each.commanded for each in drive.read()} == {None}
    assert scene.outputs()[0] is None


def test_a_port_without_a_motor_is_refused() -> None:
    scene = SpikeScene()
    drive = scene.opened()
    scene.hub.motors[3].is_plugged = False
    with pytest.raises(DriveError, match="port D") as raised:
        drive.enable(3, 1500.0)
    assert raised.value.channel == 3


@for_each(
    ("url", "words"),
    [
        ("spike:///dev/none", "cannot open port '/dev/none'"),
        ("spike:///dev/none?gears=0", "gears='0' is not like 3,1"),
        ("spike:///dev/none?gears=1,1,1,1,1,1,1", "is not like 3,1"),
        ("spike:///dev/none?channels=6", "numbers are from 0 to 5"),
    ],
)
def test_what_cannot_be_opened_says_why(url: str, words: str) -> None:
    with pytest.raises(RobotError) as raised:
        open_drive(url)
    assert words in raised.value.message
