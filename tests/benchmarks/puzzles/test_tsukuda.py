"""The polyhedra paper's table of turns by cube size, by its own procedure."""

from __future__ import annotations

from statistics import fmean

import pytest

from benchmarks.puzzles.tsukuda import (
    SolvedLayers,
    TurnGrowth,
    growth,
    lengths,
    measure_published,
)

# Table 14.7.
TABLE = {2: (46, 8.3), 3: (124, 14.5), 4: (377, 34.3), 5: (624, 40.0), 6: (1042, 54.3)}
TABLE |= {7: (1438, 70.3), 8: (2025, 84.3), 9: (2606, 104.2), 10: (3366, 90.3)}


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("n", "cubes"),
    [(2, 12), (3, 4), (4, 3)] + [pytest.param(n, 100, marks=pytest.mark.slow) for n in TABLE],
)
def test_the_mean_is_within_two_sigmas_of_the_papers(n: int, cubes: int) -> None:
    mean, sigma = TABLE[n]
    assert abs(fmean(measure_published(n, cubes, seed=7)) - mean) < 2 * sigma


def test_growth_counts_half_turns_as_two_like_the_papers() -> None:
    # Turns that do not grow, of which more and more are half turns: 2 n^2 when those count as two.
    records = [lengths(n, [SolvedLayers(1, 2 * n * n, 1.0)]) for n in (4, 5, 6, 7)]
    ours, papers, _ = growth(records)
    assert isinstance(ours, TurnGrowth)
    assert ours.factor == pytest.approx(2)
    assert ours.exponent == pytest.approx(2)
    assert isinstance(papers, TurnGrowth)
    assert papers.of == "the paper's"
    assert list(growth(records[:2])) == []


def test_a_size_is_compared_with_the_papers() -> None:
    record = lengths(2, [SolvedLayers(20, 23, 1.0), SolvedLayers(22, 23, 3.0)], repeated=[37, 38])
    assert (record.mean, record.sigma, record.qtm_mean, record.ratio) == (21, 1, 23, 0.5)
    assert (record.seconds, record.slowest_seconds) == (2, 3)
    assert record.sigmas_off == pytest.approx((37.5 - 46) / 8.3)
    assert lengths(11, [SolvedLayers(20, 23, 1.0)]).published_mean is None
