"""The most probable legal cube, built from pieces, compared with all others."""

import random
from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.facelets import CORNERS, EDGES, SOLVED
from solver.core.geometry import FACES
from solver.core.turn import Turn, random_turns
from solver.cube import Cube
from tests.support.benchmarks import consistent_cubes, ideal_scores, misread, side_stickers
from vision.arrays import FloatArray
from vision.decode.pieces import (
    CORNER_FACELETS,
    CORNER_PIECES,
    assignment_bound,
    best_cube,
    decode_max_marginals,
    is_legal,
    max_marginals,
    most_probable_cube,
    piece_log_probs,
)

SEEDS = st.integers(0, 2**32)


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_no_legal_cube_is_better_than_the_best_or_than_the_runner_up(seed: int) -> None:
    rng = random.Random(seed)
    cube = Cube.random(rng)
    table = ideal_scores(cube.facelets) * np.random.default_rng(seed).random((54, 6)) * 2
    best = best_cube(table)
    letters = "".join(FACES[i] for i in best.face_indices)
    Cube.from_facelets(letters)
    assert best.log_prob == pytest.approx(_total(table, letters), abs=1e-9)
    assert best.runner_up_log_prob <= best.log_prob
    near = [Cube.random(rng), cube, *(_near(cube, rng) for _ in range(20))]
    for other in (other.facelets for other in near):
        if other == letters:
            continue
        assert _total(table, other) <= best.runner_up_log_prob + 1e-9
        for facelet in range(54):
            if other[facelet] != letters[facelet]:
                assert _total(table, other) <= best.alternative_log_probs[facelet] + 1e-9


def _near(cube: Cube, rng: random.Random) -> Cube:
    """Return a legal cube that differs from another in three edges or three corners."""
    before = random_turns(rng, 3)
    cycle = rng.choice(["R U' R U R U R U' R' U' R2", "U R U' L' U R' U' L"])
    after = [turn.inverse() for turn in reversed(before)]
    return cube.apply([*before, *(Turn.parse(move) for move in cycle.split()), *after])


def _total(table: FloatArray, letters: str) -> float:
    return float(table[np.arange(54), [FACES.index(letter) for letter in letters]].sum())


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_the_best_cube_is_the_best_of_all_consistent_ones(seed: int) -> None:
    rng = random.Random(seed)
    facelets = Cube.random(rng).facelets
    hidden = set(side_stickers(rng, 8))
    table = 10 * ideal_scores(facelets)
    table[sorted(hidden)] = -np.random.default_rng(seed).random((8, 6))
    fitting = consistent_cubes("".join("?" if i in hidden else c for i, c in enumerate(facelets)))
    totals = sorted((_total(table, cube), cube) for cube in fitting)
    best = best_cube(table)
    assert "".join(FACES[i] for i in best.face_indices) == totals[-1][1]
    alone, log_prob = most_probable_cube(table)
    assert "".join(FACES[i] for i in alone) == totals[-1][1]
    assert log_prob == pytest.approx(totals[-1][0], abs=1e-9)
    if len(totals) > 1:
        assert best.runner_up_log_prob == pytest.approx(totals[-2][0], abs=1e-9)


@pytest.mark.parametrize(("pieces", "twists"), [(3, 2), (3, 3), (4, 2)])
def test_max_marginals_are_the_best_of_all_enumerated_placements(pieces: int, twists: int) -> None:
    scores = np.random.default_rng(pieces).normal(size=(pieces, pieces, twists))
    best = np.full(2, -np.inf)
    placed = np.full((2, pieces, pieces, twists), -np.inf)
    slots = np.arange(pieces)
    for order in permutations(range(pieces)):
        inversions = sum(order[i] > order[j] for i in slots for j in slots[i:])
        for turned in product(range(twists), repeat=pieces):
            if sum(turned) % twists:
                continue
            total = scores[slots, order, turned].sum()
            parity = inversions % 2
            best[parity] = max(best[parity], total)
            here = (parity, slots, np.array(order), np.array(turned))
            placed[here] = np.maximum(placed[here], total)
    found = max_marginals(scores)
    assert found.best_by_parity == pytest.approx(best)
    assert found.by_placement == pytest.approx(placed)


def test_max_marginals_give_each_slot_its_best_piece_and_the_best_of_the_others() -> None:
    through = np.array([[[9.0, 3], [5, 2]], [[4, 1], [9, 6]]])  # slots x pieces x twists
    faces = np.array([[[0, 1], [1, 0]], [[0, 2], [2, 0]]])  # pieces x twists x facelets
    letters, without, others = decode_max_marginals(through, faces)
    assert letters.tolist() == [[0, 1], [0, 2]]
    # slot 0 shows no 0 first with 3 or 2, and no 1 second with 3, 5 or 2
    assert without.tolist() == [[3, 5], [6, 6]]
    assert others == 6


def test_pieces_of_a_solved_cube_are_the_most_probable_in_their_own_slots() -> None:
    scores = piece_log_probs(ideal_scores(SOLVED), CORNER_FACELETS, CORNER_PIECES)
    assert np.argwhere(scores == 0).tolist() == [[slot, slot, 0] for slot in range(8)]
    assert scores[0, 0, 1] == -24  # URF twisted in its own slot: three wrong colours of 8 each


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_the_assignment_bound_is_never_below_the_best_cube(seed: int) -> None:
    rng = random.Random(seed)
    facelets = Cube.random(rng).facelets
    table = ideal_scores(facelets, wrong=misread(facelets, rng, 5))
    table = table * np.random.default_rng(seed).random((54, 6))
    assert assignment_bound(table) >= best_cube(table).log_prob - 1e-9


def test_the_assignment_bound_is_the_score_of_a_cube_without_contradiction() -> None:
    facelets = Cube.random(1).facelets
    assert assignment_bound(ideal_scores(facelets) - 0.5) == pytest.approx(-27)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_the_legality_test_distinguishes_legal_cubes(seed: int) -> None:
    rng = random.Random(seed)
    letters = np.array([FACES.index(c) for c in Cube.random(rng).facelets])
    assert is_legal(letters)
    for place in (rng.choice(CORNERS), rng.choice(EDGES)):
        turned = letters.copy()
        turned[list(place)] = np.roll(letters[list(place)], 1)
        assert not is_legal(turned)
    first, second = (list(place) for place in rng.sample(EDGES, 2))
    swapped = letters.copy()
    swapped[first], swapped[second] = letters[second], letters[first]
    assert not is_legal(swapped)
