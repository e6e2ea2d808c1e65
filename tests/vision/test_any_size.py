"""Cubes whose size is not said, drawn in scenes and photographed in a robot.

Cubes of 2 to 6 stickers a side, from measured colours.
"""

from __future__ import annotations

import json
import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import rokumen
from solver.cube import Cube
from tests.support.benchmarks import drawn_cube, drawn_facelets, read_sized, robot_cubes
from tests.support.drawn_faces import PAINT
from tests.support.photographs import STICKERLESS, corners_of
from vision.arrays import FloatArray
from vision.capture.frame import Frame
from vision.errors import MissingFacesError, NoFaceError
from vision.reading import read
from vision.single_faces import read_measured_stickers

SOLVED_4 = "".join(face * 16 for face in "URFDLB")


@pytest.mark.parametrize("n", [2, 4, 5, 7])
def test_a_drawn_cube_is_read_without_its_size(n: int) -> None:
    outcome = read_sized(drawn_cube(n, 1))
    assert outcome.is_right
    assert outcome.is_certain


@pytest.mark.parametrize("n", [2, 3])
def test_each_picture_is_reported_once_before_it_is_searched(n: int) -> None:
    told: list[tuple[int, int]] = []
    pictures = [frame.image for frame in drawn_cube(n, 1).frames]
    rokumen.read(pictures, on_progress=lambda *counts: told.append(counts))
    assert told == [(number, 6) for number in range(6)]


def test_a_solved_4x4x4_is_no_3x3x3() -> None:
    reading = read(drawn_facelets(SOLVED_4, 2).frames)
    assert (reading.size, reading.facelets, reading.certain) == (4, SOLVED_4, True)


def named(frames: tuple[Frame, ...]) -> list[Frame]:
    return [
        replace(frame, name=f"{face}.png") for face, frame in zip("URFDLB", frames, strict=True)
    ]


def test_files_named_by_their_faces_may_be_given_in_any_order() -> None:
    cube = drawn_cube(4, 3)
    reading = read(named(cube.frames)[::-1])
    assert (reading.facelets, reading.certain) == (cube.facelets, True)
    assert [(face.letter, face.picture_index) for face in reading.faces] == [
        (face, 5 - index) for index, face in enumerate("URFDLB")
    ]


def test_faces_that_are_missing_or_of_another_size_are_named() -> None:
    frames = drawn_cube(2, 4).frames
    with pytest.raises(MissingFacesError, match="5 photos of a 2x2x2"):
        read(frames[:5], size=2)
    with pytest.raises(NoFaceError, match=r"drawn-2-4-U.*no face of a 7x7x7"):
        read(frames, size=7)


@pytest.mark.parametrize("size", [None, 4])
def test_a_picture_without_a_face_is_left_out_and_named(size: int | None) -> None:
    cube = drawn_cube(4, 3)
    table = Frame(np.full((480, 640, 3), 110, np.uint8), 0.0, "table.png")
    frames = [*named(cube.frames)[:4], table, *named(cube.frames)[4:]]
    reading = read(frames, size=size)
    assert (reading.facelets, reading.certain) == (cube.facelets, True)
    assert [(each.picture, each.picture_index) for each in reading.left_out] == [("table.png", 4)]
    assert [face.picture_index for face in reading.faces] == [0, 1, 2, 3, 5, 6]
    with pytest.raises(NoFaceError, match=r"table\.png"):
        read(frames[1:], size=4)


def test_two_corners_of_a_stickerless_3x3x3_are_none_of_a_2x2x2() -> None:
    """Four stickers of a face that is seen obliquely look like the face of a smaller cube."""
    reading = read(corners_of("stickerless"))
    assert reading.size == 3
    assert reading.facelets == STICKERLESS


@pytest.mark.thorough
@pytest.mark.skipif("ROKUMEN_DATA" not in os.environ, reason="needs the evaluation photographs")
def test_cubes_in_a_robot_are_read() -> None:
    outcomes = [read_sized(cube) for cube in robot_cubes(Path(os.environ["ROKUMEN_DATA"]))]
    assert all(outcome.is_right for outcome in outcomes)
    assert sum(outcome.is_certain for outcome in outcomes) >= 5


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
