"""Feetech's servos: what they report, faults of their line, and a bus on a pseudo-terminal."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from firmware_sim.drives.feetech import MIN_LIMIT, SCS, EmulatedFeetechServo
from firmware_sim.drives.feetech_bus import EmulatedFeetechBus, FeetechWire
from firmware_sim.endpoints import PseudoTerminal
from robot.clock import SystemClock
from robot.drives import feetech, feetech_frames
from robot.drives.drive import Channel, Segment
from robot.drives.feetech import SERIES, FeetechDrive
from robot.drives.registry import open_drive
from robot.errors import DriveError, PortError, UnsupportedError
from robot.link.protocol import StopLevel
from tests.support.benchmarks import FeetechScene
from tests.support.cases import for_each

FAULTS = ("lost", "short", "bad_sums", "wrong_ids")


def moving(scene: FeetechScene) -> FeetechDrive:
    """Return the drive of a scene whose first servo is on its way to 2000 µs."""
    drive = scene.opened()
    assert isinstance(drive, FeetechDrive)
    drive.enable(1, 1500.0)
    drive.start((Segment(1, scene.clock.now() + 0.02, 2000.0, 1.0),))
    run(drive, scene, 0.3)
    return drive


def run(drive: FeetechDrive, scene: FeetechScene, seconds: float) -> None:
    for _ in range(round(seconds / 0.02)):
        scene.clock.sleep(0.02)
        drive.beat()


@for_each("echo", [False, True])
@for_each("fault", FAULTS)
def test_a_reply_that_is_wrong_is_asked_for_again(fault: str, echo: bool) -> None:
    scene = FeetechScene()
    drive = moving(scene)
    scene.bus.faults.echo = echo
    setattr(scene.bus.faults, fault, 3)
    run(drive, scene, 1.5)
    assert scene.outputs()[1] == pytest.approx(2000.0, abs=1)


@for_each("fault", FAULTS)
def test_replies_that_stay_wrong_stop_the_motion_within_100_ms(fault: str) -> None:
    scene = FeetechScene()
    drive = moving(scene)
    setattr(scene.bus.faults, fault, 4)
    began, before = scene.clock.now(), scene.outputs()
    with pytest.raises(DriveError, match="servo") as raised:
        run(drive, scene, 1.0)
    assert raised.value.channel == 1
    assert scene.clock.now() - began < 0.02 + 0.1
    run(drive, scene, 1.0)
    after = scene.outputs()[1]
    assert before[1] is not None
    assert after is not None
    assert after - before[1] < 25.0


def test_two_servos_of_one_number_are_found_at_once() -> None:
    scene = FeetechScene()
    scene.servos[1].registers[5] = 1
    with pytest.raises(DriveError, match="no other has its number"):
        scene.opened()


def test_another_baud_rate_and_a_missing_servo_are_found_at_once() -> None:
    scene = FeetechScene()
    scene.servos[3].registers[5] = 9
    with pytest.raises(DriveError, match="servo 4: no reply") as raised:
        scene.opened()
    assert raised.value.channel == 4
    scene.bus.faults.has_wrong_baud = True
    with pytest.raises(DriveError, match="baud rate"):
        scene.opened()


def test_a_brown_out_in_a_motion_ends_it_and_nothing_moves_when_the_power_is_back() -> None:
    scene = FeetechScene()
    drive = moving(scene)
    scene.cut_power()
    with pytest.raises(DriveError, match="servo 1 has lost its torque"):
        run(drive, scene, 0.02)
    before = scene.servos[0].position
    run(drive, scene, 1.0)
    assert scene.servos[0].position == before
    assert {state.commanded for state in drive.read()} == {None}


def test_a_servo_that_is_held_says_its_load_and_then_its_overload() -> None:
    scene = FeetechScene()
    scene.servos[0].stops = (0.0, 2200.0)
    drive = moving(scene)
    run(drive, scene, 1.0)
    state = drive.read()[0]
    assert state.commanded == pytest.approx(2000.0, abs=1)
    assert state.measured == pytest.approx(1500 + (2200 - 2048) * 360 / 4096 * 2000 / 180)
    assert state.load == 1.0
    assert state.errors == ()
    assert state.volts == pytest.approx(7.4)
    scene.clock.sleep(2.5)
    assert drive.read()[0].errors == ("overload",)
    drive.stop(StopLevel.OFF, {})
    drive.enable(1, 1500.0)
    run(drive, scene, 1.0)
    assert drive.read()[0].errors == ()
    assert scene.servos[0].position == 2048


def test_a_servo_gets_torque_without_a_jump() -> None:
    scene = FeetechScene()
    drive = scene.opened()
    drive.enable(1, 2000.0)
    scene.clock.sleep(0.1)
    turned = (scene.servos[0].position - 2048) * 360 / 4096
    assert 5 < turned < 10


def test_its_own_limits_hold_beside_those_of_the_url() -> None:
    scene = FeetechScene()
    scene.servos[0].set_word(MIN_LIMIT, 2048)
    channel = scene.opened().info.channels[0]
    assert (channel.lowest, channel.highest) == (1500.0, 2500.0)


def test_its_torque_is_limited_by_a_share() -> None:
    scene = FeetechScene()
    scene.servos[0].stops = (0.0, 2200.0)
    drive = moving(scene)
    drive.limit(1, 0.35)
    run(drive, scene, 1.0)
    assert drive.read()[0].load == pytest.approx(0.35)
    with pytest.raises(DriveError, match="no share"):
        drive.limit(1, 1.5)
    with pytest.raises(DriveError, match="channel 7: there is none with this number") as refused:
        drive.limit(7, 0.5)
    assert refused.value.value == 7


def test_an_scs_servo_is_of_other_counts_and_bytes() -> None:
    scene = FeetechScene()
    servo = EmulatedFeetechServo(7, SCS)
    bus = EmulatedFeetechBus(scene.clock, (servo,))
    scene.clock.devices.append(bus.advance)
    servos = (Channel(7, 500.0, 2500.0),)
    drive = FeetechDrive(FeetechWire(bus, scene.clock), servos, SERIES["scs"], scene.clock)
    drive.enable(7, 2000.0)
    scene.clock.sleep(2)
    assert servo.position == pytest.approx(512 + 45 * 1024 / 300, abs=0.5)
    assert drive.read()[0].measured == pytest.approx(2000.0, abs=2)
    with pytest.raises(UnsupportedError):
        drive.limit(7, 0.5)


@for_each(
    ("url", "words"),
    [
        ("feetech:///dev/none", "cannot open port '/dev/none': there is no such port"),
        ("feetech:///dev/null", "cannot open port '/dev/null': it is no serial port"),
        ("feetech:///dev/none?series=x", "series='x' is none of sts, scs"),
        ("feetech:///dev/none?channels=253", "numbers are from 0 to 252"),
        ("feetech:///dev/none?baud=9", "baud='9' is not a number"),
    ],
)
def test_what_cannot_be_opened_says_what_to_do(url: str, words: str) -> None:
    with pytest.raises((DriveError, PortError)) as raised:
        open_drive(url)
    assert words in raised.value.message


@pytest.fixture
def terminal() -> Iterator[PseudoTerminal]:
    """Serve servos 1 and 2 on a pseudo-terminal, whose adapter echoes."""
    bus = EmulatedFeetechBus(SystemClock(), [EmulatedFeetechServo(1), EmulatedFeetechServo(2)])
    bus.faults.echo = True
    terminal, ended = PseudoTerminal(), threading.Event()

    def serve() -> None:
        while not ended.wait(0.001):
            bus.receive(terminal.read())
            if out := bus.read_output():
                terminal.write(out)

    thread = threading.Thread(target=serve)
    thread.start()
    yield terminal
    ended.set()
    thread.join()
    terminal.close()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait for replies: a busy computer lets another thread wait for longer than an adapter."""
    for module in (feetech, feetech_frames):
        monkeypatch.setattr(module, "REPLY_SECONDS", 2.0)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("numbers", ["1,2", ""])
def test_a_bus_is_opened_by_its_url(
    terminal: PseudoTerminal, monkeypatch: pytest.MonkeyPatch, numbers: str
) -> None:
    monkeypatch.setattr(feetech, "_SMALL_NUMBERS", "1-3")
    drive = open_drive(f"feetech://{terminal.address}?channels={numbers}")
    drive.enable(2, 1700.0)
    assert [state.channel for state in drive.read()] == [1, 2]
    assert drive.read()[0].commanded is None
    assert drive.read()[1].commanded == pytest.approx(1700.0, abs=1)
    drive.stop(StopLevel.OFF, {})
    drive.close()


@pytest.mark.usefixtures("patient")
def test_a_bus_on_which_nobody_answers_is_named(
    terminal: PseudoTerminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feetech, "_SMALL_NUMBERS", "3-3")
    with pytest.raises(DriveError, match="no servo with a number of 3-3 answers: check the baud"):
        open_drive(f"feetech://{terminal.address}")
