"""The benchmark of the LBL method: its results, for any number of processes."""

from __future__ import annotations

import os
from math import sqrt

import pytest

from rokumen.benchmarks.harness.progress import QUIET
from rokumen.benchmarks.solving import lbl
from rokumen.benchmarks.solving.lbl import PaperLengths, paper_experiment, random_cubes
from rokumen.benchmarks.solving.lengths import Lengths, StageLengths, solve_verified
from solver.core.errors import UnsolvedError
from solver.cube import Cube
from solver.engines.solution import Solution


def lengths(count: int, seed: int = 0, setting: lbl.AnySetting = lbl.USUAL) -> Lengths:
    return Lengths.of(str(setting), random_cubes(count, seed, setting=setting))


# Of all cubes: `rokumen bench exact`.
EXACT_MEAN, EXACT_SIGMA = 67.2314, 5.3917


def test_the_papers_experiment_needs_the_quarter_turns_of_its_distribution() -> None:
    published, paper, ours = lbl.lbl(QUIET, seed=1, cubes=0)
    assert isinstance(published, PaperLengths)
    # Section 14.2.5: 74 turns in the mean, standard deviation 6.8.
    assert (published.qtm_mean, published.qtm_sigma) == (74, 6.8)
    assert isinstance(paper, PaperLengths)
    assert isinstance(ours, PaperLengths)
    assert paper.qtm_mean is not None
    assert paper.qtm_sigma is not None
    # A mean of 100 has a tenth of the spread of one cube. The paper's own is further away: its
    # sequences are longer than these, which are proven shortest.
    assert abs(paper.qtm_mean - EXACT_MEAN) < 3.5 * EXACT_SIGMA / sqrt(lbl.PUBLISHED_CUBES)
    assert paper.qtm_mean < 74 - 3.5 * 6.8 / sqrt(lbl.PUBLISHED_CUBES)
    assert abs(paper.qtm_sigma - EXACT_SIGMA) < 3.5 * EXACT_SIGMA / sqrt(2 * lbl.PUBLISHED_CUBES)
    assert ours.qtm_mean is not None
    assert ours.qtm_mean < 50


def test_less_than_the_papers_method_is_needed_with_a_better_order() -> None:
    paper, ours = (
        Lengths.of("", paper_experiment(1, setting)) for setting in (lbl.PAPER, lbl.Setting(0))
    )
    assert paper.mean is not None
    assert paper.sigma is not None
    assert ours.mean is not None
    assert ours.sigma is not None
    assert 45 < ours.mean < paper.mean
    assert ours.sigma < paper.sigma


def test_the_stages_add_up_to_the_mean() -> None:
    *_, lengths, stages = lbl.lbl(QUIET, cubes=50, processes=1)
    assert isinstance(lengths, Lengths)
    assert isinstance(stages, StageLengths)
    assert list(stages.means) == ["Cross", "F2L 1", "F2L 2", "F2L 3", "F2L 4", "OLL", "PLL"]
    assert sum(stages.means.values()) == pytest.approx(lengths.mean)


def test_several_processes_solve_the_same_cubes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lbl, "BATCH", 30)
    alone = [each.htm for each in random_cubes(50, seed=3)]
    assert [each.htm for each in random_cubes(50, seed=3, processes=2)] == alone
    assert len(alone) == 50


def test_another_seed_gives_other_cubes() -> None:
    first, second = ([each.htm for each in random_cubes(20, seed=seed)] for seed in (1, 2))
    assert first != second


def test_turns_that_do_not_solve_are_not_counted() -> None:
    cube = Cube.solved().apply("R U")
    with pytest.raises(UnsolvedError, match=cube.facelets):
        solve_verified(cube, lambda cube: Solution(cube, "lbl", ()))


@pytest.mark.parametrize(("count", "processes"), [(0, 1), (5, 0)])
def test_no_cubes_or_no_processes_are_an_error(count: int, processes: int) -> None:
    with pytest.raises(ValueError, match="at least 1"):
        random_cubes(count, processes=processes)


@pytest.mark.thorough
def test_more_effort_and_one_look_are_shorter() -> None:
    settings = [*lbl.SETTINGS[:4], lbl.Setting(one_look=True)]
    means = [lengths(60, setting=setting).mean or 0 for setting in settings]
    assert means == sorted(means, reverse=True)
    solved = random_cubes(5, setting=settings[-1])
    assert "Last layer" in StageLengths.of("one look", solved).means


@pytest.mark.thorough
@pytest.mark.parametrize("effort", [0, 1])
def test_a_thousand_random_cubes_are_solved_at_the_least_efforts(effort: int) -> None:
    result = lengths(1_000, seed=2026, setting=lbl.Setting(effort))
    assert (result.mean or 99) < 55
    assert (result.most or 99) < 80


@pytest.mark.slow
@pytest.mark.parametrize("one_look", [False, True])
def test_a_million_random_cubes_are_solved(one_look: bool) -> None:
    setting = lbl.Setting(effort=1, one_look=one_look)
    result = random_cubes(500_000, 2027, os.cpu_count() or 1, setting=setting)
    assert len(result) == 500_000
    assert sum(each.htm for each in result) < 55 * len(result)
