"""The emulated PCA9685 against its data sheet, and driven by a library that is not ours."""

from __future__ import annotations

import errno
from contextlib import closing
from typing import Any

import pytest

from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.drives.pca9685 import (
    ALL_LED_END,
    AUTO_INCREMENT,
    FASTEST_HZ,
    FIRST_LED,
    MODE1,
    PRE_SCALE,
    RESTART,
    SLEEP,
    SLOWEST_HZ,
    EmulatedPca9685,
)
from robot.drives.drive import Channel, Segment
from robot.drives.pca9685 import Pca9685Drive
from tests.support.cases import for_each

# Adafruit's own, for any computer with an I2C bus.
other: Any = pytest.importorskip(
    "PCA9685_PicoPlanetDev.PCA9685", reason="needs pca9685-picoplanetdev"
)

ADDRESS = 0x40
PRE_SCALE_50_HZ = 121


@pytest.fixture
def clock() -> DeviceClock:
    return DeviceClock()


@pytest.fixture
def chip(clock: DeviceClock) -> EmulatedPca9685:
    return EmulatedPca9685(clock)


def set_width(chip: EmulatedPca9685, channel: int, steps: int) -> None:
    start = FIRST_LED + 4 * channel
    chip.write_i2c_block_data(ADDRESS, start, [0, 0, steps & 0xFF, steps >> 8])


def start(chip: EmulatedPca9685, clock: DeviceClock) -> None:
    chip.write_byte_data(ADDRESS, PRE_SCALE, PRE_SCALE_50_HZ)
    chip.write_byte_data(ADDRESS, MODE1, AUTO_INCREMENT)
    clock.sleep(0.001)


def test_it_sleeps_after_power_up_and_no_output_pulses(chip: EmulatedPca9685) -> None:
    assert chip.read_byte_data(ADDRESS, MODE1) & SLEEP
    assert chip.read_byte_data(ADDRESS, PRE_SCALE) == 0x1E
    assert chip.pulses() == (None,) * 16


def test_the_prescaler_is_written_in_sleep_only(chip: EmulatedPca9685, clock: DeviceClock) -> None:
    start(chip, clock)
    chip.write_byte_data(ADDRESS, PRE_SCALE, 60)
    assert chip.read_byte_data(ADDRESS, PRE_SCALE) == PRE_SCALE_50_HZ
    assert chip.blocked == 1
    chip.write_byte_data(ADDRESS, MODE1, SLEEP)
    chip.write_byte_data(ADDRESS, PRE_SCALE, 1)
    assert chip.read_byte_data(ADDRESS, PRE_SCALE) == 3


def test_a_block_goes_into_one_register_without_auto_increment(chip: EmulatedPca9685) -> None:
    set_width(chip, 0, 300)
    assert chip.read_byte_data(ADDRESS, FIRST_LED) == 300 >> 8
    assert chip.read_byte_data(ADDRESS, FIRST_LED + 2) == 0
    chip.write_byte_data(ADDRESS, MODE1, SLEEP | AUTO_INCREMENT)
    set_width(chip, 0, 300)
    assert chip.read_i2c_block_data(ADDRESS, FIRST_LED, 4) == [0, 0, 300 & 0xFF, 300 >> 8]


@for_each("hertz", [SLOWEST_HZ, 25e6, FASTEST_HZ])
def test_pulses_are_as_long_as_the_oscillator_makes_them(hertz: float) -> None:
    clock = DeviceClock()
    chip = EmulatedPca9685(clock, hertz)
    start(chip, clock)
    set_width(chip, 2, 307)
    pulse = chip.pulses()[2]
    assert pulse == pytest.approx(307 * (PRE_SCALE_50_HZ + 1) / hertz * 1e6)
    assert chip.pulses(2) == (None, None)


def test_it_goes_on_after_sleep_when_it_is_restarted(
    chip: EmulatedPca9685, clock: DeviceClock
) -> None:
    start(chip, clock)
    set_width(chip, 0, 300)
    before = chip.pulses()
    chip.write_byte_data(ADDRESS, MODE1, AUTO_INCREMENT | SLEEP)
    assert chip.pulses() == (None,) * 16
    assert chip.read_byte_data(ADDRESS, MODE1) & RESTART
    chip.write_byte_data(ADDRESS, MODE1, AUTO_INCREMENT)
    chip.write_byte_data(ADDRESS, MODE1, AUTO_INCREMENT | RESTART)
    assert chip.blocked == 1, "the oscillator runs for less than 500 µs"
    clock.sleep(0.001)
    chip.write_byte_data(ADDRESS, MODE1, AUTO_INCREMENT | RESTART)
    assert chip.pulses() == before


def test_all_outputs_end_by_one_register(chip: EmulatedPca9685, clock: DeviceClock) -> None:
    start(chip, clock)
    for channel in range(16):
        set_width(chip, channel, 300)
    assert None not in chip.pulses()
    chip.write_byte_data(ADDRESS, ALL_LED_END, 0x10)
    assert chip.pulses() == (None,) * 16


def test_another_address_and_a_chip_without_power_do_not_acknowledge(
    chip: EmulatedPca9685, clock: DeviceClock
) -> None:
    start(chip, clock)
    set_width(chip, 0, 300)
    for action in (
        lambda: chip.read_byte_data(ADDRESS + 1, MODE1),
        lambda: chip.write_byte_data(ADDRESS, 0x80, 0),
    ):
        with pytest.raises(OSError, match="Remote") as raised:
            action()
        assert raised.value.errno == errno.EREMOTEIO
    chip.power_off()
    with pytest.raises(OSError, match="Remote"):
        chip.read_byte_data(ADDRESS, MODE1)
    assert chip.pulses(1) == (None,)
    chip.power_on()
    assert chip.read_byte_data(ADDRESS, MODE1) & SLEEP
    assert chip.pulses(1) == (None,)


@pytest.fixture
def theirs(clock: DeviceClock, monkeypatch: pytest.MonkeyPatch) -> EmulatedPca9685:
    """Return the chip that the other library finds at each I2C bus, by the time of its clock."""
    chip = EmulatedPca9685(clock)
    monkeypatch.setattr(other, "SMBus", lambda bus: closing(chip))
    monkeypatch.setattr(other, "time", clock)
    return chip


def test_another_library_moves_it_as_our_bytes_do(
    theirs: EmulatedPca9685, chip: EmulatedPca9685, clock: DeviceClock
) -> None:
    board = other.PCA9685(interface=1)
    board.set_pwm_freq(50)
    board.set_pwm(3, 0, 300)
    start(chip, clock)
    set_width(chip, 3, 300)
    assert theirs.pulses() == chip.pulses()
    assert theirs.pulses()[3] == pytest.approx(300 * 4.88, rel=0.001)
    assert theirs.blocked == chip.blocked == 0


def test_our_drive_finds_what_another_library_has_set(
    theirs: EmulatedPca9685, clock: DeviceClock
) -> None:
    board = other.PCA9685(interface=1)
    board.set_pwm_freq(50)
    board.set_pwm(3, 0, 300)
    drive = Pca9685Drive(theirs, (Channel(3, 500.0, 2500.0),), clock=clock)
    assert drive.read()[0].commanded == pytest.approx(theirs.pulses()[3])
    drive.start((Segment(3, clock.now() + 0.02, 2000.0, 0.5),))
    while drive.read()[0].commanded != pytest.approx(2000.0, abs=3):
        clock.sleep(0.02)
        drive.beat()
    assert theirs.pulses()[3] == pytest.approx(2000.0, abs=3)
