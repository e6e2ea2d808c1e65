"""Stickers behind dark fingers, on made cells.

Centres with a logo, on made cells. Shades on faces at the same place in several photos, on made
brightness. Telling the skin of fingers from stickers, by colour.
"""

from __future__ import annotations

import numpy as np
import pytest
from numpy.testing import assert_allclose

from vision.arrays import FloatArray
from vision.colour.hidden_stickers import may_be_skin, uncovered, without_logo
from vision.colour.illumination import evenly_lit, residual_brightness, same_places, shades

RED, GREEN, FINGER = (40.0, 30.0, 180.0), (60.0, 170.0, 40.0), (32.0, 28.0, 30.0)
CELL = 100  # pixels


def face_with(cell: np.ndarray, seen: float = 1.0) -> tuple[np.ndarray, np.ndarray]:
    """Return the colours and visibility of a green face whose middle cell has these pixels.

    `seen`: the share of the cell that has its median colour.
    """
    pixels = np.tile(np.array(GREEN), (3, 3, CELL, 1))
    pixels[1, 1] = cell
    visibility = np.ones((3, 3))
    visibility[1, 1] = seen
    return uncovered(pixels, np.median(pixels, 2), visibility)


def covered(by_finger: int) -> np.ndarray:
    return np.array([FINGER] * by_finger + [RED] * (CELL - by_finger))


def test_a_sticker_in_a_window_of_a_finger_has_its_own_colour() -> None:
    colours, visibility = face_with(covered(by_finger=80))
    np.testing.assert_allclose(colours[1, 1], RED)
    assert 0.4 <= visibility[1, 1] < 1  # not hidden, but in doubt


def test_a_sticker_that_a_finger_covers_whole_is_hidden() -> None:
    _, visibility = face_with(covered(by_finger=CELL))
    assert 0 < visibility[1, 1] < 0.4  # hidden, unless it is a dark sticker
    np.testing.assert_array_equal(np.delete(visibility.ravel(), 4), 1)


def test_a_dark_sticker_with_a_colour_is_no_finger() -> None:
    dark_blue = np.tile([50.0, 12.0, 6.0], (CELL, 1))
    colours, visibility = face_with(dark_blue)
    np.testing.assert_allclose(colours[1, 1], dark_blue[0])
    assert visibility[1, 1] == 1


def test_a_dark_blue_sticker_on_a_dim_face_is_no_finger() -> None:
    dim = np.tile(np.array([20.0, 55.0, 14.0]), (3, 3, CELL, 1))
    dim[1, 1] = (10.0, 0.4, 0.2)
    colours, visibility = uncovered(dim, np.median(dim, 2), np.ones((3, 3)))
    np.testing.assert_allclose(colours[1, 1], (10.0, 0.4, 0.2))
    assert visibility.min() == 1


def test_the_part_of_a_sticker_that_the_finger_does_not_shade_is_its_colour() -> None:
    in_the_shade = np.array(RED) / 2
    colours, _ = face_with(np.array([FINGER] * 60 + [tuple(in_the_shade)] * 25 + [RED] * 15))
    np.testing.assert_allclose(colours[1, 1], RED)


def test_a_sticker_beside_a_finger_that_covers_less_than_half_has_its_own_colour() -> None:
    # The median is of neither: pixels at the finger's edge show both.
    edge = (np.array(FINGER) + RED) / 2
    cell = np.array([FINGER] * 42 + [tuple(edge)] * 20 + [RED] * 38)
    colours, visibility = face_with(cell, seen=0.25)
    np.testing.assert_allclose(colours[1, 1], RED)
    assert 0.4 <= visibility[1, 1] < 1


def test_a_sticker_beside_the_lit_side_of_a_grey_finger_is_what_has_a_colour() -> None:
    lit_finger = (150.0, 148.0, 146.0)
    cell = np.array([FINGER] * 45 + [lit_finger] * 35 + [(40.0, 110.0, 30.0)] * 20)
    colours, _ = face_with(cell, seen=0.4)
    np.testing.assert_allclose(colours[1, 1], (40.0, 110.0, 30.0))


def test_an_uneven_sticker_without_a_dark_grey_part_stays_as_it_is() -> None:
    cell = np.array([(20.0, 15.0, 90.0)] * 50 + [RED] * 50)
    colours, visibility = face_with(cell, seen=0.5)
    np.testing.assert_allclose(colours[1, 1], np.median(cell, 0))
    assert visibility[1, 1] == 0.5


SIDE = 20
WHITE, LOGO = np.array([225.0, 222.0, 220.0]), np.array([150.0, 60.0, 20.0])


def centre(logo_from: int, logo_to: int) -> FloatArray:
    """Return the pixels of a white sticker with a blue square on it, and black round corners."""
    cell = np.tile(WHITE, (SIDE, SIDE, 1))
    for row in (slice(0, 4), slice(-4, None)):
        for column in (slice(0, 4), slice(-4, None)):
            cell[row, column] = 10
    cell[logo_from:logo_to, logo_from:logo_to] = LOGO
    return cell


def test_a_centre_with_a_logo_has_the_colour_around_it() -> None:
    colour, visibility = without_logo(centre(5, 15), LOGO, 0.5)
    np.testing.assert_allclose(colour, WHITE)
    assert 0.4 <= visibility < 1  # not hidden, but in doubt


def test_a_centre_of_one_colour_stays_as_it_is() -> None:
    colour, visibility = without_logo(centre(9, 10), WHITE, 0.98)
    np.testing.assert_array_equal(colour, WHITE)
    assert visibility == 0.98


def test_a_centre_whose_rim_has_several_colours_stays_as_it_is() -> None:
    cell = centre(5, 15)
    cell[: SIDE // 2] = (20.0, 20.0, 180.0)
    colour, visibility = without_logo(cell, LOGO, 0.3)
    np.testing.assert_array_equal(colour, LOGO)
    assert visibility == 0.3


SQUARE = np.array([[0, 0], [90, 0], [90, 90], [0, 90]], float)


def test_faces_within_a_quarter_of_a_side_are_at_one_place() -> None:
    corners = np.stack([SQUARE, SQUARE + 200, SQUARE + 10, SQUARE + 190])
    assert same_places(corners) == [0, 1, 0, 1]


def test_a_shade_is_estimated_from_the_other_photos() -> None:
    residuals = np.zeros((3, 9))
    residuals[:2, 4] = -1.0
    found = shades(residuals, np.ones((3, 9)), [0, 0, 0])
    # Two photos say -1 and nothing, or both -1; the prior counts as two stickers without a shade.
    assert_allclose(found[:, 4], [-1 / 4, -1 / 4, -2 / 4])
    assert_allclose(np.delete(found, 4, axis=1), 0)


def test_a_face_at_a_place_of_its_own_has_no_shade() -> None:
    residuals = np.full((2, 9), -1.0)
    assert_allclose(shades(residuals, np.ones((2, 9)), [0, 1]), 0)


def test_the_residual_leaves_out_the_colour_and_the_light_on_the_face() -> None:
    labels = np.array([[0, 1, 2] * 3, [2, 1, 0] * 3, [0, 2, 1] * 3])
    colours, faces = np.array([-2.0, -1.0, -0.3]), np.array([0.0, -0.5, 0.4])
    brightness = colours[labels] + faces[:, None]
    brightness[:, 4] -= 0.8
    found = residual_brightness(np.repeat(brightness[..., None], 3, axis=2), labels)
    assert_allclose(found[:, 4], -0.8, atol=0.05)
    assert_allclose(np.delete(found, 4, axis=1), 0, atol=0.05)


def test_colours_without_shades_are_those_of_even_light() -> None:
    true = np.full((1, 9, 3), 120.0)
    shade = np.full((1, 9), np.log(0.5))
    dark = 255 * (0.5 * (true / 255) ** 2.2) ** (1 / 2.2)
    assert_allclose(evenly_lit(dark, shade), true, rtol=0.01)


WHITE_LIGHT = np.ones((1, 3))


def is_skin(red: float, green: float, blue: float, white: np.ndarray = WHITE_LIGHT) -> bool:
    return bool(may_be_skin(np.array([[[blue, green, red]]]), white)[0, 0])


# The sRGB colours of the patches "dark skin" and "light skin" of the ColorChecker chart, and of
# its white, blue, green, red, yellow and orange ones.
@pytest.mark.parametrize("rgb", [(115, 82, 68), (194, 150, 130)])
def test_skin_of_any_tone_may_be_skin(rgb: tuple[int, int, int]) -> None:
    assert is_skin(*rgb)
    red, green, blue = rgb
    assert is_skin(red / 2, green / 2, blue / 2)


@pytest.mark.parametrize(
    "rgb",
    [(243, 243, 242), (56, 61, 150), (70, 148, 73), (175, 54, 60), (231, 199, 31), (214, 126, 44)],
)
def test_the_colours_of_a_cube_are_no_skin(rgb: tuple[int, int, int]) -> None:
    assert not is_skin(*rgb)


def test_white_in_the_light_of_a_lamp_is_no_skin() -> None:
    candle = np.array([[0.35, 0.6, 1.0]])  # BGR, linear
    blue, green, red = 240 * candle[0] ** (1 / 2.2)
    assert is_skin(red, green, blue)
    assert not is_skin(red, green, blue, candle)
