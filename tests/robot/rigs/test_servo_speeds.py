"""Durations by distance: from the speed of a rig's servos, in files of rigs and of durations.

The figures of known servos: within their ranges, named, and an unknown one is refused.
"""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.errors import RigError, TimingProfileError
from robot.rigs.command import CLOSED, OPEN, Grip, Move, Pose
from robot.rigs.durations import apply_timing_profile
from robot.rigs.motion_profile import TURNING_LAYER, MotionProfile, seconds_of_way
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import Rig, all_durations, motion_seconds
from robot.rigs.rig_files import read_rig, rig_text
from robot.rigs.servo_presets import SERVO_PRESETS, ServoFigure, servo_preset
from robot.rigs.servo_speeds import SpeedTable, with_servos

HALF_TURN = Move((("L", 90),))
AT_LEFT = Pose((-90, 0), (CLOSED, CLOSED))


@pytest.mark.parametrize("name", ["two-gripper", "four-gripper", "flipper", "cubotino"])
@pytest.mark.parametrize("servo", SERVO_PRESETS)
def test_no_pulse_is_faster_than_the_servo_under_its_load(name: str, servo: str) -> None:
    rig, speed = with_servos(load_rig(name), servo), servo_preset(servo).speed
    durations = all_durations(rig)
    for motion, travel in rig.travels.items():
        if len(travel.ways) == 1:
            profile = MotionProfile(durations[motion], rig.acceleration)
            fastest = travel.ways[0] * profile.peak_speed
            # Durations are whole milliseconds.
            assert fastest <= travel.load * speed.degrees_per_second * 1.01, motion
            assert profile.seconds < travel.seconds(speed) + 0.001


def test_a_half_turn_takes_longer_than_a_quarter_and_an_empty_wrist_less() -> None:
    rig = with_servos(load_rig("two-gripper"), "ds3218")
    quarter = rig.step(rig.home, Move((("L", 90),))).seconds
    assert quarter == pytest.approx(90 / (TURNING_LAYER * 375) + 0.09, abs=1e-3)
    assert rig.step(AT_LEFT, HALF_TURN).seconds == pytest.approx(quarter + 0.32, abs=1e-3)
    empty = Pose((0, 0), (OPEN, CLOSED))
    assert rig.step(empty, Move((("L", 90),))).seconds < quarter


@pytest.mark.parametrize("name", ["two-gripper", "four-gripper"])
def test_a_half_turn_takes_as_long_as_a_quarter_where_nothing_else_is_said(name: str) -> None:
    rig = load_rig(name)
    assert (
        len({step.seconds for step in rig.steps(rig.home) if isinstance(step.command, Move)}) == 1
    )


def test_a_half_turn_may_have_a_duration_of_its_own(tmp_path: Path) -> None:
    measured = tmp_path / "measured.toml"
    measured.write_text("[two-gripper]\nturn = 0.8\nhalf_turn = 1.3\n")
    rig = apply_timing_profile(load_rig("two-gripper"), measured)
    assert rig.step(AT_LEFT, HALF_TURN).seconds == pytest.approx(1.3)
    assert rig.step(AT_LEFT, Move((("L", 0),))).seconds == pytest.approx(0.8)


@given(
    st.floats(0.01, 90), st.floats(0.01, 90), st.floats(0.2, 2), st.floats(0, 1), st.floats(0, 0.1)
)
def test_a_longer_way_never_takes_less(
    one: float, other: float, quarter: float, more: float, acceleration: float
) -> None:
    near, far = sorted((one, other))
    times = [seconds_of_way(way, quarter, quarter + more, acceleration) for way in (near, far)]
    assert acceleration <= times[0] <= times[1] <= quarter


def test_homing_from_between_detents_goes_by_distance() -> None:
    rig = load_rig("two-gripper")
    stuck = Pose((30.0, 0), (CLOSED, CLOSED))
    assert rig.step(stuck, Move((("L", 0),))).seconds == pytest.approx(0.1 + 0.9 / 3)
    # Also where the rig does not know the target: a wiggle.
    assert motion_seconds(rig, rig.home, Move((("L", 9),))) == pytest.approx(0.1 + 1.15 / 10)
    assert motion_seconds(rig, rig.home, Grip((("L", "nowhere"),))) == 1.25


def test_each_actuator_may_have_a_servo_of_its_own() -> None:
    rig = load_rig("two-gripper")
    mixed = with_servos(rig, {"axes": "ds3218", "grippers": SpeedTable(100, 0.2)})
    # Its motions rise for as long as the slowest of all servos needs, and are no faster for it.
    assert mixed.acceleration == 0.2
    alone = with_servos(rig, "ds3218")
    by_rise = mixed.acceleration - alone.acceleration
    assert all_durations(mixed)["turn"] == pytest.approx(all_durations(alone)["turn"] + by_rise)
    assert all_durations(mixed)["open"] == pytest.approx(1.2)
    slow = with_servos(rig, {"axes": "ds3218", "axis:R": "sts3215", "grippers": "ds3218"})
    assert all_durations(slow)["turn"] > all_durations(mixed)["turn"]


@pytest.mark.parametrize(
    ("servos", "error"),
    [
        ("ds9999", "'ds9999'"),
        ({"axes": "ds3218"}, "says nothing of gripper:L"),
        ({"axes": "ds3218", "wrists": "ds3218"}, "unknown actuator 'wrists'; known: axes"),
    ],
)
def test_servos_that_fit_no_rig_are_refused(servos: str, error: str) -> None:
    with pytest.raises(RigError, match=error):
        with_servos(load_rig("two-gripper"), servos)


def test_a_rig_of_which_no_way_is_known_needs_durations(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("robot.rigs.mechanisms.six_axis.SixAxis.travels", {})
    with pytest.raises(RigError, match="give durations, not servos"):
        with_servos(load_rig("six-axis"), "ds3218")


def file_of(folder: Path, lines: str) -> Rig:
    path = folder / "mine.toml"
    path.write_text(f'mechanism = "two-gripper"\n{lines}')
    return read_rig(path).rig


def test_a_rig_file_may_name_its_servos(tmp_path: Path) -> None:
    rig = file_of(tmp_path, 'servos = "ds3218"\n')
    assert rig.durations == with_servos(load_rig("two-gripper"), "ds3218").durations
    path = tmp_path / "again.toml"
    path.write_text(rig_text(rig))
    again = read_rig(path).rig
    assert (again.durations, again.acceleration) == (rig.durations, 0.09)
    table = '[servos]\naxes = "ds3218"\ngrippers = { speed = 300, acceleration = 0.1 }\n'
    assert file_of(tmp_path, table).durations.close == pytest.approx(0.433)


@pytest.mark.parametrize(
    ("lines", "error"),
    [
        ('servos = "ds9999"', "'ds9999'.*docs/rigs.md"),
        ("servos = 3", "servos = 3 must be"),
        ("[servos]\naxes = { speed = 3 }", "servos.axes"),
        ("acceleration = 0", "acceleration = 0 must be"),
    ],
)
def test_wrong_servos_of_a_rig_file_are_quoted(tmp_path: Path, lines: str, error: str) -> None:
    with pytest.raises(RigError, match=error):
        file_of(tmp_path, lines + "\n")


def test_a_file_of_durations_may_name_the_servos(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[two-gripper]\nservos = "ds3218"\nopen = 0.5\n')
    rig = apply_timing_profile(load_rig("two-gripper"), path)
    assert (rig.durations.turn, rig.durations.open) == (pytest.approx(0.41), 0.5)
    path.write_text('[two-gripper]\nservos = "ds9999"\n')
    with pytest.raises(TimingProfileError, match=r"mine.toml.*'ds9999'"):
        apply_timing_profile(load_rig("two-gripper"), path)
    path.write_text('rig = "two-gripper"\nservos = "ds3218"\n[robot]\nport = ""\n')
    assert apply_timing_profile(load_rig("two-gripper"), path) != load_rig("two-gripper")


@pytest.mark.parametrize("name", RIGS)
def test_every_rig_says_how_far_its_servos_turn(name: str) -> None:
    rig = load_rig(name)
    assert set(rig.travels) == set(all_durations(rig))


@pytest.mark.parametrize("name", SERVO_PRESETS)
def test_every_figure_lies_in_its_range_and_has_a_source(name: str) -> None:
    preset = servo_preset(name)
    for field in dataclasses.fields(preset):
        figure = getattr(preset, field.name)
        if isinstance(figure, ServoFigure):
            assert figure.lowest <= figure.value <= figure.highest, field.name
            assert figure.source[0] in "DMFE", field.name


def test_a_ds3218_turns_as_fast_as_its_data_sheet_says() -> None:
    speed = servo_preset("DS3218").speed
    assert speed.degrees_per_second == pytest.approx(60 / 0.16)
    assert speed.acceleration == pytest.approx(0.09)


def test_an_unknown_servo_is_quoted_with_those_that_are_known() -> None:
    with pytest.raises(RigError, match=r"'ds9999'.*ds3218, mg996r, sg90, hs-311, sts3215"):
        servo_preset("ds9999")
