"""Cubes of 2 to 6 stickers a side, from measured colours."""

import json
import os
import random
from pathlib import Path

import numpy as np
import pytest

from solver.scramble import random_cube
from tests.vision.drawn import PAINT
from vision.arrays import Floats
from vision.orbits import fill
from vision.stickers import read_stickers

FACES = "URFDLB"


def painted(facelets: str, noise: float, seed: int) -> Floats:
    n = round((len(facelets) / 6) ** 0.5)
    letters = np.array([FACES.index(letter) for letter in facelets])
    rng = np.random.default_rng(seed)
    noisy = np.clip(PAINT[letters] + rng.normal(0, noise, (len(letters), 3)), 0, 255)
    return np.asarray(noisy.reshape(6, n, n, 3), float)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
def test_a_solved_cube_of_any_size_is_read(n: int) -> None:
    solved = "".join(letter * n * n for letter in FACES)
    reading = read_stickers(painted(solved, 6, n))
    assert reading.facelets == solved
    assert reading.scheme["U"] == "white"


@pytest.mark.parametrize("seed", range(3))
def test_a_scrambled_cube_is_read(seed: int) -> None:
    facelets = random_cube(random.Random(seed)).facelets()
    assert read_stickers(painted(facelets, 6, seed)).facelets == facelets


@pytest.mark.parametrize("seed", range(3))
def test_a_small_cube_learns_its_scheme_from_the_corners(seed: int) -> None:
    facelets = random_cube(random.Random(seed)).facelets()
    corners = "".join(facelets[9 * f + k] for f in range(6) for k in (0, 2, 6, 8))
    assert read_stickers(painted(corners, 6, seed)).facelets == corners


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_one_wrong_sticker_of_an_edge_is_put_right(n: int) -> None:
    solved = np.repeat(np.arange(6), n * n)
    scores = np.where(np.eye(6, dtype=bool)[solved], 0.0, -8.0)
    scores[1] = -8.0  # on U's upper edge, said to be B's, as the sticker beside it is
    scores[1, 5] = 0.0
    assert (fill(scores, n).letters == solved).all()


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
def test_it_is_certain_if_every_colour_is_seen_and_says_which_stickers_are_not(n: int) -> None:
    colours = painted("".join(letter * n * n for letter in FACES), 3, n)
    reading = read_stickers(colours)
    assert reading.certain
    assert reading.ambiguous == ()


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_two_pieces_that_may_be_either_way_round_are_ambiguous(n: int) -> None:
    solved = np.repeat(np.arange(6), n * n)
    scores = np.where(np.eye(6, dtype=bool)[solved], 0.0, -8.0)
    first, second = n + 1, n * n + n + 1  # a centre on U and one on R, of one orbit
    scores[[first, second]] = -8.0
    scores[np.ix_([first, second], [0, 1])] = 0.0
    leads = fill(scores, n).leads
    assert set(np.flatnonzero(leads < 1)) == {first, second}


def test_no_filling_of_an_orbit_beats_the_best_one() -> None:
    rng = np.random.default_rng(3)
    scores = np.log(rng.dirichlet(np.ones(6), 96))
    best = fill(scores, 4)
    for facelet in range(96):
        if best.leads[facelet] < np.inf:
            forced = scores.copy()
            forced[facelet, best.letters[facelet]] = -1e6
            assert fill(forced, 4).score == pytest.approx(best.without[facelet], abs=1e-6)


@pytest.mark.parametrize("shape", [(6, 3, 3), (6, 3, 4, 3), (5, 3, 3, 3), (6, 8, 8, 3)])
def test_other_shapes_are_refused(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"6 x n x n x 3|8 stickers a side"):
        read_stickers(np.zeros(shape))


def test_what_cube_robots_measured() -> None:
    data = os.environ.get("ROKUMEN_DATA")
    if data is None or not (Path(data) / "sticker-colours").is_dir():
        pytest.skip("set ROKUMEN_DATA to the folder that holds the measured stickers")
    for cube in json.loads((Path(data) / "sticker-colours" / "cubes.json").read_text())["cubes"]:
        n = cube["size"]
        rgb = np.array([cube["rgb"][str(i + 1)] for i in range(6 * n * n)], float)
        faces = rgb.reshape(6, n, n, 3)[[0, 3, 2, 5, 1, 4], ..., ::-1]  # from U L F R B D
        assert read_stickers(faces).facelets == cube["expected_URFDLB"], cube["name"]
