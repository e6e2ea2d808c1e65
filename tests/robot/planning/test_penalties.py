"""Penalties grow with the failures of an axis, and never shrink."""

from __future__ import annotations

from robot.errors import RetriesExhaustedError, TooManyJamsError
from robot.planning.penalties import FAILED_AXIS_PENALTY, JAMMED_AXIS_PENALTY, Penalties


def test_the_penalty_of_a_jam_is_less_than_that_of_a_failure() -> None:
    jammed = Penalties().after(TooManyJamsError("too many", "L"))
    failed = Penalties().after(RetriesExhaustedError("failed", "L"))
    assert jammed.of("L") == JAMMED_AXIS_PENALTY < FAILED_AXIS_PENALTY == failed.of("L")
    assert jammed.of("R") == 0


def test_a_later_smaller_failure_keeps_the_penalty() -> None:
    first = Penalties().after(RetriesExhaustedError("failed", "R"))
    later = first.after(TooManyJamsError("too many", "R")).after(TooManyJamsError("too many", "L"))
    assert later.of("R") == FAILED_AXIS_PENALTY
    assert later.axes == ("L", "R")
    assert first.axes == ("R",)


def test_a_failure_of_no_axis_changes_nothing() -> None:
    assert Penalties().after(RetriesExhaustedError("failed")) == Penalties()
