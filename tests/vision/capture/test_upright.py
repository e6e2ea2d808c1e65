"""Pictures of cameras that are mounted turned."""

from __future__ import annotations

import numpy as np
import pytest

from vision.capture.frame import Frame, upright


@pytest.mark.parametrize(
    ("roll", "at"),
    [(0, (20, 50)), (90, (50, 80)), (-90, (50, 20)), (180, (80, 50)), (45, (29, 71))],
)
def test_what_is_above_the_middle_is_turned_clockwise(roll: float, at: tuple[int, int]) -> None:
    image = np.zeros((101, 101, 3), np.uint8)
    image[18:23, 48:53] = 255
    turned = upright(Frame(image, 1.0, "camera"), roll)
    assert (turned.name, turned.time) == ("camera", 1.0)
    assert turned.image.shape == image.shape
    rows, columns = np.nonzero(turned.image[..., 0] > 127)
    assert (round(rows.mean()), round(columns.mean())) == at
