"""Settling times of a profile, and which of them a motion needs."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.errors import TimingProfileError
from robot.rigs.command import Grip, Home, Move
from robot.rigs.durations import CAUTIOUS, NO_SETTLING, SettlingTimes, read_timing_profile
from robot.rigs.registry import load_rig

RIG = load_rig("two-gripper")


def test_a_motion_waits_for_its_longest_part() -> None:
    times = SettlingTimes({"move": 0.1, "open": 0.05, "closed": 0.2})
    assert times.after(Move((("L", 90),))) == 0.1
    assert times.after(Grip((("F", "open"), ("R", "closed")))) == 0.2
    # Homing consists of motions of several kinds.
    assert times.after(Home()) == 0.2
    assert NO_SETTLING.after(Home()) == 0
    assert CAUTIOUS.after(Move((("L", 90),))) == CAUTIOUS.after(Home()) > 0


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
