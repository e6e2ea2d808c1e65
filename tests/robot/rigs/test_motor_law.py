"""The law of a motor: its turns use no torque that it has not, and are as fast as it allows."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from robot.errors import RigError
from robot.rigs.motor_law import (
    FixedTimes,
    LayerLoad,
    StatedProfile,
    TorqueCurve,
    TorqueLaw,
    TurnCourse,
    torque_excess,
)
from robot.rigs.motor_presets import MOTOR_PRESETS, motor_preset, torque_curve

WAYS = st.floats(1, 720)


@st.composite
def laws(draw: st.DrawFn) -> TorqueLaw:
    rpm = [0.0, *sorted(draw(st.lists(st.integers(50, 4000), min_size=1, max_size=4, unique=True)))]
    shares = draw(st.lists(st.floats(0, 1), min_size=len(rpm) - 1, max_size=len(rpm) - 1))
    torques = [draw(st.floats(0.05, 3))]
    for share in shares:
        torques.append(share * torques[-1])
    load = LayerLoad(draw(st.floats(5e-6, 1e-4)), draw(st.floats(0, 0.9)) * torques[0])
    return TorqueLaw(TorqueCurve(tuple(rpm), tuple(torques)), load, draw(st.floats(1e-4, 0.01)))


def speeds_of(course: TurnCourse) -> list[tuple[float, float]]:
    """Return the middle of each piece of a course, and its speed there."""
    knots = list(zip(course.times, course.angles, strict=True))
    return [((s + t) / 2, (b - a) / (t - s)) for (s, a), (t, b) in pairwise(knots)]


@settings(max_examples=25, deadline=None)
@given(laws(), WAYS)
def test_the_torque_of_a_turn_is_never_above_its_curve(law: TorqueLaw, degrees: float) -> None:
    course = law.course(degrees)
    for (before, slow), (after, fast) in pairwise(speeds_of(course)):
        acceleration = (fast - slow) / (after - before)
        speed = min(abs(slow), abs(fast))
        assert abs(acceleration) <= law.acceleration_at(speed) * (1 + 1e-3) + 1.0
    assert course.peak_torque <= law.curve.at(0) * (1 + 1e-9)


@settings(max_examples=25, deadline=None)
@given(laws(), WAYS)
def test_a_turn_arrives_and_never_goes_back(law: TorqueLaw, degrees: float) -> None:
    course = law.course(degrees)
    assert course.angles[0] == course.times[0] == 0.0
    assert course.angles[-1] == pytest.approx(degrees)
    assert all(before < after for before, after in pairwise(course.times))
    assert all(before < after for before, after in pairwise(course.angles))
    middle = course.angle_at(course.seconds / 2)
    assert middle == pytest.approx(degrees / 2, rel=1e-3)
    assert course.time_of(middle) == pytest.approx(course.seconds / 2, rel=1e-6)


@settings(max_examples=25, deadline=None)
@given(laws(), WAYS)
def test_a_longer_way_and_a_heavier_layer_take_longer(law: TorqueLaw, degrees: float) -> None:
    seconds = law.seconds(degrees)
    heavier = replace(law, load=replace(law.load, inertia=1.5 * law.load.inertia))
    assert heavier.seconds(degrees) > seconds
    assert law.seconds(1.2 * degrees) > seconds
    # By no law two quarter turns are as fast as a half turn.
    assert law.seconds(2 * degrees) <= 2 * seconds * (1 + 1e-3)
    assert replace(law, torque_rise=1.0).seconds(degrees) > seconds


@settings(max_examples=25, deadline=None)
@given(st.floats(0.1, 3), st.floats(5e-6, 1e-4))
def test_without_losses_a_half_turn_takes_the_root_of_two_of_a_quarter(
    torque: float, inertia: float
) -> None:
    law = TorqueLaw(TorqueCurve((0, 1e6), (torque, torque)), LayerLoad(inertia, 0.0), 1e-5)
    quarter = 2 * math.sqrt(math.radians(90) * inertia / torque)
    assert law.seconds(90) == pytest.approx(quarter, rel=0.03)
    assert law.seconds(180) == pytest.approx(math.sqrt(2) * quarter, rel=0.03)


def test_a_highest_speed_is_kept() -> None:
    law = TorqueLaw(TorqueCurve((0, 1e4), (1, 1)), LayerLoad(2e-5, 0), 1e-4)
    limited = replace(law, highest_speed=3000.0)
    assert max(speed for _, speed in speeds_of(limited.course(180))) <= 3000.0 + 1e-6
    assert limited.seconds(180) > law.seconds(180)


@settings(max_examples=25, deadline=None)
@given(st.floats(0, 3000), st.floats(100, 9000), st.floats(1e4, 1e6), WAYS)
def test_a_stated_profile_is_kept(
    start: float, speed: float, acceleration: float, degrees: float
) -> None:
    course = StatedProfile(start, max(speed, start), acceleration).course(degrees)
    assert course.angles[-1] == pytest.approx(degrees)
    assert course.peak_speed <= max(speed, start)
    fastest = max(value for _, value in speeds_of(course))
    assert fastest <= max(speed, start) * (1 + 1e-3) + 1.0


def test_fixed_times_are_kept() -> None:
    law = FixedTimes(0.01, 0.0141)
    assert law.course(90).seconds == pytest.approx(0.01)
    assert law.course(180).seconds == pytest.approx(0.0141)
    assert law.course(90).angle_at(0.005) == pytest.approx(45)


def test_presets_have_ranges_and_sources_and_fall_with_the_speed() -> None:
    for motor in MOTOR_PRESETS.values():
        for name in MOTOR_PRESETS["17hs4401"].__dataclass_fields__:
            figure = getattr(motor, name)
            if name != "name":
                assert figure.lowest <= figure.value <= figure.highest, (motor.name, name)
                assert figure.source.startswith(("D", "E", "M")), (motor.name, name)
        slow, fast = (torque_curve(motor, volts) for volts in (12, 36))
        assert slow.at(0) == fast.at(0) == pytest.approx(motor.holding_torque.value)
        assert slow.at(6 * 600) < fast.at(6 * 600)
    with pytest.raises(RigError, match="'nema99' is no motor that is known: write one of nema17"):
        motor_preset("nema99")


def test_a_motor_too_weak_for_its_layer_is_refused() -> None:
    with pytest.raises(RigError, match=r"0\.1 N m does not turn a layer whose friction is 0\.2"):
        TorqueLaw(TorqueCurve((0, 100), (0.1, 0.1)), LayerLoad(2e-5, 0.2), 0.001)


def test_turns_beyond_a_curve_are_told() -> None:
    curve, load = TorqueCurve((0, 1000), (0.3, 0.1)), LayerLoad(2e-5, 0.0)
    assert "needs" in torque_excess(FixedTimes(0.01, 0.02), curve, load, 90)
    assert not torque_excess(FixedTimes(0.1, 0.2), curve, load, 90)
    assert "rpm" in torque_excess(StatedProfile(0, 9000, 1e7), curve, load, 90)
