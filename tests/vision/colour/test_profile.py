"""Identifying the centres of a cube in coloured light with a colour profile."""

import numpy as np
import pytest

from vision.colour.profile import DEFAULT_COLOURS, ColourProfile, expected_linear_colours

CAST = np.array([0.3, 0.5, 0.6])
ORDER = [3, 0, 5, 1, 4, 2]  # the profile's colour of each centre
PAINT = DEFAULT_COLOURS.linear_bgr


def test_a_profile_names_six_colours() -> None:
    with pytest.raises(ValueError, match="six colours, got 1: white"):
        ColourProfile({"white": (95, 0, 0)})


def test_linear_light_of_a_profile_is_in_its_order_and_within_range() -> None:
    lab = {
        "black": (0.0, 0.0, 0.0),
        "white": (100.0, 0.0, 0.0),
        "red": (53.2, 80.1, 67.2),
        "green": (87.7, -86.2, 83.2),
        "blue": (32.3, 79.2, -107.9),
        "none": (50.0, 0.0, 500.0),
    }
    linear = ColourProfile(lab).linear_bgr
    expected = np.array([[0, 0, 0], [1, 1, 1], [0, 0, 1], [0, 1, 0], [1, 0, 0]], float)
    assert linear[:5] == pytest.approx(expected, abs=0.02)
    assert linear.min() >= 0
    assert linear.max() <= 1


def test_centres_get_their_own_colours_under_a_coloured_light() -> None:
    centres = (PAINT * CAST)[ORDER]
    light = np.repeat(PAINT * CAST, 9, axis=0)
    found = expected_linear_colours(DEFAULT_COLOURS, light, centres, np.ones(6))
    assert found == pytest.approx(centres)


def test_a_hidden_centre_gets_the_colour_that_the_others_leave() -> None:
    right = (PAINT * CAST)[ORDER]
    seen = right.copy()
    seen[2] = right[4]  # the occluder has the colour of another centre
    trust = np.array([1, 1, 0, 1, 1, 1.0])
    light = np.repeat(PAINT * CAST, 9, axis=0)
    assert expected_linear_colours(DEFAULT_COLOURS, light, seen, trust) == pytest.approx(right)


def test_a_centre_under_a_mark_gets_the_colour_that_the_others_leave() -> None:
    right = (PAINT * CAST)[ORDER]
    seen = right.copy()
    seen[2] = right[4]
    light = np.repeat(PAINT * CAST, 9, axis=0)
    trust = np.array([1, 1, 0.3, 1, 1, 1.0])
    assert expected_linear_colours(DEFAULT_COLOURS, light, seen, trust) == pytest.approx(right)
