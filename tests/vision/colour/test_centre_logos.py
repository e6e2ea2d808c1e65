"""Centres with a logo, on made cells."""

import numpy as np

from vision.arrays import FloatArray
from vision.colour.hidden_stickers import without_logo

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
