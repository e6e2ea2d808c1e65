"""A LEGO EV3: the twelve rules, where its motors are, and faults of the brick and of its line."""

from __future__ import annotations

import pytest

from firmware_sim.drives.ev3 import NO_MOTOR
from robot.clock import VirtualClock
from robot.conformance.drive_rules import run_drive_checks
from robot.drives.drive import Segment
from robot.drives.ev3 import Ev3Drive
from robot.drives.ev3_frames import Ev3Client
from robot.drives.registry import open_drive
from robot.errors import DriveError, PortError
from robot.link.protocol import StopLevel
from tests.support.benchmarks import Ev3Scene
from tests.support.cases import for_each

FAULTS = ("lost", "short", "wrong_numbers")


def moving(scene: Ev3Scene) -> Ev3Drive:
    """Return the drive of a scene whose first motor is on its way to 2000 µs."""
    drive = scene.opened()
    drive.enable(0, 1500.0)
    drive.start((Segment(0, scene.clock.now() + 0.02, 2000.0, 1.0),))
    run(drive, scene, 0.3)
    return drive


def run(drive: Ev3Drive, scene: Ev3Scene, seconds: float) -> None:
    for _ in range(round(seconds / 0.02)):
        scene.clock.sleep(0.02)
        drive.beat()


def test_it_keeps_all_rules() -> None:
    scene = Ev3Scene()
    results = list(run_drive_checks(scene.opened, scene))
    assert len(results) == 12
    assert [each for each in results if not each.passed or each.skip_reason] == []


def test_a_motor_gets_power_without_a_jump_and_follows_its_segment() -> None:
    scene = Ev3Scene()
    drive = scene.opened()
    assert [each.commanded for each in drive.read()] == [None] * 4
    drive.enable(0, 1600.0)
    scene.clock.sleep(0.05)
    assert 0 < scene.brick.motors[0].position < 12
    scene.clock.sleep(1)
    assert scene.brick.motors[0].position == 27
    drive.start((Segment(0, scene.clock.now() + 0.02, 1500.0, 0.5),))
    run(drive, scene, 0.3)
    measured = drive.read()[0].measured
    assert measured is not None
    assert 1500 < measured < 1560
    run(drive, scene, 0.4)
    assert scene.brick.motors[0].position == 0
    drive.stop(StopLevel.OFF, {})
    assert scene.outputs()[0] is None


def test_a_motor_that_is_held_says_where_it_is() -> None:
    scene = Ev3Scene()
    scene.brick.motors[0].stops = (-1e9, 90.0)
    drive = moving(scene)
    run(drive, scene, 1.0)
    state = drive.read()[0]
    assert state.commanded == 2000.0
    assert state.measured == pytest.approx(1500 + 30 * 2000 / 180)
    assert state.load is None


@for_each("fault", FAULTS)
def test_a_reply_that_is_wrong_is_asked_for_again(fault: str) -> None:
    scene = Ev3Scene()
    drive = moving(scene)
    setattr(scene.brick.faults, fault, 3)
    run(drive, scene, 1.2)
    assert scene.outputs()[0] == pytest.approx(2000.0)


@for_each("fault", FAULTS)
def test_replies_that_stay_wrong_stop_the_motion_within_100_ms(fault: str) -> None:
    scene = Ev3Scene()
    drive = moving(scene)
    setattr(scene.brick.faults, fault, 10**6)
    began, before = scene.clock.now(), scene.outputs()[0]
    with pytest.raises(DriveError, match="EV3 does not answer"):
        run(drive, scene, 1.0)
    assert scene.clock.now() - began < 0.02 + 0.1
    setattr(scene.brick.faults, fault, 0)
    run(drive, scene, 1.0)
    after = scene.outputs()[0]
    assert before is not None
    assert after is not None
    assert after - before < 40.0
    drive.start((Segment(0, scene.clock.now() + 0.02, 2000.0, 1.0),))
    run(drive, scene, 1.2)
    assert scene.outputs()[0] == pytest.approx(2000.0)


def test_a_brick_out_of_range_stops_by_itself() -> None:
    scene = Ev3Scene()
    drive = moving(scene)
    scene.brick.faults.in_range = False
    scene.clock.sleep(0.05)
    stopped = scene.brick.motors[0].position
    scene.clock.sleep(1)
    assert scene.brick.motors[0].position == stopped
    with pytest.raises(DriveError, match="in range"):
        drive.beat()


def test_a_motor_that_is_unplugged_is_named() -> None:
    scene = Ev3Scene()
    drive = moving(scene)
    scene.brick.motors[0].kind = NO_MOTOR
    with pytest.raises(DriveError, match="port A: look at its plug") as raised:
        run(drive, scene, 0.02)
    assert raised.value.channel == 0
    assert drive.read()[0].measured is None
    run(drive, scene, 1.0)


def test_a_brick_that_was_switched_off_and_on_moves_nothing() -> None:
    scene = Ev3Scene()
    drive = moving(scene)
    scene.cut_power()
    with pytest.raises(DriveError, match="has restarted: port A is limp"):
        run(drive, scene, 0.02)
    run(drive, scene, 1.0)
    assert scene.brick.motors[0].position == 0
    assert {state.commanded for state in drive.read()} == {None}


@for_each(
    ("url", "words"),
    [
        ("ev3:///dev/hidraw-none", "switch the brick on, and plug it in"),
        ("ev3:///dev/none", "cannot open port '/dev/none': there is no such port"),
        ("ev3:///dev/none?channels=4", "numbers are from 0 to 3"),
        ("ev3:///dev/none?gears=x", "gears='x' is not like 3,1"),
    ],
)
def test_what_cannot_be_opened_says_why(url: str, words: str) -> None:
    with pytest.raises((DriveError, PortError)) as raised:
        open_drive(url)
    assert words in raised.value.message


class ChatteringPort:
    """A brick that never stops to answer what nobody has asked."""

    reply_seconds = 0.1

    def __init__(self, clock: VirtualClock) -> None:
        self.clock = clock

    def receive(self) -> bytes:
        self.clock.sleep(0.001)
        assert self.clock.now() < 10 * self.reply_seconds
        return b"\xff\xff\x02"

    def write(self, data: bytes, /) -> int | None:
        return len(data)

    def close(self) -> None:
        pass


def test_a_brick_that_chatters_is_not_heard_for_ever() -> None:
    clock = VirtualClock()
    client = Ev3Client(ChatteringPort(clock), clock)
    with pytest.raises(TimeoutError, match="no reply"):
        client.request(b"")
    assert clock.now() == pytest.approx(0.1, abs=0.002)
