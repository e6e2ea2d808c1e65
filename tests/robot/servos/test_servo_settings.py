"""The settings file of a robot on a Maestro: reading it, and rejecting bad values.

Correcting a Maestro's pulses with a camera: small steps, limits and the settings file.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.servos.servo_settings import (
    AxisServo,
    ServoSettings,
    ServoSettingsError,
    read_settings,
)
from robot.servos.servo_trimming import (
    MAX_STEP_DEGREES,
    check_limits,
    is_within_tolerance,
    trim,
    write_pulses,
)
from tests.support.maestro_example import EXAMPLE


def read(tmp_path: Path, text: str) -> ServoSettings:
    path = tmp_path / "maestro.toml"
    path.write_text(text)
    return read_settings(path)


def test_the_documented_example(tmp_path: Path) -> None:
    settings = read(tmp_path, EXAMPLE)
    assert settings.rig.name == "two-gripper"
    assert [servo.channel for servo in settings.servos] == [0, 1, 2, 3]
    assert settings.axes["L"].pulse(45) == 2000
    assert settings.axes["L"].degrees(1000) == -45
    assert dict(settings.grippers["R"].pulses) == {"closed": 1000, "open": 2000}


pulses = st.lists(st.integers(64, 3280), min_size=2, max_size=5, unique=True).map(sorted)


@given(pulses, st.booleans(), st.floats(-90, 90))
def test_angles_and_pulses_convert_back(measured: list[int], falling: bool, degrees: float) -> None:
    measured = measured[::-1] if falling else measured
    angles = [-90 + 180 * i / (len(measured) - 1) for i in range(len(measured))]
    servo = AxisServo(0, tuple(zip(angles, map(float, measured), strict=True)))
    assert servo.degrees(servo.pulse(degrees)) == pytest.approx(degrees, abs=1e-6)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('rig = "two-gripper"', 'rig = "seven-gripper"', "'seven-gripper'"),
        ('rig = "two-gripper"', "", "rig is missing; it must be a text"),
        ("pace = 1.0", "pace = 0", "pace = 0 must be a finite number from 0.01"),
        ("pace = 1.0", "speed = 2", "unknown key 'speed'"),
        ("settle = 0.0", "settle = 3.0", "settle = 3.0 must be a finite number from 0 to 2"),
        ("channel = 0", "channel = 254", "[axes.L] channel = 254"),
        ("channel = 0", "channel = 0.5", "channel = 0.5 must be a whole number"),
        ("channel = 0", "", "[axes.L] channel is missing"),
        ("channel = 3", "channel = 2", "two servos have the same channel: [0, 1, 2, 2]"),
        ("channel = 0", "chanel = 0", "[axes.L] unknown key 'chanel'"),
        ("channel = 0", "channel = 0\nacceleration = 3", "unknown key 'acceleration'"),
        (
            "0 = 1500",
            "0 = 5000",
            "[axes.L.pulses] 0 = 5000 must be a finite number from 400",
        ),
        ("0 = 1500", "zero = 1500", "'zero', which is not an angle"),
        ("0 = 1500", "nan = 1500", "[axes.L]: angles must be finite"),
        ("0 = 1500", "0 = 2600", "must all increase or all decrease"),
        (
            "-90 = 500",
            "-90 = 450",
            "[axes.L] would have a pulse of 450 µs at -90°",
        ),
        ("-90 = 500", "-90 = 450", "write limits = [400, 2600] above the tables"),
        ("settle = 0.0", "limits = [300, 2600]", "limits = [300, 2600] must be a list"),
        ("settle = 0.0", "limits = [2600, 400]", "limits = [2600, 400] must rise"),
        ("-90 = 500, 0 = 1500, 90 = 2500", "0 = 1500", "pulses at two or more angles"),
        (
            "pulses = { closed = 1000, open = 2000 }",
            "",
            "[grippers.L] pulses is missing; it",
        ),
        ("closed = 1000, ", "", "different pulses for open and closed"),
        ("open = 2000", "open = 1000", "different pulses for open and closed"),
        ("[axes.L]", "[axes.Q]", "the rig has the axes L, R, and the file has Q, R"),
        ("[axes.L]", "[axes.L", "cannot read the servos' settings"),
    ],
)
def test_a_bad_setting_is_rejected_with_its_reason(
    tmp_path: Path, old: str, new: str, words: str
) -> None:
    assert old in EXAMPLE
    with pytest.raises(ServoSettingsError) as error:
        read(tmp_path, EXAMPLE.replace(old, new, 1))
    assert words in str(error.value)
    assert "maestro.toml" in str(error.value)


def test_an_error_names_a_missing_file(tmp_path: Path) -> None:
    with pytest.raises(ServoSettingsError, match=r"no-such.toml.*docs/maestro.md"):
        read_settings(tmp_path / "no-such.toml")


def test_pulses_go_further_where_the_settings_say_so(tmp_path: Path) -> None:
    wider = EXAMPLE.replace("settle = 0.0", "limits = [400, 2600]").replace(
        "-90 = 500", "-90 = 400"
    )
    settings = read(tmp_path, wider)
    assert settings.axes["L"].pulse(-90) == 400
    assert settings.limits == (400, 2600)


# The true response of each servo: microseconds per degree, and the pulse for 0 degrees.
SERVO = (11.0, 1480.0)


def test_motors_turn_further_than_servos(tmp_path: Path) -> None:
    path = tmp_path / "motors.toml"
    text = EXAMPLE.replace("settle = 0.0", "limits = [-4000, 4000]").replace("= 500", "= -3500")
    path.write_text(f'unit = "steps"\n{text}')
    assert read_settings(path).axes["L"].pulse(-90) == -3500
    path.write_text(text)
    with pytest.raises(ServoSettingsError, match="from 400 to 2600"):
        read_settings(path)


def settings_of(folder: Path, text: str = EXAMPLE) -> tuple[Path, ServoSettings]:
    path = folder / "maestro.toml"
    path.write_text(text)
    return path, read_settings(path)


def stop_angle(settings: ServoSettings, axis: str, detent: int) -> float:
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
    with pytest.raises(ServoSettingsError, match="Refit the servo horn"):
        check_limits(first, trimmed)


def test_a_pulse_beyond_the_limits_is_reported(tmp_path: Path) -> None:
    _, first = settings_of(tmp_path)
    with pytest.raises(ServoSettingsError, match=r"not from 500 to 2500.*limits = \[400, 2600\]"):
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
    with pytest.raises(ServoSettingsError, match="write there"):
        write_pulses(path, trim(first, {"L +90": 85.0}))
    assert path.read_text() == text
    assert sorted(each.name for each in tmp_path.iterdir()) == [".maestro.toml.lock", path.name]
