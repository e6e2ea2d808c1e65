"""A robot that is slower than its preset learns its times and its jams."""

from __future__ import annotations

from statistics import fmean

import pytest

from benchmarks.sprint.learning import RUNS, LearningRobot, learning_curve


def test_after_a_few_runs_plan_and_clock_agree() -> None:
    curve = learning_curve(LearningRobot(seed=1, runs=4))
    assert curve.agreement[0] == pytest.approx(1.3, abs=0.03)
    assert curve.agreement[-1] == pytest.approx(1.0, abs=0.05)
    assert curve.fastest >= 0.95
    assert curve.unsafe == 0


@pytest.mark.slow
def test_after_twenty_runs_there_are_fewer_jams_than_at_first() -> None:
    curves = [learning_curve(LearningRobot(seed)) for seed in range(4)]
    assert all(len(each.jams) == RUNS for each in curves)
    assert all(abs(each.agreement[-1] - 1) <= 0.05 for each in curves)
    first = fmean(jams for each in curves for jams in each.jams[:5])
    assert fmean(jams for each in curves for jams in each.jams[-5:]) < first
