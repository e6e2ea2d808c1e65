"""Labelled pictures: their cameras and halves, scenes of robots' pictures, and counted stickers."""

import os
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from benchmarks.reading.labelled_pictures import (
    SHOWN,
    PictureOfStickers,
    as_shown,
    camera_of,
    is_chosen_on,
    robot_pictures,
)
from benchmarks.reading.robot_scenes import Seen, read_scenes, scenes_of
from tests.support import drawn_faces
from vision.capture.frame import Frame

CUBE = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"
INITIALS = {"U": "W", "R": "R", "F": "G", "D": "Y", "L": "O", "B": "B"}


def seen(number: int, background: float, face: str = "F", labels: str = "") -> Seen:
    """Return a picture of a face with the labels of its stickers, right ones if none are given."""
    picture = drawn_faces.single(CUBE, face, 0, np.random.default_rng(number))
    view = replace(picture.views[0], background=np.full(3, background))
    middles = view.to_pixels(np.array([[x + 0.5, y + 0.5] for y in range(3) for x in range(3)]))
    boxes = np.concatenate([middles, np.full((9, 2), 50.0)], axis=1)
    start = 9 * "URFDLB".index(face)
    right = "".join(INITIALS[letter] for letter in CUBE[start : start + 9])
    labelled = PictureOfStickers(Path(f"{number}.jpg"), boxes, labels or right)
    named = replace(picture, name=f"{number}.jpg", views=(view,))
    return Seen(labelled, Frame(np.zeros((600, 600, 3), np.uint8), 0.0, f"{number}.jpg"), named)


def test_a_scene_has_numbers_and_surroundings_that_are_near() -> None:
    first, near, darker, far = seen(10, 90), seen(30, 80), seen(40, 30), seen(90, 30)
    assert scenes_of([first, near, darker, far]) == [[first, near], [darker], [far]]


def test_the_right_stickers_of_found_faces_are_counted() -> None:
    given, _ = read_scenes("alone", [[seen(1, 90)]])
    assert (given.right, given.stickers, given.wrong_faces) == (9, 9, 0)
    wrong = seen(1, 90, labels="W" * 9)
    whites = CUBE[18:27].count("U")
    given, _ = read_scenes("alone", [[wrong]])
    assert (given.right, given.stickers) == (whites, 9)


def test_labels_that_a_picture_contradicts_are_put_right_in_a_row_of_their_own() -> None:
    # 2308.jpg shows an orange sticker where truth.json has a yellow one, its last; this face ends
    # with a white one.
    given, put_right = read_scenes("alone", [[seen(2308, 90)]])
    assert given.right == 9
    assert put_right.right == 8
    assert "24 wrong labels put right" in put_right.what


def test_labels_that_are_put_right_are_other_colours() -> None:
    folder = Path(os.environ.get("ROKUMEN_DATA", "")) / "robot-photos"
    if not folder.is_dir():
        pytest.skip("there is no folder robot-photos in ROKUMEN_DATA")
    for picture in robot_pictures(folder):
        shown = as_shown(picture.path.name, picture.colours)
        changed = sum(a != b for a, b in zip(shown, picture.colours, strict=True))
        assert changed == len(SHOWN.get(picture.path.name, {}))


@pytest.mark.parametrize(
    ("picture", "camera"),
    [
        ("robot-photos/2000.jpg", "robot A"),
        ("robot-photos/2099.jpg", "robot A"),
        ("robot-photos/2110.jpg", "robot C"),
        ("robot-photos/2295.jpg", "robot B"),
        ("robot-photos/2400.jpg", "robot C"),
        ("robot-photos/5001.jpg", "robot F"),
        ("real-photos/lazycube_0943.jpg", "lazycube"),
        ("real-photos/lazycube_PXL_20221103_095531427-MP.jpg", "lazycube_PXL"),
        ("real-photos/cubix_001.jpg", "cubix"),
        ("cube-photos/cube07/U.jpg", "cube-photos/cube07"),
    ],
)
def test_the_path_of_a_picture_says_its_camera(picture: str, camera: str) -> None:
    assert camera_of(Path("data", picture)) == camera


def test_no_camera_is_in_both_halves() -> None:
    assert is_chosen_on("cube-photos/cube08")
    assert not is_chosen_on("cube-photos/cube09")
    assert is_chosen_on("cubix")
    assert not is_chosen_on("lazycube")
