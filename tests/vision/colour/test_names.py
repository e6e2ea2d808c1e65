"""Naming the six colours of a cube."""

import numpy as np
import pytest

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
