"""Decoding cubes of every size from the scores of their facelets."""

import random

import numpy as np
import pytest

from solver.puzzles.big_cube import random_turns
from solver.puzzles.nxn.layers import geometry
from vision.arrays import FloatArray, IntArray
from vision.decode.orbits import corner_facelets, corner_log_probs, decode_nxn

SIZES = [2, 3, 4, 5, 6, 7]


def scrambled(n: int) -> IntArray:
    """Return the colours of a cube that has been turned at random, its own centres in place."""
    solved = np.repeat(np.arange(6), n * n)
    turns = random_turns(random.Random(n), n, 60)
    if n % 2:
        turns = tuple(turn for turn in turns if turn.layer != n // 2)
    return np.asarray(geometry(n).apply(solved, turns), np.int64)


def scores_of(colours: IntArray) -> FloatArray:
    return np.where(np.eye(6, dtype=bool)[colours], 0.0, -8.0)


@pytest.mark.parametrize("n", SIZES)
def test_a_scrambled_cube_of_any_size_is_decoded(n: int) -> None:
    colours = scrambled(n)
    decoded = decode_nxn(scores_of(colours) - 0.1, n)
    assert (decoded.face_indices == colours).all()
    assert decoded.log_prob == pytest.approx(-0.1 * len(colours))
    assert decoded.facelet_margins.min() >= 8  # no other cube has fewer than one wrong facelet


@pytest.mark.parametrize("n", SIZES)
def test_a_sticker_that_looks_like_another_colour_is_corrected(n: int) -> None:
    colours = scrambled(n)
    for facelet in random.Random(n).sample(range(6 * n * n), 5):
        scores = scores_of(colours)
        scores[facelet, colours[facelet]] = -1
        scores[facelet, (colours[facelet] + 1) % 6] = 0
        decoded = decode_nxn(scores, n)
        assert (decoded.face_indices == colours).all()
        assert decoded.log_prob == pytest.approx(-1)


def test_the_corners_are_all_facelets_of_the_smallest_cube() -> None:
    assert sorted(corner_facelets(2).ravel()) == list(range(24))


@pytest.mark.parametrize("n", SIZES)
def test_corners_are_where_three_faces_meet(n: int) -> None:
    last = n - 1
    corners = corner_facelets(n)
    # URF: the bottom right of U, the top left of R and the top right of F
    assert corners[0].tolist() == [last * n + last, n * n, 2 * n * n + last]
    assert len(set(corners.ravel().tolist())) == 24


@pytest.mark.parametrize("n", SIZES)
def test_corners_of_a_solved_cube_are_the_most_probable_in_their_slots(n: int) -> None:
    scores = corner_log_probs(scores_of(np.repeat(np.arange(6), n * n)), n)
    assert np.argwhere(scores == 0).tolist() == [[slot, slot, 0] for slot in range(8)]


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_one_wrong_sticker_of_an_edge_is_corrected(n: int) -> None:
    solved = np.repeat(np.arange(6), n * n)
    scores = np.where(np.eye(6, dtype=bool)[solved], 0.0, -8.0)
    scores[1] = -8.0  # on U's upper edge, with the score of B, like the sticker beside it
    scores[1, 5] = 0.0
    assert (decode_nxn(scores, n).face_indices == solved).all()


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_two_exchangeable_pieces_are_ambiguous(n: int) -> None:
    solved = np.repeat(np.arange(6), n * n)
    scores = np.where(np.eye(6, dtype=bool)[solved], 0.0, -8.0)
    first, second = n + 1, n * n + n + 1  # a centre on U and one on R, of one orbit
    scores[[first, second]] = -8.0
    scores[np.ix_([first, second], [0, 1])] = 0.0
    leads = decode_nxn(scores, n).facelet_margins
    assert set(np.flatnonzero(leads < 1)) == {first, second}


def test_no_assignment_of_an_orbit_is_better_than_the_best_one() -> None:
    rng = np.random.default_rng(3)
    scores = np.log(rng.dirichlet(np.ones(6), 96))
    best = decode_nxn(scores, 4)
    for facelet in range(96):
        if best.facelet_margins[facelet] < np.inf:
            forced = scores.copy()
            forced[facelet, best.face_indices[facelet]] = -1e6
            assert decode_nxn(forced, 4).log_prob == pytest.approx(
                best.alternative_log_probs[facelet], abs=1e-6
            )
