"""Upper bounds are never below the score of the best legal cube.

Approximate MAP decoding of clear cubes, and the loss in log-probability.
"""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.cube import Cube
from tests.support.benchmarks import ideal_scores, misread, shuffled
from vision.arrays import FloatArray
from vision.decode.arrangements import fixed_arrangement, unconstrained_arrangements
from vision.decode.bounds import ScoredArrangements, decode_approx
from vision.decode.pieces import best_cube

SEEDS = st.integers(0, 2**32)
IN_PLACE = fixed_arrangement([(position, 0) for position in range(6)])
ALL = unconstrained_arrangements()


def noisy_scores(seed: int, wrong: int) -> FloatArray:
    """Return scores (54 x 6) of a cube with some wrong and otherwise clear stickers."""
    rng = random.Random(seed)
    facelets = Cube.random(rng).facelets
    table = ideal_scores(facelets, wrong=misread(facelets, rng, wrong))
    return table * np.random.default_rng(seed).random((54, 6))


@settings(max_examples=20, deadline=None)
@given(SEEDS, st.integers(0, 6))
def test_no_legal_cube_is_above_the_upper_bound(seed: int, wrong: int) -> None:
    table = noisy_scores(seed, wrong)
    scored = ScoredArrangements.of(table.reshape(6, 9, 6), IN_PLACE)
    assert scored.upper[0] >= best_cube(table).log_prob - 1e-9
    assert scored.bounds().upper == pytest.approx(scored.upper)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_no_other_legal_cube_is_above_the_runner_up_bound(seed: int) -> None:
    table = noisy_scores(seed, 0)
    best = best_cube(table)
    bounds = ScoredArrangements.of(table.reshape(6, 9, 6), IN_PLACE).bounds()
    assert bounds.upper[0] == pytest.approx(best.log_prob, abs=1e-9)
    assert bounds.runner_up[0] >= best.runner_up_log_prob - 1e-9
    assert bounds.runner_up[0] < bounds.upper[0]


def test_bounds_of_all_arrangements_at_once_are_those_of_each_by_itself() -> None:
    views, _ = shuffled(noisy_scores(1, 2), random.Random(1))
    some = random.Random(2).sample(range(len(ALL)), 60)
    alone = replace(
        ALL, facelets=ALL.facelets[some], centres=ALL.centres[some], is_unconstrained=False
    )
    at_once = ScoredArrangements.of(views, ALL).bounds()
    one_by_one = ScoredArrangements.of(views, alone).bounds()
    assert at_once.upper[some] == pytest.approx(one_by_one.upper)
    assert at_once.runner_up[some] == pytest.approx(one_by_one.runner_up)
    for index in some[:10]:
        table = ScoredArrangements.of(views, ALL).table(index)
        assert at_once.upper[index] >= best_cube(table).log_prob - 1e-9


def test_the_table_of_an_arrangement_has_the_scores_of_its_facelets() -> None:
    table = noisy_scores(3, 0)
    scored = ScoredArrangements.of(table.reshape(6, 9, 6), IN_PLACE)
    assert scored.table(0) == pytest.approx(table)


def test_a_cube_without_contradiction_costs_nothing() -> None:
    rng = random.Random(1)
    views, _ = shuffled(ideal_scores(Cube.random(rng).facelets), rng)
    cube = decode_approx(ScoredArrangements.of(views - 0.1, unconstrained_arrangements()))
    assert (cube.labels == views.argmax(-1)).all()
    assert cube.log_prob == pytest.approx(-5.4)
    assert cube.loss == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_a_wrong_sticker_is_corrected_at_the_cost_of_its_log_odds(seed: int) -> None:
    rng = random.Random(seed)
    facelets = Cube.random(rng).facelets
    true = ideal_scores(facelets)
    wrong = ideal_scores(facelets, wrong=misread(facelets, rng, 1))
    cube = decode_approx(ScoredArrangements.of(wrong.reshape(6, 9, 6), IN_PLACE))
    assert (cube.labels == true.argmax(-1).reshape(6, 9)).all()
    assert cube.log_prob == pytest.approx(-8)
    assert cube.loss == pytest.approx(8)


def test_in_the_only_arrangement_it_is_the_most_probable_cube() -> None:
    rng = random.Random(7)
    facelets = Cube.random(rng).facelets
    table = ideal_scores(facelets, wrong=misread(facelets, rng, 6))
    table = table * np.random.default_rng(7).random((54, 6))
    cube = decode_approx(ScoredArrangements.of(table.reshape(6, 9, 6), IN_PLACE))
    assert cube.log_prob == pytest.approx(best_cube(table).log_prob)
    assert cube.log_prob + cube.loss == pytest.approx(table.max(1).sum())
