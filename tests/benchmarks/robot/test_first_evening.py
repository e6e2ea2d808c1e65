"""The first evening with a wrongly wired robot: what its person does, and what comes of it."""

from __future__ import annotations

import os

import pytest

from benchmarks.robot.first_evening import FirstSolve, first_solves, set_up
from benchmarks.support.wired_tools import WrongWiring
from rokumen.setup.wiring_faults import SWAPPED

EXCHANGED = WrongWiring(SWAPPED, ("axis:base", "gripper:cover"))


@pytest.mark.thorough
def test_a_person_does_what_the_words_say_and_the_setup_goes_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    after_wiring = "The firmware has the angles"
    monkeypatch.setattr("benchmarks.robot.first_evening.SOLVED", after_wiring)
    before = dict(os.environ)
    done = set_up(("cubotino", EXCHANGED, 2))
    assert done.last == after_wiring
    # A minute for the plugs, and five seconds for each of more than twelve screens.
    assert done.seconds > 120
    assert not done.accidents
    # It has no cube yet.
    assert not done.solved
    assert dict(os.environ) == before


def test_what_nobody_mends_never_comes_to_a_solve(monkeypatch: pytest.MonkeyPatch) -> None:
    tools = "benchmarks.support.wired_tools.WiredTools"
    monkeypatch.setattr(f"{tools}.is_named", lambda self, title: False)
    monkeypatch.setattr("benchmarks.robot.first_evening._MOST_SCREENS", 40)
    done = set_up(("cubotino", EXCHANGED, 2))
    assert not done.solved
    assert done.last.startswith(("Look whether", "Watch", "Which", "The cover and the base"))


def test_the_figures_count_what_was_solved_in_time_and_without_an_accident() -> None:
    good = FirstSolve("cubotino", EXCHANGED, True, 600.0, 0, "")
    late = FirstSolve("cubotino", EXCHANGED, True, 930.0, 0, "")
    hurt = FirstSolve("cubotino", EXCHANGED, False, 100.0, 2, "")
    assert all(each.is_good for each in first_solves([good]))
    in_time, longest, accidents = first_solves([good, late, hurt])
    assert (in_time.value, longest.value, accidents.value) == (1, 15.5, 1)
    assert not any(each.is_good for each in (in_time, longest, accidents))
