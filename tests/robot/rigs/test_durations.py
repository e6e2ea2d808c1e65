"""Durations and settling times of rigs, and the course of a motion within its bounds."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from robot.errors import TimingProfileError
from robot.planning.planner import plan_turns
from robot.planning.robot_state import home_state
from robot.rigs.command import Grip, Home, Move
from robot.rigs.durations import (
    CAUTIOUS,
    NO_SETTLING,
    SettlingTimes,
    apply_timing_profile,
    read_timing_profile,
)
from robot.rigs.motion_profile import (
    MotionProfile,
    ServoSpeed,
)
from robot.rigs.registry import RIGS, load_rig
from robot.rigs.rig import all_durations
from solver.core.turn import parse_turns

# The highest acceleration in units of the highest speed divided by the acceleration time, and the
# highest jerk in those of speed divided by its square: at the middle and the ends of a smoothstep.
PEAK_ACCELERATION, PEAK_JERK = 1.5, 6.0

DURATIONS = {
    "five-axis": "quarter half",
    "flipper": "flip lower open_from_low spin spin_half turn turn_half close release",
    "four-gripper": "turn half_turn empty_turn empty_half_turn extend retract",
    "six-axis": "quarter half",
    "two-gripper": "turn half_turn empty_turn empty_half_turn open close",
    "two-gripper-270": "turn half_turn empty_turn empty_half_turn open close",
}


@pytest.mark.parametrize("name", RIGS)
def test_a_profile_may_give_these_durations(name: str, tmp_path: Path) -> None:
    profile, durations = tmp_path / "rig.toml", DURATIONS[name].split()
    profile.write_text(f"[{name}]\n" + "\n".join(f"{each} = 1.5" for each in durations))
    assert apply_timing_profile(load_rig(name), profile) != load_rig(name)
    profile.write_text(f"[{name}]\nwait = 1.5\n")
    with pytest.raises(TimingProfileError, match=rf"known: {', '.join(durations)} \[E404\]"):
        apply_timing_profile(load_rig(name), profile)


@pytest.mark.parametrize("name", RIGS)
def test_a_plan_uses_the_measured_durations(name: str, tmp_path: Path) -> None:
    rig, profile = load_rig(name), tmp_path / "rig.toml"
    lines = [f"{field} = {2 * seconds}" for field, seconds in all_durations(rig).items()]
    profile.write_text(f"[{name}]\n" + "\n".join(lines))
    usual = plan_turns(rig, parse_turns("R U2 F'"), home_state(rig), rig.may_end)
    slow = apply_timing_profile(rig, profile)
    plan = plan_turns(slow, parse_turns("R U2 F'"), home_state(slow), slow.may_end)
    assert plan.seconds == pytest.approx(2 * usual.seconds)


def test_a_slow_regrip_changes_the_plan(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[two-gripper]\nopen = 40\n")
    slow = apply_timing_profile(load_rig("two-gripper"), profile)
    usual = load_rig("two-gripper")
    sequence = parse_turns("U F2 R'")
    plans = [plan_turns(rig, sequence, home_state(rig), rig.may_end) for rig in (usual, slow)]
    opened = [sum("open" in str(action.command) for action in plan.commands) for plan in plans]
    assert opened[1] <= opened[0]
    assert plans[1].seconds > plans[0].seconds


def test_a_rig_without_a_profile_is_unchanged(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[flipper]\nflip = 0.6\n")
    assert apply_timing_profile(load_rig("two-gripper"), profile) == load_rig("two-gripper")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turn = 1", "unknown table 'turn'"),
        ("[octopus]\nturn = 1", "'octopus'"),
        ("[two-gripper]\nspeed = 1", "'speed' in .two-gripper."),
        (
            f"[two-gripper]\nturn = 1{400 * '0'}",
            "must be a finite number from 0.001 to 60; times are in seconds",
        ),
        ("[two-gripper]\nturn = 0", "turn = 0 must be a finite number from 0.001 to 60"),
        # A search for the least time would never end.
        ("[two-gripper]\nturn = 1e-100", "turn = 1e-100 must be a finite number from 0.001"),
        ("[two-gripper]\nturn = nan", "turn = nan"),
        ("[two-gripper]\nturn = 'fast'", "turn = 'fast'"),
        ("[two-gripper]\nturn = true", "turn = True"),
        ("[two-gripper", "cannot read the rig profile"),
    ],
)
def test_errors_quote_bad_profiles(text: str, message: str, tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text(text)
    with pytest.raises(TimingProfileError, match=message):
        apply_timing_profile(load_rig("two-gripper"), profile)


def test_an_error_names_a_missing_profile() -> None:
    with pytest.raises(TimingProfileError, match="/no/such/file"):
        apply_timing_profile(load_rig("two-gripper"), Path("/no/such/file"))


def test_durations_of_a_mechanism_are_those_of_rig_files_of_its_kind(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[flipper]\nspin = 2.5\n")
    assert apply_timing_profile(load_rig("cubotino"), profile).durations.spin == 2.5
    profile.write_text("[flipper]\nspin = 2.5\n[cubotino]\nspin = 0.9\n")
    assert apply_timing_profile(load_rig("cubotino"), profile).durations.spin == 0.9


RIG = load_rig("two-gripper")


def test_a_motion_waits_for_its_longest_part() -> None:
    times = SettlingTimes({"move": 0.1, "open": 0.05, "closed": 0.2})
    assert times.after(Move((("L", 90),))) == 0.1
    assert times.after(Grip((("F", "open"), ("R", "closed")))) == 0.2
    # Homing consists of motions of several kinds.
    assert times.after(Home()) == 0.2
    assert NO_SETTLING.after(Home()) == 0
    assert CAUTIOUS.after(Move((("L", 90),))) == CAUTIOUS.after(Home()) > 0


def test_a_half_turn_settles_for_a_time_of_its_own() -> None:
    times = SettlingTimes({"move": 0.1, "half_turn": 0.3})
    quarter, half = Move((("L", 0),)), Move((("L", 90),))
    at_left = {"L": -90.0, "R": 0.0}
    assert times.after(quarter, at_left) == 0.1
    assert times.after(half, at_left) == 0.3
    # The same command may be a half turn where it is not known where the axis was.
    assert times.after(half) == 0.3
    # Profiles that have none for it mean every move.
    assert SettlingTimes({"move": 0.1}).after(half, at_left) == 0.1


def test_a_profile_has_settling_times(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[two-gripper]\nturn = 1.2\n[two-gripper.settling]\nmove = 0.15\n")
    assert read_timing_profile(RIG, profile).settling == SettlingTimes({"move": 0.15})
    assert read_timing_profile(RIG, profile).rig.durations.turn == 1.2
    assert read_timing_profile(load_rig("flipper"), profile).settling == NO_SETTLING


def test_the_file_of_a_robot_has_settling_times(tmp_path: Path) -> None:
    profile = tmp_path / "desk.toml"
    profile.write_text(
        'rig = "two-gripper"\n[robot]\n[durations]\nturn = 1.2\n[settling]\nopen = 0.1\n'
    )
    assert read_timing_profile(RIG, profile).settling == SettlingTimes({"open": 0.1})
    assert read_timing_profile(RIG, profile).rig.durations.turn == 1.2


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[two-gripper]\nsettling = 0.1", "settling = 0.1 must be a table"),
        ("[two-gripper.settling]\nmove = 5", "move = 5 must be a finite number from 0 to 2"),
        (
            "[two-gripper.settling]\nmove = 'x'",
            "move = 'x' must be a finite number from 0 to 2; times are in seconds",
        ),
    ],
)
def test_an_error_quotes_bad_settling_times(tmp_path: Path, text: str, message: str) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text(text)
    with pytest.raises(TimingProfileError, match=message):
        read_timing_profile(RIG, profile)


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
