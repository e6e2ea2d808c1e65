"""Which samples may show the skin of a finger that holds the cube.

Skin of any tone reflects more red than green and more green than blue, within narrow limits
(Stoerring, Andersen and Granum, "Skin colour detection under changing lighting conditions"). An
orange sticker may look so too: skin is only assumed where a sample contradicts the cube.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import BoolArray, FloatArray
from vision.colour.colour_space import GAMMA

# The limits of the light that skin reflects, as shares of what a white sticker does: of green to
# red, and of blue to green. They were set by hand, on fingers in cube-photos.
GREEN_TO_RED = (0.35, 0.85)
BLUE_TO_GREEN = (0.35, 0.95)


def may_be_skin(colours: FloatArray, white: FloatArray) -> BoolArray:
    """Return which samples (V x S) have a colour that skin may have.

    `colours` (V x S x 3, BGR 0..255); `white` (V x 3): linear light of white in each view, or any
    multiple of it.
    """
    blue, green, red = np.moveaxis((colours / 255) ** GAMMA / white[:, None], 2, 0)
    is_red_enough = (green > GREEN_TO_RED[0] * red) & (green < GREEN_TO_RED[1] * red)
    is_blue_enough = (blue > BLUE_TO_GREEN[0] * green) & (blue < BLUE_TO_GREEN[1] * green)
    return np.asarray(is_red_enough & is_blue_enough, bool)
