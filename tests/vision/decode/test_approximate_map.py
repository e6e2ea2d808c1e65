"""Approximate MAP decoding of clear cubes, and the loss in log-probability."""

import random

import numpy as np
import pytest

from solver.cube import Cube
from tests.support.benchmarks import ideal_scores, misread, shuffled
from vision.decode.arrangements import fixed_arrangement, unconstrained_arrangements
from vision.decode.bounds import ScoredArrangements
from vision.decode.map_decoder import decode_approx
from vision.decode.pieces import best_cube

IN_PLACE = fixed_arrangement([(position, 0) for position in range(6)])


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
