"""`rokumen bench pyraminx` and `rokumen bench pocket` print measured and published figures."""

from __future__ import annotations

from statistics import fmean

import pytest

from rokumen.benchmarks.puzzles import pyraminx
from rokumen.cli.main import run


def test_the_papers_method_needs_about_as_many_turns_as_in_the_paper() -> None:
    states = pyraminx.positions(100, seed=1)
    method, order, best, fewest = (
        pyraminx.solve_all(states, solve).lengths for solve in pyraminx.METHODS.values()
    )
    # Section 14.4.6: 33 turns in the mean, standard deviation 7.8.
    assert abs(fmean(method) - 33) < 7.8 / 2
    assert fmean(order) < fmean(method)
    for a, b, c in zip(fewest, best, order, strict=True):
        assert a <= b <= c


def test_the_table_has_the_papers_figures(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "pyraminx", "--positions=3"]) == 0
    output = capsys.readouterr().out
    for figure in ("33", "7.8", "3 positions after 100", "933,120", "480,467"):
        assert figure in output


def test_the_2x2x2_is_counted_in_both_metrics(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["bench", "pocket"]) == 0
    output = capsys.readouterr().out
    for figure in ("3,674,160", "2,644", "276"):
        assert figure in output
