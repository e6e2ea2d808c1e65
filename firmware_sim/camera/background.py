"""Fixed parts of the picture: workbench, illumination, sensor noise."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import numpy.typing as npt

Image = npt.NDArray[np.uint8]

_WOOD = np.array([96, 118, 138], np.float32)
_NOISE_SIGMA = 1.6
NOISE_MARGIN = 64


@cache
def background(width: int, height: int) -> Image:
    """Draw the wooden workbench with the robot's soft shadow on it."""
    random = np.random.default_rng(7)
    grain = random.normal(size=(height, width)).astype(np.float32)
    fibres = cv2.GaussianBlur(grain, (0, 0), sigmaX=16, sigmaY=0.8)
    waves = cv2.GaussianBlur(grain, (0, 0), sigmaX=120, sigmaY=3)
    wood = 3.5 * fibres / fibres.std() + 5 * waves / waves.std()
    for board in range(30, height, 140):
        wood[board : board + 140] += random.normal(0, 5)
        wood[board : board + 2] -= 30
    shadow = np.zeros((height, width), np.float32)
    cv2.rectangle(shadow, (240, 170), (500, 430), 1.0, -1)
    cv2.rectangle(shadow, (0, 270), (240, 330), 1.0, -1)
    cv2.rectangle(shadow, (340, 0), (400, 170), 1.0, -1)
    shade = 1 - 0.55 * cv2.GaussianBlur(shadow, (0, 0), 26)
    lit = (_WOOD + wood[..., None]) * shade[..., None]
    painted: Image = np.clip(lit, 0, 255).astype(np.uint8)
    return painted


@cache
def illumination(width: int, height: int) -> Image:
    """Return the brightness of each pixel, at most 255: light from the upper left, dark corners."""
    y, x = np.mgrid[0:height, 0:width].astype(np.float32)
    corner = ((x - width / 2) ** 2 + (y - height / 2) ** 2) / (width**2 + height**2) * 4
    lamp = (x - 0.3 * width) / width * 0.10 + (y - 0.2 * height) / height * 0.08
    field = np.clip(1.0 - 0.22 * corner**1.2 - np.maximum(lamp, 0), 0, 1)
    return np.repeat((255 * field).astype(np.uint8)[..., None], 3, axis=2)


@cache
def noise(width: int, height: int) -> npt.NDArray[np.int16]:
    """Return noise larger than a picture; each frame uses another part of it."""
    shape = (height + NOISE_MARGIN, width + NOISE_MARGIN, 3)
    drawn = np.random.default_rng(11).normal(0, _NOISE_SIGMA, shape)
    return np.rint(drawn).astype(np.int16)
