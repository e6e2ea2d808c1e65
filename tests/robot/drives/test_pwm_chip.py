"""A computer's own PWM outputs: what is written to the kernel, and what is said where it fails."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from robot.drives.device_access import (
    PWM_LINE,
    i2c_problem,
    pin_problem,
    pwm_permission,
    pwm_problem,
)
from robot.drives.drive import Channel
from robot.drives.pwm_chip import PwmChipDrive
from robot.drives.registry import open_drive
from robot.errors import DriveError
from tests.support.benchmarks import PwmChipScene
from tests.support.cases import for_each


def test_the_kernel_refuses_nothing_and_pulses_are_exact() -> None:
    scene = PwmChipScene()
    drive = scene.opened()
    drive.enable(0, 1500.0)
    drive.enable(1, 612.5)
    assert scene.outputs() == {0: 1500.0, 1: 612.5}
    assert scene.chip.period(0) == pytest.approx(0.02)
    assert scene.chip.refused == []
    scene.end()


def test_an_output_that_pulses_already_is_taken_as_it_is() -> None:
    scene = PwmChipScene()
    scene.opened().enable(1, 900.0)
    again = scene.opened()
    assert scene.outputs() == {0: None, 1: 900.0}
    assert [state.commanded for state in again.read()] == [None, 900.0]
    assert scene.chip.refused == []
    scene.end()


def test_an_output_that_the_chip_has_not_is_an_error() -> None:
    scene = PwmChipScene()
    with pytest.raises(DriveError, match="pwm7") as raised:
        PwmChipDrive(scene.chip.folder, (Channel(7, 500.0, 2500.0),), scene.clock)
    assert raised.value.channel == 7
    scene.end()


@for_each(
    ("url", "words"),
    [
        ("pwmchip:///none/pwmchip0", PWM_LINE),
        ("pwmchip:///dev", "/dev is no pwmchip: name one such as"),
        ("pwmchip:///none?channels=0,0", "each once"),
        ("pwmchip:///none?channels=0-", "is not like 0,1,4-7"),
        ("pwmchip:///none?min=1500&max=1400", "min=1500 is not below max=1400"),
        ("pwmchip:///none?max=3000", "max='3000' is not a number from 400 to 2600"),
        ("pwmchip:///none?max=nan", "max='nan' is not a number"),
        ("pwmchip:///none?pins=12", "unknown option pins"),
        ("pwmchip:///none?channels", "is not a URL"),
        ("pwmchip://[", "is not a URL"),
    ],
)
def test_what_cannot_be_opened_says_what_to_do(url: str, words: str) -> None:
    with pytest.raises(DriveError) as raised:
        open_drive(url)
    assert words in raised.value.message


def test_missing_permissions_name_the_group_and_the_rule(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "export"
    file.touch()
    assert pwm_problem(tmp_path) is None
    assert i2c_problem(file) is None
    assert pin_problem(Path("/sys/class/../..") / file.relative_to("/")) is not None
    monkeypatch.setattr(Path, "resolve", lambda self: Path("/sys/class/leds/servos/brightness"))
    assert pin_problem(file) is None
    monkeypatch.setattr(os, "access", lambda *_: False)
    monkeypatch.setattr(Path, "group", lambda _: "pins")
    assert pwm_problem(tmp_path) == pwm_permission(file)
    assert pwm_permission(file).remedy == "sudo usermod -aG pins $USER, then sudo reboot"
    assert "usermod -aG pins" in str(i2c_problem(file))
    monkeypatch.setattr(Path, "group", lambda _: "root")
    assert "/etc/udev/rules.d/99-pwm.rules" in str(pwm_permission(file))
    assert "/etc/udev/rules.d/99-i2c.rules" in str(i2c_problem(file))
    assert "usermod -aG gpio" in str(pwm_permission(file))
    assert "usermod -aG i2c" in str(i2c_problem(file))
    assert "brightness" in str(pin_problem(file))
