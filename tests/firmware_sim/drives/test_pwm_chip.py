"""The emulated pwmchip against the kernel's rules, and driven by rpi-hardware-pwm."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pytest

from firmware_sim.drives.device_clock import DeviceClock
from firmware_sim.drives.pwm_chip import UDEV_SECONDS, EmulatedPwmChip
from robot.clock import SystemClock


@pytest.fixture
def clock() -> DeviceClock:
    return DeviceClock()


@pytest.fixture
def chip(tmp_path: Path, clock: DeviceClock) -> EmulatedPwmChip:
    chip = EmulatedPwmChip(tmp_path / "pwmchip0", clock)
    clock.devices.append(chip.advance)
    return chip


def put(chip: EmulatedPwmChip, name: str, value: object) -> None:
    (chip.folder / name).write_text(f"{value}\n")
    chip.advance()


def export(chip: EmulatedPwmChip, clock: DeviceClock, channel: int) -> None:
    put(chip, "export", channel)
    clock.sleep(UDEV_SECONDS + 0.01)


def test_a_channel_has_files_once_it_is_exported_and_udev_was_there(
    chip: EmulatedPwmChip, clock: DeviceClock
) -> None:
    assert (chip.folder / "npwm").read_text() == "2\n"
    put(chip, "export", 1)
    assert not (chip.folder / "pwm1" / "enable").exists()
    clock.sleep(UDEV_SECONDS + 0.01)
    assert (chip.folder / "pwm1" / "enable").read_text() == "0\n"
    put(chip, "export", 1)
    put(chip, "export", 2)
    assert chip.refused == ["export 1", "export 2"]
    put(chip, "unexport", 1)
    assert not (chip.folder / "pwm1").exists()


def test_it_pulses_as_its_files_say(chip: EmulatedPwmChip, clock: DeviceClock) -> None:
    export(chip, clock, 0)
    for name, value in (("period", 20_000_000), ("duty_cycle", 1_500_000)):
        put(chip, f"pwm0/{name}", value)
        assert chip.pulses() == (None, None)
    put(chip, "pwm0/enable", 1)
    assert chip.pulses() == (1500.0, None)
    assert chip.period(0) == pytest.approx(0.02)
    put(chip, "pwm0/enable", 0)
    assert chip.pulses() == (None, None)
    assert chip.refused == []


def test_what_the_kernel_refuses_is_put_back(chip: EmulatedPwmChip, clock: DeviceClock) -> None:
    export(chip, clock, 0)
    put(chip, "pwm0/duty_cycle", 1_500_000)
    put(chip, "pwm0/enable", 1)
    put(chip, "pwm0/period", 1_000_000)
    put(chip, "pwm0/duty_cycle", 1_000_001)
    assert len(chip.refused) == 3
    assert (chip.folder / "pwm0/duty_cycle").read_text() == "0\n"
    assert chip.pulses() == (None, None)


def test_a_file_that_a_killed_program_left_empty_is_filled_again(
    chip: EmulatedPwmChip, clock: DeviceClock
) -> None:
    export(chip, clock, 0)
    put(chip, "pwm0/period", 20_000_000)
    put(chip, "pwm0/duty_cycle", 1_500_000)
    (chip.folder / "pwm0/duty_cycle").write_text("")
    chip.fill()
    assert (chip.folder / "pwm0/duty_cycle").read_text() == "1500000\n"


def test_a_restart_of_the_computer_forgets_all(chip: EmulatedPwmChip, clock: DeviceClock) -> None:
    export(chip, clock, 0)
    chip.power_on()
    assert not (chip.folder / "pwm0").exists()
    assert chip.pulses() == (None, None)


def test_rpi_hardware_pwm_moves_it(tmp_path: Path) -> None:
    library = pytest.importorskip("rpi_hardware_pwm", reason="needs rpi-hardware-pwm")
    chip = EmulatedPwmChip(tmp_path / "pwmchip0", SystemClock())

    class InFolder(library.HardwarePWM):  # type: ignore[name-defined,misc]
        """The library, in the emulated folder: it has the kernel's own in its code."""

        chippath = property(lambda self: str(chip.folder), lambda self, path: None)

    ended = threading.Event()

    def follow() -> None:
        while not ended.wait(0.002):
            chip.advance()

    thread = threading.Thread(target=follow)
    thread.start()
    try:
        output: Any = InFolder(pwm_channel=1, hz=50)
        output.start(7.5)
        wait_for_pulses(chip, (None, 1500.0))
        output.change_duty_cycle(10)
        wait_for_pulses(chip, (None, 2000.0))
        output.stop()
        wait_for_pulses(chip, (None, None))
    finally:
        ended.set()
        thread.join()
    assert chip.refused == []


def wait_for_pulses(chip: EmulatedPwmChip, pulses: tuple[float | None, ...]) -> None:
    end = time.monotonic() + 10
    while chip.pulses() != pulses:
        assert time.monotonic() < end, chip.pulses()
        time.sleep(0.002)
