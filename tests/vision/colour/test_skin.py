"""Telling the skin of fingers from stickers, by colour."""

import numpy as np
import pytest

from vision.colour.hidden_stickers import may_be_skin

WHITE = np.ones((1, 3))


def is_skin(red: float, green: float, blue: float, white: np.ndarray = WHITE) -> bool:
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
