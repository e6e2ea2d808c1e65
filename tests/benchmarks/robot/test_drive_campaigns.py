"""Campaigns on drives: killed programs, a solve with stalled turns, a setup to the first solve."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.harness.work import Work
from benchmarks.robot.drive_kills import KillFigures, _is_as_announced, kill_figures
from benchmarks.robot.drive_setup import setup_figures
from benchmarks.robot.drive_stalls import StallFigures, _solve
from robot.drives.drive import OnSilence
from tests.support.benchmarks import Ev3Scene
from tests.support.cases import for_each

STAYED, MOVED, ENDED = {0: 1500.0, 1: 1000.0}, {0: 1510.0, 1: 1000.0}, {0: None, 1: None}


@for_each(
    ("announced", "early", "late", "is_right"),
    [
        (OnSilence.HOLD, STAYED, STAYED, True),
        (OnSilence.HOLD, STAYED, MOVED, False),
        (OnSilence.HOLD, ENDED, ENDED, False),
        (OnSilence.OFF, ENDED, ENDED, True),
        (OnSilence.OFF, STAYED, ENDED, False),
        (OnSilence.NOTHING, STAYED, STAYED, False),
    ],
)
def test_outputs_are_as_announced(
    announced: OnSilence,
    early: dict[int, float | None],
    late: dict[int, float | None],
    is_right: bool,
) -> None:
    assert _is_as_announced(announced, early, late) is is_right


@pytest.mark.thorough
def test_programs_that_are_killed_leave_what_was_announced() -> None:
    found = list(kill_figures(1, 1, Path("/nowhere"), 1))
    assert {each.drive for each in found} == {"Maestro", "Feetech", "pwmchip", "PCA9685 with a pin"}
    assert all(each.is_good for each in found), found


@pytest.mark.thorough
def test_a_cube_is_solved_although_turns_are_held() -> None:
    solve = _solve((Ev3Scene, 1))
    assert solve.says_solved
    assert solve.is_solved
    assert solve.stalls == len(solve.felt) > 0
    assert max(solve.felt) <= 0.1


@pytest.mark.thorough
def test_a_person_sets_a_robot_on_pins_up_to_its_first_solve() -> None:
    assert all(each.is_good for each in setup_figures(1, 1, Work()))


def test_what_falls_short_is_not_good() -> None:
    assert not KillFigures("x", "hold", 2, 2, 1, 0).is_good
    assert not KillFigures("x", "hold", 2, 2, 2, 1).is_good
    assert not StallFigures("x", 100, 100, 98, 0, 9, 9, 60.0, 80.0, 0.2).is_good
    assert not StallFigures("x", 100, 100, 100, 1, 9, 9, 60.0, 80.0, 0.2).is_good
    assert not StallFigures("x", 100, 100, 100, 0, 9, 9, 60.0, 101.0, 0.2).is_good
    assert StallFigures("x", 100, 100, 99, 0, 9, 9, 60.0, 80.0, 0.2).is_good
