"""Measured durations take the place of a rig's own."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.errors import ProfileError
from robot.motion import holding_at_home
from robot.planner import plan_turns
from robot.profile import timed
from robot.rig import RIGS, load_rig
from solver.turn import turns


@pytest.mark.parametrize("name", RIGS)
def test_a_plan_takes_as_long_as_was_measured(name: str, tmp_path: Path) -> None:
    rig, profile = load_rig(name), tmp_path / "rig.toml"
    own = {field: getattr(rig.durations, field) for field in rig.durations.__slots__}
    lines = [f"{field} = {2 * seconds}" for field, seconds in own.items()]
    profile.write_text(f"[{name}]\n" + "\n".join(lines))
    usual = plan_turns(rig, turns("R U2 F'"), holding_at_home(rig), rig.rests)
    slow = timed(rig, profile)
    plan = plan_turns(slow, turns("R U2 F'"), holding_at_home(slow), slow.rests)
    assert plan.seconds == pytest.approx(2 * usual.seconds)


def test_a_slow_regrip_changes_the_plan(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[two-gripper]\nopen = 40\n")
    slow = timed(load_rig("two-gripper"), profile)
    usual = load_rig("two-gripper")
    sequence = turns("U F2 R'")
    plans = [plan_turns(rig, sequence, holding_at_home(rig), rig.rests) for rig in (usual, slow)]
    opened = [sum("open" in str(action.command) for action in plan.actions) for plan in plans]
    assert opened[1] <= opened[0]
    assert plans[1].seconds > plans[0].seconds


def test_a_rig_that_is_not_named_stays_as_it_is(tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text("[flipper]\nflip = 0.6\n")
    assert timed(load_rig("two-gripper"), profile) == load_rig("two-gripper")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("turn = 1", "'turn', which is no table"),
        ("[octopus]\nturn = 1", "'octopus'"),
        ("[two-gripper]\nspeed = 1", "'speed' for .two-gripper."),
        ("[two-gripper]\nturn = 0", "turn = 0; write seconds"),
        ("[two-gripper]\nturn = nan", "turn = nan"),
        ("[two-gripper]\nturn = 'fast'", "turn = 'fast'"),
        ("[two-gripper]\nturn = true", "turn = True"),
        ("[two-gripper", "cannot read the rig profile"),
    ],
)
def test_bad_profiles_are_quoted(text: str, message: str, tmp_path: Path) -> None:
    profile = tmp_path / "rig.toml"
    profile.write_text(text)
    with pytest.raises(ProfileError, match=message):
        timed(load_rig("two-gripper"), profile)


def test_a_profile_that_is_not_there_is_named() -> None:
    with pytest.raises(ProfileError, match="/no/such/file"):
        timed(load_rig("two-gripper"), Path("/no/such/file"))
