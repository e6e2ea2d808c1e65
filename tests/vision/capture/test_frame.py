"""Frames compared with each other, and rotated."""

from __future__ import annotations

import numpy as np
import pytest

from tests.support.videos import draw_face
from vision.arrays import Image
from vision.capture.frame import Frame, frames_agree, upright

FACELETS = "UURFDLBBRFDLRUFDLBURFDBLLFRDUFBDLRBFUDRLLBFUDRRFBULDBF"
FACE = draw_face(FACELETS, "F")


def with_noise(image: Image, deviation: float, seed: int, brighter: float = 0.0) -> Image:
    noise = np.random.default_rng(seed).normal(brighter, deviation, image.shape)
    return np.clip(image + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("deviation", [0.0, 4.0, 12.0])
def test_noise_is_no_motion(deviation: float) -> None:
    assert frames_agree(with_noise(FACE, deviation, 1), with_noise(FACE, deviation, 2))


def test_a_lamp_that_flickers_is_no_motion() -> None:
    dim = (0.8 * FACE).astype(np.uint8)
    assert frames_agree(with_noise(dim, 3.0, 1), with_noise(dim, 3.0, 2, brighter=20.0))


@pytest.mark.parametrize("pixels", [3, 8])
def test_a_cube_that_sways_is_motion(pixels: int) -> None:
    assert not frames_agree(with_noise(FACE, 4.0, 1), with_noise(np.roll(FACE, pixels, 1), 4.0, 2))


def test_other_stickers_are_motion() -> None:
    assert not frames_agree(FACE, draw_face(FACELETS, "R"))


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
