"""Shades on faces at the same place in several photos, on made brightness."""

import numpy as np
from numpy.testing import assert_allclose

from vision.colour.illumination import evenly_lit, residual_brightness, same_places, shades

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
