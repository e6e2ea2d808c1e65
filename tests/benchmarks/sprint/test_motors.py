"""The rows of motors: what a published profile says, and turns over a bad line."""

from __future__ import annotations

import pytest

from benchmarks.sprint import hmn1990
from benchmarks.sprint.motor_line import LineRun, run_of


def test_a_published_profile_gives_the_times_that_were_measured() -> None:
    measured = hmn1990.measured()
    assert len(measured) == 30
    for turns, seconds in measured:
        assert hmn1990.turning_seconds(turns) == pytest.approx(seconds, rel=0.01)
    assert hmn1990.scan_seconds() == pytest.approx(1.657, rel=0.01)


def test_over_a_bad_line_turns_are_made_once_and_stops_end_at_detents() -> None:
    figures = run_of(LineRun(3))
    assert figures.is_whole
    assert figures.begun_after <= 0.001
    assert (figures.between, figures.accidents) == (0, 0)
