"""How robots' pictures are grouped by scene, and how their stickers are counted."""

from dataclasses import replace
from pathlib import Path

import numpy as np

from rokumen.benchmarks.faces.pictures import PictureOfStickers
from rokumen.benchmarks.faces.robot_scenes import Seen, scenes, sticker_row
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
    assert scenes([first, near, darker, far]) == [[first, near], [darker], [far]]


def test_the_right_stickers_of_found_faces_are_counted() -> None:
    assert "9 of 9 (100.0%)" in sticker_row("alone", [[seen(1, 90)]]).measured
    wrong = seen(1, 90, labels="W" * 9)
    whites = CUBE[18:27].count("U")
    assert f"{whites} of 9" in sticker_row("alone", [[wrong]]).measured
