"""Stickers behind dark fingers, on made cells."""

import numpy as np

from vision.colour.hidden_stickers import uncovered

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
