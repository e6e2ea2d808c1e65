"""Reading a cube that is held by hand: fingers cover some of its stickers."""

from dataclasses import replace

import numpy as np
import pytest

from tests.support import drawn_faces
from vision.detect.photograph import ImageFaces
from vision.photo_reading import read_image_faces

CUBE = "DRLUUBFBRBLURRLRUBLRDDFDLFUFUFFDBRDUBRUFLLFDDBFLUBLRBD"
SKIN = np.array([130.0, 150.0, 194.0])  # BGR, "light skin" of the ColorChecker chart

Cell = tuple[int, int]  # the face and the sticker


def corners_of(seed: int) -> list[ImageFaces]:
    """Return two opposite corners of the cube, as ideal photographs show them."""
    rng = np.random.default_rng(seed)
    return [drawn_faces.corner(CUBE, "UFR", 20, rng), drawn_faces.corner(CUBE, "DBL", -30, rng)]


def painted(picture: ImageFaces, cells: tuple[Cell, ...], colour: np.ndarray) -> ImageFaces:
    """Return the picture with some stickers in another colour, a little uneven."""
    rng = np.random.default_rng(5)
    views = list(picture.views)
    for face, sticker in cells:
        colours = views[face].colours.copy()
        colours[divmod(sticker, 3)] = colour + rng.normal(0, 5, 3)
        views[face] = replace(views[face], colours=colours)
    return replace(picture, views=tuple(views))


@pytest.mark.parametrize("seed", [1, 2])
def test_stickers_under_fingers_make_no_doubt(seed: int) -> None:
    first, second = corners_of(seed)
    held = [
        painted(first, ((0, 1), (2, 5)), SKIN),
        painted(second, ((1, 3),), 0.8 * SKIN),
    ]
    reading = read_image_faces(held)
    assert reading.certain
    assert {face.picture_index for face in reading.faces} == {0, 1}
    assert sorted(reading.facelets) == sorted(CUBE)
    assert reading.facelets == read_image_faces([first, second]).facelets


def test_stickers_in_wrong_colours_are_no_fingers() -> None:
    first, second = corners_of(0)
    blue = drawn_faces.PAINT[5]
    reading = read_image_faces([painted(first, ((0, 1), (2, 5), (1, 0)), blue), second])
    assert not reading.certain


def test_a_hand_that_covers_too_much_leaves_doubt() -> None:
    first, second = corners_of(0)
    covered = tuple((face, sticker) for face in range(3) for sticker in (0, 1, 2))
    assert not read_image_faces([painted(first, covered, SKIN), second]).certain
