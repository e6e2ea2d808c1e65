"""A camera's picture in a terminal, two pixels a character."""

from __future__ import annotations

import cv2
import numpy as np
from rich.text import Text

from vision.arrays import Image

WIDTH = 48  # characters


def camera_picture(image: Image) -> Text:
    """Return a picture (H x W x 3 uint8 BGR) as lines of coloured half blocks."""
    height, width = image.shape[:2]
    rows = max(2 * round(WIDTH * height / width / 2), 2)
    small = np.asarray(cv2.resize(image, (WIDTH, rows), interpolation=cv2.INTER_AREA))
    text = Text()
    for upper, lower in zip(small[::2], small[1::2], strict=True):
        for above, below in zip(upper, lower, strict=True):
            text.append("▀", style=f"{_hex(above)} on {_hex(below)}")
        text.append("\n")
    return text


def _hex(pixel: Image) -> str:
    blue, green, red = (int(value) for value in pixel)
    return f"#{red:02x}{green:02x}{blue:02x}"
