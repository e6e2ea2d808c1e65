"""Correcting a Maestro's pulses with a camera: small steps, limits and the settings file."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.boards.maestro_settings import MaestroSettings, MaestroSettingsError, read_settings
from robot.boards.maestro_trimming import (
    MAX_STEP_DEGREES,
    check_limits,
    is_within_tolerance,
    trim,
    write_pulses,
)
from tests.support.maestro_example import EXAMPLE

# The true response of each servo: microseconds per degree, and the pulse for 0 degrees.
SERVO = (11.0, 1480.0)


def settings_of(folder: Path, text: str = EXAMPLE) -> tuple[Path, MaestroSettings]:
    path = folder / "maestro.toml"
    path.write_text(text)
    return path, read_settings(path)


def stop_angle(settings: MaestroSettings, axis: str, detent: int) -> float:
    slope, middle = SERVO
    return (settings.axes[axis].pulse(detent) - middle) / slope


@given(st.floats(-7, 7), st.floats(-7, 7))
def test_repeated_trimming_converges_to_the_detents(
    tmp_path_factory: pytest.TempPathFactory, low_error: float, high_error: float
) -> None:
    slope, middle = SERVO
    pulses = {
        -90: middle + slope * (-90 + low_error),
        0: middle,
        90: middle + slope * (90 + high_error),
    }
    pulses_toml = ", ".join(f"{degrees} = {pulse:.1f}" for degrees, pulse in pulses.items())
    text = EXAMPLE.replace("-90 = 500, 0 = 1500, 90 = 2500", pulses_toml, 1)
    text = text.replace("settle = 0.0", "settle = 0.0\nlimits = [400, 2600]")
    path, first = settings_of(tmp_path_factory.mktemp("maestro"), text)
    trimmed = first
    for _ in range(6):
        before = {f"L {detent:+d}": stop_angle(trimmed, "L", detent) for detent in (-90, 90)}
        if all(is_within_tolerance(angle, detent) for angle, detent in before.items()):
            break
        trimmed = trim(trimmed, before)
        for detent in (-90, 90):
            assert (
                abs(stop_angle(trimmed, "L", detent) - before[f"L {detent:+d}"])
                < 1.5 * MAX_STEP_DEGREES
            )
    check_limits(first, trimmed)
    assert stop_angle(trimmed, "L", -90) == pytest.approx(-90, abs=1.1)
    assert stop_angle(trimmed, "L", 90) == pytest.approx(90, abs=1.1)
    assert trimmed.axes["R"] == first.axes["R"]
    write_pulses(path, trimmed)
    assert read_settings(path) == trimmed


def test_a_misfitted_servo_horn_is_reported(tmp_path: Path) -> None:
    _, first = settings_of(tmp_path)
    trimmed = first
    for _ in range(4):
        trimmed = trim(trimmed, {"L +90": 120.0})
    with pytest.raises(MaestroSettingsError, match="Refit the servo horn"):
        check_limits(first, trimmed)


def test_a_pulse_beyond_the_limits_is_reported(tmp_path: Path) -> None:
    _, first = settings_of(tmp_path)
    with pytest.raises(MaestroSettingsError, match=r"not from 500 to 2500.*limits = \[400, 2600\]"):
        check_limits(first, trim(first, {"L +90": 88.0}))


def test_everything_else_in_the_file_is_kept(tmp_path: Path) -> None:
    path, first = settings_of(tmp_path, EXAMPLE.replace("channel = 0", "channel = 0  # left one"))
    write_pulses(path, trim(first, {"R -90": -93.0}))
    before, after = EXAMPLE.splitlines(), path.read_text().splitlines()
    changed = [new for old, new in zip(before, after, strict=True) if old != new]
    assert changed[0] == "channel = 0  # left one"
    assert changed[1].startswith("pulses = { -90 = 533.3, 0 = 1500")
    assert len(changed) == 2


def test_a_file_in_another_form_is_not_changed_and_the_error_gives_the_pulses(
    tmp_path: Path,
) -> None:
    text = EXAMPLE.replace("pulses = { -90 = 500, 0 = 1500, 90 = 2500 }", "[axes.L.pulses]", 1)
    text = text.replace("[axes.L.pulses]", "[axes.L.pulses]\n-90 = 500\n0 = 1500\n90 = 2500", 1)
    path, first = settings_of(tmp_path, text)
    with pytest.raises(MaestroSettingsError, match="write there"):
        write_pulses(path, trim(first, {"L +90": 85.0}))
    assert path.read_text() == text
    assert sorted(each.name for each in tmp_path.iterdir()) == [".maestro.toml.lock", path.name]
