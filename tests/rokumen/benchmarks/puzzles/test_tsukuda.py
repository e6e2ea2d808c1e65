"""The polyhedra paper's table of turns by cube size, by its own procedure."""

from __future__ import annotations

from statistics import fmean

import pytest

from rokumen.benchmarks.puzzles.tsukuda import SizeResult, growth, measure_published

# Table 14.7.
TABLE = {2: (46, 8.3), 3: (124, 14.5), 4: (377, 34.3), 5: (624, 40.0), 6: (1042, 54.3)}
TABLE |= {7: (1438, 70.3), 8: (2025, 84.3), 9: (2606, 104.2), 10: (3366, 90.3)}


@pytest.mark.parametrize(
    ("n", "cubes"),
    [(2, 30), (3, 4), (4, 5)] + [pytest.param(n, 100, marks=pytest.mark.slow) for n in TABLE],
)
def test_the_mean_is_within_two_sigmas_of_the_papers(n: int, cubes: int) -> None:
    mean, sigma = TABLE[n]
    assert abs(fmean(measure_published(n, cubes, seed=7)) - mean) < 2 * sigma


def test_growth_counts_half_turns_as_two_like_the_papers() -> None:
    # Turns that do not grow, of which more and more are half turns: 2 n^2 when those count as two.
    results = [SizeResult(n, (1,), (2 * n * n,), (1.0,)) for n in (4, 5, 6, 7)]
    ours, papers, _ = growth(results)
    assert "2.00 n^2.00" in ours
    assert papers.startswith("the paper's")
