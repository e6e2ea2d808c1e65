"""Naming the six colours of a cube."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vision.arrays import FloatArray
from vision.colour.names import NAMES, name_colours
from vision.colour.profile import DEFAULT_COLOURS

PAINT = np.array(
    [DEFAULT_COLOURS.linear_bgr[list(DEFAULT_COLOURS.lab).index(name)] for name in NAMES]
)


@pytest.mark.parametrize(
    "cast", [(1, 1, 1), (0.3, 0.7, 1.3), (1.5, 1, 0.6), (0.8, 1.3, 0.9)], ids=str
)
@pytest.mark.parametrize("shade", [1.0, 0.25, 0.1])
def test_names_are_right_in_coloured_light_and_with_a_white_face_in_the_shade(
    cast: tuple[float, float, float], shade: float
) -> None:
    light = PAINT * cast
    light[NAMES.index("white")] *= shade
    order = np.random.default_rng(1).permutation(6)
    assert name_colours(light[order]) == tuple(NAMES[i] for i in order)


def test_yellow_and_orange_brighter_than_white_keep_their_names() -> None:
    """As with each face photographed alone: the camera brightened all but the white one."""
    white, yellow, red, orange, green, blue = (
        (0.63, 0.52, 0.50), (0.21, 1.56, 2.48), (0.13, 0.10, 1.27),
        (0.24, 0.75, 2.49), (0.18, 0.66, 0.12), (0.76, 0.24, 0.07),
    )  # fmt: skip
    assert name_colours(np.array([white, yellow, red, orange, green, blue])) == NAMES


# sRGB of other shades than those that the names were made from.
OTHERS = {"pink": "ff5fa2", "purple": "8e44ad", "black": "141416"}
LIGHTS = st.lists(st.floats(0.7, 1.4), min_size=3, max_size=3).map(np.array)


@given(st.sampled_from(tuple(OTHERS)), st.sampled_from(("orange", "blue")), LIGHTS)
def test_a_colour_that_is_none_of_the_six_has_its_own_name_and_the_others_keep_theirs(
    other: str, replaced: str, cast: FloatArray
) -> None:
    paint = PAINT.copy()
    paint[NAMES.index(replaced)] = (np.array(list(bytes.fromhex(OTHERS[other])))[::-1] / 255) ** 2.2
    own = tuple(other if name == replaced else name for name in NAMES)
    assert name_colours(paint * cast) == own
    # Which six there are may be said: then no other name is given, whatever is nearest.
    assert name_colours(paint * cast, own) == own
    assert set(name_colours(paint * cast, NAMES)) == set(NAMES)


@given(st.permutations(range(6)), LIGHTS)
def test_a_colour_that_is_said_is_found_though_it_is_like_a_usual_one(
    order: list[int], cast: FloatArray
) -> None:
    """Dark brown stickers look like orange ones in the shade."""
    paint = PAINT.copy()
    paint[NAMES.index("orange")] *= 0.2
    own = tuple("brown" if name == "orange" else name for name in NAMES)
    assert name_colours((paint * cast)[order], own) == tuple(own[i] for i in order)
