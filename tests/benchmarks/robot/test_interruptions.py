"""Runs that a weak supply or a brown-out interrupts: nothing is hurt, and they are resumed."""

from __future__ import annotations

from dataclasses import replace

import pytest

from benchmarks.robot.interruptions import InterruptedRun, figures, interrupt
from benchmarks.robot.replugs import Replug, replug

GOOD = InterruptedRun(solved=True, falsely=False, hurt=False)


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["jam_once", "reboot_mid_turn"])
def test_a_run_is_solved_and_nothing_hurt(fault: str) -> None:
    assert interrupt((fault, 0)) == GOOD


@pytest.mark.parametrize(
    ("run", "name"),
    [
        (replace(GOOD, hurt=True), "hurt"),
        (replace(GOOD, falsely=True), "falsely"),
        (replace(GOOD, solved=False), "resumed and solved"),
    ],
)
def test_what_goes_wrong_makes_its_figure_bad(run: InterruptedRun, name: str) -> None:
    assert all(figure.is_good for figure in figures("x", [GOOD]))
    (bad,) = (figure for figure in figures("x", [GOOD, run]) if not figure.is_good)
    assert name in bad.name


@pytest.mark.thorough
def test_a_robot_that_is_plugged_in_again_is_found_by_its_lasting_name() -> None:
    assert replug(1) == Replug(stopped=True, solved=True)
