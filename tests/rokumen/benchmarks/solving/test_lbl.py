"""The benchmark of the LBL method: its results, for any number of processes."""

from __future__ import annotations

import os
from io import StringIO
from statistics import fmean, pstdev

import pytest
from rich.console import Console
from rich.table import Table

from rokumen.benchmarks.solving import lbl
from rokumen.benchmarks.solving.lbl import (
    against_paper,
    comparison,
    measure,
    paper_experiment,
    random_cubes,
)
from rokumen.errors import UnsolvedError
from solver.core.cube import Cube
from solver.core.turn import parse_turns
from solver.engines.solution import Solution


def shown(table: Table) -> str:
    console = Console(record=True, width=100, file=StringIO())
    console.print(table)
    return console.export_text()


def test_the_papers_method_needs_about_as_many_quarter_turns_as_the_paper() -> None:
    result = paper_experiment(seed=1, setting=lbl.PAPER)
    assert len(result.samples) == 100
    # Section 14.2.5: 74 turns in the mean, standard deviation 6.8.
    assert abs(fmean(result.quarter_turns) - 74) < 6.8 / 2
    assert abs(pstdev(result.quarter_turns) - 6.8) < 2


def test_less_than_the_papers_method_is_needed_with_a_better_order() -> None:
    paper, ours = (paper_experiment(1, setting) for setting in (lbl.PAPER, lbl.Setting(0)))
    assert 45 < ours.mean < paper.mean
    assert ours.sigma < paper.sigma


def test_the_table_has_the_papers_figures() -> None:
    result = paper_experiment(seed=1)
    lines = shown(against_paper([(lbl.USUAL, result)])).splitlines()
    (mean,) = [line for line in lines if "mean quarter turns" in line]
    sigma = next(line for line in lines if "deviation" in line)
    assert f"{fmean(result.quarter_turns):.1f}" in mean
    assert "74" in mean
    assert "6.8" in sigma


def test_the_stages_add_up_to_the_mean() -> None:
    result = random_cubes(50)
    assert list(result.stage_means) == ["Cross", "F2L 1", "F2L 2", "F2L 3", "F2L 4", "OLL", "PLL"]
    assert sum(result.stage_means.values()) == pytest.approx(result.mean)


def test_several_processes_solve_the_same_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lbl, "BATCH", 30)
    count = lbl.BATCH + 20
    seen: list[int] = []
    alone = random_cubes(count, seed=3, progress=seen.append)
    together = random_cubes(count, seed=3, processes=2)
    assert together.lengths == alone.lengths
    assert seen == [lbl.BATCH, count]


def test_another_seed_gives_other_cubes() -> None:
    assert random_cubes(20, seed=1).lengths != random_cubes(20, seed=2).lengths


def test_turns_that_do_not_solve_are_not_counted() -> None:
    cube = Cube.solved().apply(parse_turns("R U"))
    with pytest.raises(UnsolvedError, match=cube.facelets()):
        measure(cube, lambda cube: Solution(cube, "lbl", ()))


@pytest.mark.parametrize(("count", "processes"), [(0, 1), (5, 0)])
def test_no_cubes_or_no_processes_are_an_error(count: int, processes: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        random_cubes(count, processes=processes)


def test_more_effort_and_one_look_are_shorter() -> None:
    results = [(setting, random_cubes(60, setting=setting)) for setting in lbl.SETTINGS[:4]]
    results.append(
        (lbl.Setting(one_look=True), random_cubes(60, setting=lbl.Setting(one_look=True)))
    )
    assert [result.mean for _, result in results] == sorted(
        (result.mean for _, result in results), reverse=True
    )
    text = shown(comparison(results))
    for _, result in results:
        assert f"{result.mean:.2f}" in text
    assert "Last layer" in results[-1][1].stage_means


@pytest.mark.parametrize("effort", [0, 1])
def test_a_thousand_random_cubes_are_solved_at_the_least_efforts(effort: int) -> None:
    result = random_cubes(1_000, seed=2026, setting=lbl.Setting(effort))
    assert result.mean < 55
    assert max(result.lengths) < 80


@pytest.mark.slow
@pytest.mark.parametrize("one_look", [False, True])
def test_a_million_random_cubes_are_solved(one_look: bool) -> None:
    setting = lbl.Setting(effort=1, one_look=one_look)
    result = random_cubes(500_000, 2027, os.cpu_count() or 1, setting=setting)
    assert len(result.samples) == 500_000
    assert result.mean < 55
