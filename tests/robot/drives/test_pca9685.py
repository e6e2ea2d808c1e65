"""A PCA9685: its clock, its faults, and the guard of its output-enable line."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from firmware_sim.drives.pca9685 import AUTO_INCREMENT, FASTEST_HZ, MODE1, PRE_SCALE, SLOWEST_HZ
from robot.drives.drive import OnSilence, Segment
from robot.drives.pca9685 import NOMINAL_HZ, Pca9685Drive, calibrated_clock
from robot.drives.registry import open_drive
from robot.errors import DriveError
from tests.support.benchmarks import GuardedPca9685Scene, Pca9685Scene
from tests.support.cases import for_each

ADDRESS = 0x40
# Half a step of 4.88 µs is more than half a percent of a shorter one.
PULSES = (600.0, 1000.0, 1500.0, 2400.0)


def errors(scene: Pca9685Scene) -> list[float]:
    """Return how far off pulses come out, as shares of what was commanded."""
    drive = scene.opened()
    found = []
    for channel, pulse in enumerate(PULSES):
        drive.enable(channel, pulse)
        came = scene.outputs()[channel]
        assert came is not None
        found.append(came / pulse - 1)
    return found


@for_each("hertz", [SLOWEST_HZ, 24.6e6, 25.0e6, 25.7e6, FASTEST_HZ])
def test_pulses_are_right_once_its_clock_is_calibrated(hertz: float) -> None:
    assert max(map(abs, errors(Pca9685Scene(hertz)))) < 0.046
    scene = Pca9685Scene(hertz)
    drive = scene.opened()
    drive.enable(0, 1500.0)
    commanded, measured = drive.read()[0].commanded, scene.outputs()[0]
    assert commanded is not None
    assert measured is not None
    clock_hz = calibrated_clock(NOMINAL_HZ, commanded, measured)
    assert clock_hz == pytest.approx(hertz)
    assert max(map(abs, errors(Pca9685Scene(hertz, clock_hz)))) < 0.005


@for_each("measured", [0.0, 1000.0, 2000.0, float("nan")])
def test_a_measurement_that_no_clock_explains_is_refused(measured: float) -> None:
    with pytest.raises(DriveError, match="MHz"):
        calibrated_clock(NOMINAL_HZ, 1500.0, measured)


def test_without_a_pin_it_says_that_it_keeps_pulsing() -> None:
    assert Pca9685Scene().opened().info.on_silence is OnSilence.HOLD
    guarded = GuardedPca9685Scene()
    assert guarded.opened().info.on_silence is OnSilence.OFF
    guarded.end()


def moving(scene: Pca9685Scene) -> tuple[Pca9685Drive, Segment]:
    drive = scene.opened()
    assert isinstance(drive, Pca9685Drive)
    drive.enable(0, 1500.0)
    segment = Segment(0, scene.clock.now() + 0.02, 2000.0, 1.0)
    drive.start((segment,))
    run(drive, scene, 0.3)
    return drive, segment


def run(drive: Pca9685Drive, scene: Pca9685Scene, seconds: float) -> None:
    for _ in range(round(seconds / 0.02)):
        scene.clock.sleep(0.02)
        drive.beat()


def test_a_byte_that_is_not_acknowledged_is_sent_again() -> None:
    scene = Pca9685Scene()
    drive, segment = moving(scene)
    scene.chip.naks = 3
    run(drive, scene, 1.2)
    assert scene.outputs()[0] == pytest.approx(segment.target, abs=drive.info.step)


def test_a_chip_that_does_not_answer_is_an_error_and_what_was_on_its_way_is_dropped() -> None:
    scene = Pca9685Scene()
    drive, _ = moving(scene)
    before = scene.outputs()
    scene.chip.naks = 4
    began = scene.clock.now()
    with pytest.raises(DriveError, match="PCA9685 0x40 does not answer"):
        run(drive, scene, 0.02)
    assert scene.clock.now() - began < 0.1
    run(drive, scene, 1.2)
    assert scene.outputs() == before


def test_a_brown_out_in_a_motion_ends_it() -> None:
    scene = Pca9685Scene()
    drive, _ = moving(scene)
    scene.cut_power()
    with pytest.raises(DriveError, match="lost its power"):
        run(drive, scene, 0.02)
    run(drive, scene, 0.5)
    assert set(scene.outputs().values()) == {None}
    assert {state.commanded for state in drive.read()} == {None}
    drive.enable(0, 1500.0)
    assert scene.outputs()[0] == pytest.approx(1500.0, abs=3)
    assert scene.outputs()[1] is None


def test_a_chip_that_pulses_already_is_taken_as_it_is() -> None:
    scene = Pca9685Scene()
    scene.opened().enable(2, 1800.0)
    before = scene.outputs()
    again = scene.opened()
    assert scene.outputs() == before
    assert again.read()[2].commanded == pytest.approx(before[2])
    # Other programs leave it without increments.
    scene.chip.write_byte_data(ADDRESS, MODE1, 0)
    again = scene.opened()
    assert scene.chip.read_byte_data(ADDRESS, MODE1) & AUTO_INCREMENT
    assert again.read()[2].commanded == pytest.approx(before[2])


def test_a_chip_that_drives_lamps_is_refused() -> None:
    scene = Pca9685Scene()
    scene.chip.write_byte_data(ADDRESS, PRE_SCALE, 3)
    scene.chip.write_byte_data(ADDRESS, MODE1, AUTO_INCREMENT)
    with pytest.raises(DriveError, match="1526 Hz"):
        scene.opened()


def test_a_chip_that_is_not_there_is_named() -> None:
    scene = Pca9685Scene()
    scene.chip.power_off()
    with pytest.raises(DriveError, match="no PCA9685 answers at 0x40"):
        scene.opened()


@for_each(
    ("url", "words"),
    [
        ("pca9685:///dev/i2c-none", "raspi-config nonint do_i2c 0"),
        ("pca9685:///dev/null?oe=/sys/class/leds/none/brightness", "dtoverlay=gpio-led"),
        ("pca9685:///dev/null", "/dev/null is no I2C bus"),
        ("pca9685:///dev/i2c-1?address=0x20", "address='0x20' is not a number"),
        ("pca9685:///dev/i2c-1?clock=1e6", "clock='1e6' is not a number from 2.3e"),
        ("pca9685:///dev/i2c-1?channels=3,16", "numbers are from 0 to 15"),
        ("pca9685:///dev/i2c-1?pin=17", "unknown option pin"),
    ],
)
def test_what_cannot_be_opened_says_what_to_do(url: str, words: str) -> None:
    pytest.importorskip("smbus2", reason="needs smbus2")
    with pytest.raises(DriveError) as raised:
        open_drive(url)
    assert words in raised.value.message


PROGRAM = """
import sys, time
from pathlib import Path
from robot.drives.output_guard import BEAT, ON, GuardProcess
guard = GuardProcess(Path(sys.argv[1]))
guard.send(ON)
while True:
    guard.send(BEAT)
    time.sleep(0.05)
"""


@contextmanager
def guarded_program(pin: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program with a guard until its pin is on."""
    pin.write_text("0\n")
    program = subprocess.Popen([sys.executable, "-c", PROGRAM, str(pin)])
    try:
        wait_for(pin, "1", 30)
        yield program
    finally:
        program.kill()
        program.wait()


def wait_for(pin: Path, state: str, seconds: float) -> None:
    end = time.monotonic() + seconds
    while pin.read_text().strip() != state:
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP, signal.SIGINT])
def test_the_guard_switches_the_pin_off_when_the_program_is_gone(
    tmp_path: Path, how: signal.Signals
) -> None:
    pin = tmp_path / "brightness"
    with guarded_program(pin) as program:
        os.kill(program.pid, how)
        # Within 2.2 s on a computer that has nothing else to do.
        wait_for(pin, "0", 20)
