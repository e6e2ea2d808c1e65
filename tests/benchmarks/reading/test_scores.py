"""The records of reading count what is right, certain, and wrong and certain."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.reading.reading import decoded, faces_found
from benchmarks.reading.scores import CubesRead, FrameTimes, StickersRead
from benchmarks.support.decoding_trials import DecodingTrial
from benchmarks.support.sized_cubes import SizedOutcome, random_facelets, read_sampled


def test_exact_samples_in_any_order_are_read() -> None:
    outcome = read_sampled(random_facelets(4, 1), 0.0, 0, np.random.default_rng(1))
    assert outcome.is_right
    assert outcome.is_certain


@pytest.mark.thorough
def test_a_wrong_sticker_is_not_read_wrong_and_certain() -> None:
    outcomes = [
        read_sampled(random_facelets(2, seed), 3.0, 1, np.random.default_rng(seed))
        for seed in range(3)
    ]
    assert not any(outcome.is_certain and not outcome.is_right for outcome in outcomes)


def test_cubes_count_by_what_is_right_and_what_is_certain() -> None:
    outcomes = [
        SizedOutcome("2x2x2", is_right, is_certain, seconds)
        for is_right, is_certain, seconds in [
            (True, True, 0.1),
            (True, False, 0.2),
            (False, True, 0.2),
            (False, False, 0.7),
        ]
    ]
    record = CubesRead.timed("noisy", outcomes, asked=4)
    assert (record.cubes, record.right, record.certain, record.wrong) == (4, 2, 1, 1)
    assert record.seconds == pytest.approx(0.3)
    assert record.slowest_seconds == 0.7
    assert CubesRead.of("noisy", iter(outcomes)).seconds is None


def test_trials_count_by_whether_one_cube_fits() -> None:
    trials = [
        DecodingTrial(is_right=True, is_certain=True, is_only=True),
        DecodingTrial(is_right=True, is_certain=False, is_only=True),
        DecodingTrial(is_right=False, is_certain=False, is_only=False),
        DecodingTrial(is_right=False, is_certain=True, is_only=False),
    ]
    record = decoded("hidden", trials)
    assert (record.trials, record.certain, record.wrong) == (4, 1, 1)
    assert (record.decoded, record.only) == (1, 2)
    assert (record.uncertain, record.doubtful) == (1, 2)
    assert decoded("wrong", trials[2:]).decoded is None


def test_shares_and_rates() -> None:
    assert StickersRead("faces", 45, 90).share == 0.5
    times = FrameTimes.of("frames", [0.01, 0.03], asked=10)
    assert (times.milliseconds, times.slowest_milliseconds) == (20, 30)
    assert times.frames_a_second == pytest.approx(50)
    assert faces_found("none", [], 0.04).corner_error is None
