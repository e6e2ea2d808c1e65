"""`rokumen bench pyraminx` and `rokumen bench pocket` print measured and published figures."""

from __future__ import annotations

from statistics import fmean

import pytest

from rokumen.benchmarks.puzzles import pyraminx
from rokumen.cli.main import run
from solver.puzzles.pyraminx import published_method


def test_the_papers_steps_take_no_more_turns_than_in_the_paper() -> None:
    states = pyraminx.positions(100, seed=1)
    fixed = pyraminx.by_the_paper(states, [published_method.PAPER_BUILD_ORDER])
    free, fewest = pyraminx.by_the_paper(states), pyraminx.in_the_fewest(states)
    assert fmean(fixed.lengths) <= pyraminx.PUBLISHED_MEAN
    for a, b, c in zip(fewest.lengths, free.lengths, fixed.lengths, strict=True):
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
