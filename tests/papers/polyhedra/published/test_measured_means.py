"""The polyhedra paper's table of turns by cube size, by its own procedure."""

from __future__ import annotations

from statistics import fmean

import pytest

from papers.polyhedra.published.measured_means import tsukuda_lengths

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
    assert abs(fmean(tsukuda_lengths(n, cubes, seed=7)) - mean) < 2 * sigma
