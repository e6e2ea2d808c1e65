import random

import numpy as np
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rokumen.bench.fitting import fitting_cubes
from rokumen.bench.trials import misread, scores, shuffled, side_stickers
from solver.cube import Cube
from solver.facelets import CORNERS, EDGES, SOLVED
from solver.geometry import FACES
from solver.scramble import random_cube, random_turns
from solver.turn import Turn
from vision.arrange import known, loose
from vision.arrays import Floats
from vision.bounds import upper_bounds
from vision.decode import decode, decode_known, glance
from vision.pieces import best_cube, is_legal
from vision.places import TURNED, holding

SEEDS = st.integers(0, 2**32)
IN_PLACE = known([(position, 0) for position in range(6)])


def test_turning_a_view_clockwise_brings_its_bottom_left_sticker_to_the_top_left() -> None:
    assert TURNED[1][0] == 6
    assert TURNED[1][2] == 0
    assert TURNED[2][0] == 8


def test_a_cube_held_with_its_right_face_up_shows_what_was_right() -> None:
    facelets = np.array(list(SOLVED))
    seen = "".join(facelets[np.argsort(holding(1, 2))])
    assert seen[4::9] == "RDFLUB"


@settings(max_examples=15, deadline=None)
@given(SEEDS)
def test_no_legal_cube_beats_the_best_one_or_comes_between_it_and_its_rival(seed: int) -> None:
    rng = random.Random(seed)
    cube = random_cube(rng)
    table = scores(cube.facelets()) * np.random.default_rng(seed).random((54, 6)) * 2
    best = best_cube(table)
    letters = "".join(FACES[i] for i in best.letters)
    Cube.from_facelets(letters)
    assert best.score == pytest.approx(_total(table, letters), abs=1e-9)
    assert best.rival <= best.score
    near = [random_cube(rng), cube, *(_near(cube, rng) for _ in range(20))]
    for other in (other.facelets() for other in near):
        if other == letters:
            continue
        assert _total(table, other) <= best.rival + 1e-9
        for facelet in range(54):
            if other[facelet] != letters[facelet]:
                assert _total(table, other) <= best.without[facelet] + 1e-9


def _near(cube: Cube, rng: random.Random) -> Cube:
    """A legal cube that differs from another in three edges or three corners."""
    before = random_turns(rng, 3)
    cycle = rng.choice(["R U' R U R U R U' R' U' R2", "U R U' L' U R' U' L"])
    after = [turn.inverse() for turn in reversed(before)]
    return cube.apply([*before, *_turns(cycle), *after])


def _turns(moves: str) -> list[Turn]:
    return [Turn.parse(move) for move in moves.split()]


def _total(table: Floats, letters: str) -> float:
    return float(table[np.arange(54), [FACES.index(letter) for letter in letters]].sum())


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_any_cube_is_read_from_its_faces_in_any_order_and_turn(seed: int) -> None:
    rng = random.Random(seed)
    facelets = random_cube(rng).facelets()
    views, usual = shuffled(scores(facelets), rng)
    decoded = decode(views, loose(), usual)
    if decoded.facelets != facelets and not decoded.is_certain(views):
        # The faces of a few cubes fit together in another way as well.
        assert decoded.lead == pytest.approx(0, abs=1e-6)
        assume(False)
    assert decoded.facelets == facelets
    assert decoded.is_certain(views)
    assert decoded.arrangement.centres.tolist() == usual


@settings(max_examples=8, deadline=None)
@given(SEEDS)
def test_with_six_stickers_hidden_it_is_right_or_says_that_it_is_not_certain(seed: int) -> None:
    rng = random.Random(seed)
    facelets = random_cube(rng).facelets()
    views, usual = shuffled(scores(facelets, hidden=set(side_stickers(rng, 6))), rng)
    decoded = decode(views, loose(), usual)
    assert decoded.facelets == facelets or not decoded.is_certain(views)


@settings(max_examples=15, deadline=None)
@given(SEEDS, st.integers(0, 8))
def test_a_cube_in_place_is_certain_exactly_if_no_other_fits_what_is_seen(
    seed: int, count: int
) -> None:
    rng = random.Random(seed)
    facelets = random_cube(rng).facelets()
    hidden = set(side_stickers(rng, count))
    views = scores(facelets, hidden=hidden).reshape(6, 9, 6)
    decoded = decode_known(views, IN_PLACE)
    fitting = fitting_cubes("".join("?" if i in hidden else c for i, c in enumerate(facelets)))
    assert decoded.facelets in fitting
    assert decoded.is_certain(views) == (fitting == {facelets})


@settings(max_examples=8, deadline=None)
@given(SEEDS, st.integers(1, 3))
def test_wrong_stickers_never_make_a_wrong_cube_certain(seed: int, count: int) -> None:
    rng = random.Random(seed)
    facelets = random_cube(rng).facelets()
    views, usual = shuffled(scores(facelets, wrong=misread(facelets, rng, count)), rng)
    decoded = decode(views, loose(), usual)
    assert decoded.facelets == facelets or not decoded.is_certain(views)


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_one_wrong_sticker_is_put_right(seed: int) -> None:
    rng = random.Random(seed)
    facelets = random_cube(rng).facelets()
    wrong = scores(facelets, wrong=misread(facelets, rng, 1)).reshape(6, 9, 6)
    assert decode_known(wrong, IN_PLACE).facelets == facelets


@given(st.integers(0, 3))
@settings(max_examples=4, deadline=None)
def test_a_solved_cube_is_certain_however_its_faces_come(seed: int) -> None:
    views, usual = shuffled(scores(SOLVED), random.Random(seed))
    decoded = decode(views, loose(), usual)
    assert decoded.facelets == SOLVED
    assert decoded.is_certain(views)
    assert decoded.arrangement.centres.tolist() == usual


def test_a_solved_cube_is_certain_where_its_places_are_known() -> None:
    views = scores(SOLVED).reshape(6, 9, 6)
    assert decode_known(views, IN_PLACE).is_certain(views)


@pytest.mark.parametrize("moves", ["U2 D2 R2 L2 F2 B2", "U2"])
def test_a_cube_that_looks_like_another_is_not_certain(moves: str) -> None:
    facelets = Cube.solved().apply(_turns(moves))
    views, usual = shuffled(scores(facelets.facelets()), random.Random(1))
    decoded = decode(views, loose(), usual)
    assert decoded.is_certain(views) is False


def test_every_sticker_of_a_reading_is_traced_to_the_view_that_shows_it() -> None:
    rng = random.Random(5)
    facelets = random_cube(rng).facelets()
    views, usual = shuffled(scores(facelets), rng)
    decoded = decode(views, loose(), usual)
    shown = decoded.arrangement.facelets
    assert sorted(shown.ravel()) == list(range(54))
    for facelet, scores_there in zip(shown.ravel(), views.reshape(54, 6), strict=True):
        assert FACES[usual.index(int(scores_there.argmax()))] == facelets[facelet]


@settings(max_examples=10, deadline=None)
@given(SEEDS)
def test_the_best_cube_is_the_best_of_all_that_fit_when_counted_one_by_one(seed: int) -> None:
    rng = random.Random(seed)
    facelets = random_cube(rng).facelets()
    hidden = set(side_stickers(rng, 8))
    table = 10 * scores(facelets)
    table[sorted(hidden)] = -np.random.default_rng(seed).random((8, 6))
    fitting = fitting_cubes("".join("?" if i in hidden else c for i, c in enumerate(facelets)))
    totals = sorted((_total(table, cube), cube) for cube in fitting)
    best = best_cube(table)
    assert "".join(FACES[i] for i in best.letters) == totals[-1][1]
    if len(totals) > 1:
        assert best.rival == pytest.approx(totals[-2][0], abs=1e-9)


@settings(max_examples=4, deadline=None)
@given(SEEDS)
def test_the_best_arrangement_is_the_best_of_all_when_solved_one_by_one(seed: int) -> None:
    rng = random.Random(seed)
    wrong = misread(facelets := random_cube(rng).facelets(), rng, 3)
    views, usual = shuffled(scores(facelets, wrong=wrong), rng)
    noisy = views - np.random.default_rng(seed).random(views.shape)
    # a few hundred of the ways to lay six faces on a cube, the likeliest ones among them
    bounds = upper_bounds(noisy, loose())
    indices = [*np.argsort(-bounds)[:40].tolist(), *rng.sample(range(len(bounds)), 40)]
    totals = [best_cube(loose().carriers(i).scores(noisy)).score for i in indices]
    assert (bounds[indices] >= np.array(totals) - 1e-9).all()
    assert decode(noisy, loose(), usual).score == pytest.approx(max(totals), abs=1e-6)
    assert glance(noisy, loose()).score <= max(totals) + 1e-6


@settings(max_examples=20, deadline=None)
@given(SEEDS)
def test_a_quick_look_tells_legal_cubes_from_others(seed: int) -> None:
    rng = random.Random(seed)
    letters = np.array([FACES.index(c) for c in random_cube(rng).facelets()])
    assert is_legal(letters)
    for place in (rng.choice(CORNERS), rng.choice(EDGES)):
        turned = letters.copy()
        turned[list(place)] = np.roll(letters[list(place)], 1)
        assert not is_legal(turned)
    first, second = (list(place) for place in rng.sample(EDGES, 2))
    swapped = letters.copy()
    swapped[first], swapped[second] = letters[second], letters[first]
    assert not is_legal(swapped)
