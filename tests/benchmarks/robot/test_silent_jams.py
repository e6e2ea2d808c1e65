"""The benchmark `silent-jams`: turns that were not made are found on the way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.robot.silent_jams import SilentJams, SilentJamTrial, measure
from tests.support.command_line import Rokumen


@pytest.mark.thorough
def test_silent_jams_are_found_soon_and_cost_little() -> None:
    for rig in ("two-gripper", "flipper"):
        for trial in measure(rig, cubes=2, seed=50):
            assert trial.solved
            assert not trial.alarms
            assert trial.commands is not None
            assert trial.commands <= 30
            assert 0 < trial.delay < 0.5


def test_a_false_alarm_or_a_false_claim_is_bad() -> None:
    trial = SilentJamTrial(200.0, 210.0, 0, 4, "", solved=True, falsely=False, new_plans=0)
    assert round(trial.delay, 3) == 0.05
    assert SilentJams.of("flipper", [trial]).is_good
    assert not SilentJams.of("flipper", [trial, replace(trial, falsely=True)]).is_good


def test_the_command_prints_the_figures(bench: Rokumen) -> None:
    result = bench("silent-jams", "--cubes=1", "--rig=flipper", "--processes=1")
    assert result.status == 0
    assert "commands until found, median" in result.out
    assert "a picture takes 0.15 s" in " ".join(result.out.split())


def test_the_median_is_of_all_cubes() -> None:
    trials = [
        SilentJamTrial(100.0, 100.0 + extra, 0, extra, "", solved=True, falsely=False, new_plans=0)
        for extra in (1, 2, 9)
    ]
    record = SilentJams.of("flipper", trials)
    assert (record.commands, record.most_commands) == (2, 9)
    assert (round(record.delay or 0, 3), record.solved, record.is_good) == (0.02, 3, True)
    assert not SilentJams.of("flipper", [replace(trials[0], alarms=1)]).is_good
    never = SilentJams.of("flipper", [replace(trials[0], commands=None, solved=False)])
    assert (never.commands, never.delay, set(never.ways.values())) == (None, None, {0})
