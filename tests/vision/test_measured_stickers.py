"""Cubes of 2 to 6 stickers a side, from measured colours."""

import json
import os
from pathlib import Path

import numpy as np
import pytest

from solver.cube import Cube
from tests.support.drawn_faces import PAINT
from vision.arrays import FloatArray
from vision.single_faces import read_measured_stickers

FACES = "URFDLB"


def painted(facelets: str, noise: float, seed: int) -> FloatArray:
    n = round((len(facelets) / 6) ** 0.5)
    letters = np.array([FACES.index(letter) for letter in facelets])
    rng = np.random.default_rng(seed)
    noisy = np.clip(PAINT[letters] + rng.normal(0, noise, (len(letters), 3)), 0, 255)
    return np.asarray(noisy.reshape(6, n, n, 3), float)


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
def test_a_solved_cube_of_any_size_is_read(n: int) -> None:
    solved = "".join(letter * n * n for letter in FACES)
    reading = read_measured_stickers(painted(solved, 6, n))
    assert reading.facelets == solved
    assert reading.scheme["U"] == "white"


@pytest.mark.parametrize("seed", range(3))
def test_a_scrambled_cube_is_read(seed: int) -> None:
    facelets = Cube.random(seed).facelets
    assert read_measured_stickers(painted(facelets, 6, seed)).facelets == facelets


@pytest.mark.parametrize("seed", range(3))
def test_a_small_cube_learns_its_scheme_from_the_corners(seed: int) -> None:
    facelets = Cube.random(seed).facelets
    corners = "".join(facelets[9 * f + k] for f in range(6) for k in (0, 2, 6, 8))
    assert read_measured_stickers(painted(corners, 6, seed)).facelets == corners


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7])
def test_a_cube_with_clear_colours_is_certain(n: int) -> None:
    colours = painted("".join(letter * n * n for letter in FACES), 3, n)
    reading = read_measured_stickers(colours)
    assert reading.certain
    assert reading.ambiguous == ()


@pytest.mark.parametrize("shape", [(6, 3, 3), (6, 3, 4, 3), (5, 3, 3, 3), (6, 8, 8, 3)])
def test_other_shapes_are_rejected(shape: tuple[int, ...]) -> None:
    with pytest.raises(ValueError, match=r"expected \(6, n, n, 3\)|8 stickers per side"):
        read_measured_stickers(np.zeros(shape))


@pytest.mark.thorough
def test_measurements_of_cube_robots_are_read() -> None:
    data = os.environ.get("ROKUMEN_DATA")
    if data is None or not (Path(data) / "sticker-colours").is_dir():
        pytest.skip("set ROKUMEN_DATA to the folder that holds the measured stickers")
    for cube in json.loads((Path(data) / "sticker-colours" / "cubes.json").read_text())["cubes"]:
        n = cube["size"]
        rgb = np.array([cube["rgb"][str(i + 1)] for i in range(6 * n * n)], float)
        faces = rgb.reshape(6, n, n, 3)[[0, 3, 2, 5, 1, 4], ..., ::-1]  # from U L F R B D
        assert read_measured_stickers(faces).facelets == cube["expected_URFDLB"], cube["name"]
