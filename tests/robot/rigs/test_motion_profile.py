"""The course of a motion: monotone, exact at its ends, bounded in speed, acceleration and jerk."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.rigs.motion_profile import (
    PEAK_ACCELERATION,
    PEAK_JERK,
    MotionProfile,
    ServoSpeed,
)

profiles = st.builds(
    MotionProfile,
    seconds=st.floats(0.02, 40),
    acceleration=st.floats(0.005, 1),
)
servos = st.builds(
    ServoSpeed,
    degrees_per_second=st.floats(50, 1000),
    acceleration=st.floats(0.02, 0.3),
)
_SAMPLES = 200
# How far the jerk of a short motion may exceed that of a long one.
_SHORT_JERK = 1.19


def differences(values: list[float], step: float) -> list[float]:
    return [(after - before) / step for before, after in pairwise(values)]


@given(profiles)
def test_a_motion_never_goes_back_and_ends_exactly(profile: MotionProfile) -> None:
    times = [profile.seconds * each / _SAMPLES for each in range(_SAMPLES + 1)]
    parts = [profile.part(time) for time in times]
    assert (parts[0], parts[-1]) == (0, 1)
    assert all(before <= after for before, after in pairwise(parts))
    assert (profile.part(-1), profile.part(profile.seconds + 1)) == (0, 1)
    assert profile.part(profile.seconds / 2) == pytest.approx(0.5)


@given(profiles, st.floats(0, 1))
def test_a_motion_slows_down_as_it_came_up_to_speed(profile: MotionProfile, share: float) -> None:
    early = profile.part(share * profile.seconds)
    assert early == pytest.approx(1 - profile.part((1 - share) * profile.seconds), abs=1e-9)


@given(profiles, st.floats(0, 1))
def test_speed_is_that_of_the_course_and_bounded(profile: MotionProfile, share: float) -> None:
    time, step = share * profile.seconds, profile.rise / 1000
    speed = (profile.part(time + step) - profile.part(time - step)) / (2 * step)
    assert speed == pytest.approx(profile.speed(time), abs=1e-3 * profile.peak_speed)
    assert 0 <= profile.speed(time) <= profile.peak_speed


@given(servos, st.floats(0.5, 270))
def test_speed_acceleration_and_jerk_stay_those_of_the_servo(
    servo: ServoSpeed, degrees: float
) -> None:
    profile = MotionProfile(servo.seconds(degrees), servo.acceleration)
    step = profile.seconds / _SAMPLES
    speeds = [degrees * profile.speed(each * step) for each in range(_SAMPLES + 1)]
    fastest, rise = servo.degrees_per_second, servo.acceleration
    assert max(speeds) <= fastest * (1 + 1e-9)
    accelerations = differences(speeds, step)
    most = PEAK_ACCELERATION * fastest / rise
    assert max(map(abs, accelerations)) <= most * (1 + 1e-6)
    jerks = differences(accelerations, step)
    assert max(map(abs, jerks)) <= _SHORT_JERK * PEAK_JERK * fastest / rise**2 * (1 + 1e-6)


def test_a_duration_is_distance_by_speed_and_the_acceleration_time() -> None:
    servo = ServoSpeed(300, 0.1)
    assert servo.seconds(90) == pytest.approx(0.4)
    assert servo.seconds(-180) == pytest.approx(0.7)
    assert servo.seconds(3) == pytest.approx(0.11)
    assert servo.seconds(0) == 0
    assert servo.under(0.5).seconds(90) == pytest.approx(0.7)


@given(servos, st.floats(30, 270))
def test_a_servo_needs_all_of_its_speed_for_a_long_motion(
    servo: ServoSpeed, degrees: float
) -> None:
    profile = MotionProfile(servo.seconds(degrees), servo.acceleration)
    if profile.seconds >= 2 * servo.acceleration:
        assert degrees * profile.peak_speed == pytest.approx(servo.degrees_per_second)
