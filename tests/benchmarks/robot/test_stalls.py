"""The benchmark `stalls`: a turn that jams is seen by the camera before the next command."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.robot.stalls import Stalls, StallTrial, WatchedSolve, measure
from tests.support.command_line import Rokumen

CALM = WatchedSolve(
    commands=100,
    jams=0,
    seen=False,
    turns=20,
    says_solved=True,
    is_solved=True,
    accidents=0,
    dropped=False,
    seconds=200.0,
)
TRIAL = StallTrial(CALM, replace(CALM, jams=1, seen=True))


@pytest.mark.slow
def test_a_stall_is_seen_and_the_cube_solved() -> None:
    (trial,) = measure("two-gripper", cubes=1, seed=0)
    assert trial.calm.jams == 0
    assert trial.stalled.seen
    for solve in (trial.calm, trial.stalled):
        assert solve.says_solved
        assert solve.is_solved
        assert not solve.accidents


@pytest.mark.thorough
def test_a_stall_is_seen_while_another_gripper_comes_to_a_place_that_is_new() -> None:
    # Of this cube it was missed, and the cube dropped, where opposite grippers never moved apart.
    (trial,) = measure("four-gripper", cubes=1, seed=6057)
    assert trial.calm.jams == 0
    assert trial.stalled.seen
    assert trial.stalled.says_solved
    assert trial.stalled.is_solved
    assert not trial.stalled.dropped


@pytest.mark.parametrize(
    ("trial", "name"),
    [
        (replace(TRIAL, stalled=replace(TRIAL.stalled, seen=False)), "stalls seen"),
        (replace(TRIAL, stalled=replace(TRIAL.stalled, dropped=True)), "cubes dropped"),
        (replace(TRIAL, stalled=replace(TRIAL.stalled, says_solved=False)), "solved, %"),
        (replace(TRIAL, stalled=replace(TRIAL.stalled, is_solved=False)), "falsely called"),
        (replace(TRIAL, calm=replace(CALM, jams=1)), "false alarms"),
        (replace(TRIAL, calm=replace(CALM, accidents=1)), "accidents"),
    ],
)
def test_what_goes_wrong_makes_its_figure_bad(trial: StallTrial, name: str) -> None:
    assert all(figure.is_good for figure in Stalls.of("two-gripper", [TRIAL]))
    bad = [each.name for each in Stalls.of("two-gripper", [trial]) if not each.is_good]
    assert any(each.startswith(name) for each in bad)


def test_a_rig_that_does_not_exist_is_an_error_of_use(bench: Rokumen) -> None:
    result = bench("stalls", "--rig=crane")
    assert result.status == 2
    assert "crane" in result.err
