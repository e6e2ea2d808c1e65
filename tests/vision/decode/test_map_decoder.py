"""Exact MAP decoding: which cube, in which arrangement, and whether it is certain."""

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from solver.core.turn import Turn
from solver.cube import Cube
from tests.support.benchmarks import (
    consistent_cubes,
    ideal_scores,
    misread,
    shuffled,
    side_stickers,
)
from vision.decode.arrangements import fixed_arrangement, unconstrained_arrangements
from vision.decode.bounds import ScoredArrangements, decode_approx
from vision.decode.map_decoder import decode, decode_as_arranged
from vision.decode.pieces import best_cube

SEEDS = st.integers(0, 2**32)
IN_PLACE = fixed_arrangement([(position, 0) for position in range(6)])


def _turns(moves: str) -> list[Turn]:
    return [Turn.parse(move) for move in moves.split()]


def test_any_cube_is_decoded_from_its_faces_in_any_order_and_rotation() -> None:
    ambiguous: list[int] = []

    @settings(max_examples=20, deadline=None)
    @given(SEEDS)
    def is_decoded(seed: int) -> None:
        rng = random.Random(seed)
        facelets = Cube.random(rng).facelets
        views, standard = shuffled(ideal_scores(facelets), rng)
        decoded = decode(ScoredArrangements.of(views, unconstrained_arrangements()), standard)
        if decoded.facelets != facelets and not decoded.is_certain:
            assert decoded.margin == pytest.approx(0, abs=1e-6)
            ambiguous.append(seed)
            return
        assert decoded.facelets == facelets
        assert decoded.is_certain
        assert decoded.arrangement.position_colours.tolist() == standard

    is_decoded()
    # The faces of one cube in 400 have a second legal arrangement.
    assert len(ambiguous) <= 2


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_with_six_stickers_hidden_a_wrong_cube_is_not_certain(seed: int) -> None:
    rng = random.Random(seed)
    facelets = Cube.random(rng).facelets
    views, standard = shuffled(ideal_scores(facelets, hidden=set(side_stickers(rng, 6))), rng)
    decoded = decode(ScoredArrangements.of(views, unconstrained_arrangements()), standard)
    assert decoded.facelets == facelets or not decoded.is_certain


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(0, 8))
def test_a_cube_in_place_is_certain_exactly_if_no_other_fits(seed: int, count: int) -> None:
    rng = random.Random(seed)
    facelets = Cube.random(rng).facelets
    hidden = set(side_stickers(rng, count))
    views = ideal_scores(facelets, hidden=hidden).reshape(6, 9, 6)
    decoded = decode_as_arranged(ScoredArrangements.of(views, IN_PLACE))
    fitting = consistent_cubes("".join("?" if i in hidden else c for i, c in enumerate(facelets)))
    assert decoded.facelets in fitting
    assert decoded.is_certain == (fitting == {facelets})


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.integers(1, 3))
def test_wrong_stickers_never_make_a_wrong_cube_certain(seed: int, count: int) -> None:
    rng = random.Random(seed)
    facelets = Cube.random(rng).facelets
    views, standard = shuffled(ideal_scores(facelets, wrong=misread(facelets, rng, count)), rng)
    decoded = decode(ScoredArrangements.of(views, unconstrained_arrangements()), standard)
    assert decoded.facelets == facelets or not decoded.is_certain


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_one_wrong_sticker_is_corrected(seed: int) -> None:
    rng = random.Random(seed)
    facelets = Cube.random(rng).facelets
    wrong = ideal_scores(facelets, wrong=misread(facelets, rng, 1)).reshape(6, 9, 6)
    assert decode_as_arranged(ScoredArrangements.of(wrong, IN_PLACE)).facelets == facelets


@given(st.integers(0, 3))
@settings(max_examples=4, deadline=None)
def test_a_solved_cube_is_certain_with_its_faces_in_any_order(seed: int) -> None:
    views, standard = shuffled(ideal_scores(SOLVED), random.Random(seed))
    decoded = decode(ScoredArrangements.of(views, unconstrained_arrangements()), standard)
    assert decoded.facelets == SOLVED
    assert decoded.is_certain
    assert decoded.arrangement.position_colours.tolist() == standard


def test_a_solved_cube_is_certain_in_a_known_arrangement() -> None:
    views = ideal_scores(SOLVED).reshape(6, 9, 6)
    assert decode_as_arranged(ScoredArrangements.of(views, IN_PLACE)).is_certain


@pytest.mark.parametrize("moves", ["U2 D2 R2 L2 F2 B2", "U2"])
def test_a_cube_that_looks_like_another_is_not_certain(moves: str) -> None:
    facelets = Cube.solved().apply(_turns(moves))
    views, standard = shuffled(ideal_scores(facelets.facelets), random.Random(1))
    decoded = decode(ScoredArrangements.of(views, unconstrained_arrangements()), standard)
    assert decoded.is_certain is False


def test_every_facelet_has_the_scores_of_the_view_that_shows_it() -> None:
    rng = random.Random(5)
    facelets = Cube.random(rng).facelets
    views, standard = shuffled(ideal_scores(facelets), rng)
    decoded = decode(ScoredArrangements.of(views, unconstrained_arrangements()), standard)
    shown = decoded.arrangement.facelets
    assert sorted(shown.ravel()) == list(range(54))
    for facelet, scores_there in zip(shown.ravel(), views.reshape(54, 6), strict=True):
        assert FACES[standard.index(int(scores_there.argmax()))] == facelets[facelet]


@pytest.mark.thorough
@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_the_best_arrangement_is_the_best_of_all_decoded_separately(seed: int) -> None:
    rng = random.Random(seed)
    wrong = misread(facelets := Cube.random(rng).facelets, rng, 3)
    views, standard = shuffled(ideal_scores(facelets, wrong=wrong), rng)
    noisy = views - np.random.default_rng(seed).random(views.shape)
    # a few hundred arrangements, with the most probable among them
    scored = ScoredArrangements.of(noisy, unconstrained_arrangements())
    bounds = scored.upper
    indices = [*np.argsort(-bounds)[:40].tolist(), *rng.sample(range(len(bounds)), 40)]
    totals = [best_cube(scored.table(i)).log_prob for i in indices]
    assert (bounds[indices] >= np.array(totals) - 1e-9).all()
    assert decode(scored, standard).log_prob == pytest.approx(max(totals), abs=1e-6)
    assert decode_approx(scored).log_prob <= max(totals) + 1e-6


def test_with_a_face_unseen_the_cube_is_certain_only_if_no_other_one_fits() -> None:
    hidden = set(range(27, 36))  # D
    counts = set()
    for seed in range(12):
        facelets = Cube.random(seed).facelets
        views = ideal_scores(facelets, hidden=hidden).reshape(6, 9, 6)
        decoded = decode_as_arranged(ScoredArrangements.of(views, IN_PLACE))
        seen = "".join("?" if i in hidden else letter for i, letter in enumerate(facelets))
        fitting = consistent_cubes(seen)
        assert decoded.facelets in fitting
        assert decoded.is_certain == (len(fitting) == 1)
        counts.add(min(len(fitting), 2))
    assert counts == {1, 2}


def test_with_a_face_unseen_more_margin_is_required() -> None:
    facelets = Cube.random(3).facelets

    def is_certain(hidden: set[int], score: float) -> bool:
        views = -score * (ideal_scores(facelets, hidden=hidden).reshape(6, 9, 6) < 0)
        return decode_as_arranged(ScoredArrangements.of(views, IN_PLACE)).is_certain

    face = set(range(27, 36))
    assert consistent_cubes("".join("?" if i in face else x for i, x in enumerate(facelets))) == {
        facelets
    }
    assert is_certain(face, 7.0)
    assert not is_certain(face, 6.0)
    assert is_certain(face - {27}, 6.0)
