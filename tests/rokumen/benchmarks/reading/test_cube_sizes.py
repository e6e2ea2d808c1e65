"""The benchmark of cubes whose samples are off."""

from __future__ import annotations

import numpy as np

from rokumen.benchmarks.reading.cube_sizes import certainty_rows
from rokumen.benchmarks.support.sized_cubes import SizedOutcome, random_facelets, read_sampled


def test_exact_samples_in_any_order_are_read() -> None:
    outcome = read_sampled(random_facelets(4, 1), 0.0, 0, np.random.default_rng(1))
    assert outcome.is_right
    assert outcome.is_certain


def test_a_wrong_sticker_is_not_read_wrong_and_certain() -> None:
    outcomes = [
        read_sampled(random_facelets(2, seed), 3.0, 1, np.random.default_rng(seed))
        for seed in range(3)
    ]
    assert not any(outcome.is_certain and not outcome.is_right for outcome in outcomes)


def test_rows_count_what_is_wrong_and_certain() -> None:
    outcomes = [
        SizedOutcome("2x2x2", is_right, is_certain, 0.1)
        for is_right, is_certain in [(True, True), (True, False), (False, True), (False, False)]
    ]
    rows = list(certainty_rows("noisy", outcomes))
    assert [row.measured for row in rows] == ["2, 1 of 4", "1"]
