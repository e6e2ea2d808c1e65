"""Pictures of failures, and scores of stickers by face."""

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from benchmarks.reading.outcomes import (
    FOUND,
    TRUE,
    FaceDetection,
    Outcome,
    draw_failures,
    draw_missed_faces,
)
from benchmarks.reading.sticker_scores import LETTERS, score_faces_alone, score_stickers
from benchmarks.support.photographs import (
    LabelledFace,
    LabelledPhoto,
    PhotographedCube,
    cubes_by_faces,
)
from vision.capture.files import load_image
from vision.reading import read
from vision.reading_result import Reading

DATA = Path(__file__).parents[2] / "data"
SCHEME = {"U": "W", "R": "R", "F": "G", "D": "Y", "L": "O", "B": "B"}


@pytest.fixture(scope="module")
def cube() -> PhotographedCube:
    return next(cube for cube in cubes_by_faces(DATA) if cube.name == "cube08")


@pytest.fixture(scope="module")
def reading(cube: PhotographedCube) -> Reading:
    return read([load_image(picture.path) for picture in cube.pictures])


def with_colours(cube: PhotographedCube) -> PhotographedCube:
    """Return the cube with the colours of each face labelled, row by row from its first corner."""
    pictures = []
    for k, picture in enumerate(cube.pictures):
        colours = "".join(SCHEME[letter] for letter in cube.facelets[9 * k : 9 * k + 9])
        rows = (colours[:3], colours[3:6], colours[6:])
        pictures.append(
            LabelledPhoto(picture.path, (LabelledFace(picture.faces[0].corners, rows),))
        )
    return replace(cube, pictures=tuple(pictures))


def test_all_stickers_of_a_correctly_read_cube_are_right(
    cube: PhotographedCube, reading: Reading
) -> None:
    score = score_stickers(with_colours(cube), reading, within=0.04)
    assert (score.right, score.of) == (54, 54)


def test_a_wrong_sticker_is_counted(cube: PhotographedCube, reading: Reading) -> None:
    at = reading.facelets.index("R")
    wrong = replace(reading, facelets=reading.facelets[:at] + "L" + reading.facelets[at + 1 :])
    assert score_stickers(with_colours(cube), wrong, within=0.04).right == 53


@pytest.mark.thorough
def test_faces_are_scored_alone_in_their_own_rotation(cube: PhotographedCube) -> None:
    pictures = with_colours(cube).pictures[1:3]
    for together in (True, False):
        score = score_faces_alone(pictures, (), within=0.04, together=together)
        assert (score.right, score.of) == (18, 18)
    assert score_faces_alone(pictures, (), within=0.0, together=True).right == 0
    left_out = (pictures[0].path,)
    assert score_faces_alone(pictures, left_out, within=0.04, together=True).of == 9


def test_faces_that_are_not_found_count_as_wrong(cube: PhotographedCube, reading: Reading) -> None:
    labelled = with_colours(cube)
    assert score_stickers(labelled, reading, within=0.0).right == 0
    assert (score_stickers(labelled, None, within=1.0).right) == 0
    assert set(LETTERS.values()) == set("WYROGB")


@pytest.mark.thorough
def test_a_cube_that_ends_in_an_error_is_drawn(cube: PhotographedCube, tmp_path: Path) -> None:
    frames = tuple(load_image(picture.path) for picture in cube.pictures)
    outcome = Outcome(cube, frames, None, "these do not fit together", 1.0)
    (path,) = draw_failures("six faces", [outcome], tmp_path / "failures")
    assert "cube08" in path.name
    assert {TRUE, FOUND} <= colours_in(path)


def test_a_face_that_is_not_found_is_drawn(cube: PhotographedCube, tmp_path: Path) -> None:
    picture = cube.pictures[0]
    (path,) = draw_missed_faces([FaceDetection(picture, None)], tmp_path)
    assert picture.path.stem in path.name
    assert TRUE in colours_in(path)


def colours_in(path: Path) -> set[tuple[int, ...]]:
    image = cv2.imread(str(path))
    assert image is not None
    return {tuple(map(int, colour)) for colour in np.unique(image.reshape(-1, 3), axis=0)}
