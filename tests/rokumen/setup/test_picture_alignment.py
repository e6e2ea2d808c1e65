"""Pictures of motions are brought over what is expected, also of a camera that is turned far."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rokumen.setup.expected_motions import SIZE, PixelChange, unlikeness
from rokumen.setup.picture_alignment import Aligner
from vision.arrays import BoolArray

WIDTH, HEIGHT = SIZE


def bars() -> list[BoolArray]:
    """Return the changes of four motions: a bar at each side, no two of the same size."""
    found = []
    for left, top, width, height in (
        (40, 90, 60, 30),
        (230, 110, 40, 50),
        (130, 20, 30, 60),
        (150, 170, 80, 20),
    ):
        pixels = np.zeros((HEIGHT, WIDTH), bool)
        pixels[top : top + height, left : left + width] = True
        found.append(pixels)
    return found


@pytest.mark.parametrize("turn", [-44.0, -21.0, 0.0, 13.0, 38.0])
@pytest.mark.parametrize(("stretch", "shift"), [(1.0, 0), (0.9, 12), (1.1, -12)])
def test_a_picture_that_is_turned_stretched_and_shifted_is_brought_back(
    turn: float, stretch: float, shift: int
) -> None:
    expected = bars()
    warp = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), turn, stretch)
    warp[:, 2] += shift
    seen = [cv2.warpAffine(each.astype(np.uint8), warp, SIZE) > 0 for each in expected]
    due = list(map(PixelChange, expected))
    found = Aligner(list(map(PixelChange, seen))).alignments(due)
    best = min(sum(map(unlikeness, each, due)) for each in found)
    assert best < 0.2


def test_of_pictures_without_any_motion_there_is_only_what_they_are() -> None:
    nothing = [PixelChange(np.zeros((HEIGHT, WIDTH), bool))] * 2
    assert len(Aligner(nothing).alignments(list(map(PixelChange, bars()[:2])))) == 1
