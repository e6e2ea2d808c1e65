"""Photographs with another exposure, white balance, gamma or scale."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import numpy as np

from vision.arrays import FloatArray
from vision.capture.frame import Frame

BRIGHTNESS_SIGMA = 0.25

BALANCE_SIGMA = 0.15

GAMMA = 2.2

Change = Callable[[Frame], Frame]


def change_exposure(seed: int) -> Change:
    """Return a change of the brightness and channel gains of each picture's pixel values.

    Values above the maximum are clipped, as in an overexposed photograph.
    """
    draw = _Draws(seed)

    def change(frame: Frame) -> Frame:
        return _scaled(frame, frame.image / 255.0, draw.gains())

    return change


def change_light(seed: int) -> Change:
    """Return a change of the brightness and colour of each picture's light."""
    draw = _Draws(seed)

    def change(frame: Frame) -> Frame:
        # Gains of the light are gains to the power of 1 / gamma of the pixel values.
        return _scaled(frame, frame.image / 255.0, draw.gains() ** (1 / GAMMA))

    return change


class _Draws:
    """Seeded random brightness and white balance."""

    def __init__(self, seed: int) -> None:
        self._rng = Random(seed)

    def gains(self) -> FloatArray:
        """Return random gains of the three channels for one picture."""
        brightness = 1 + self._rng.gauss(0, BRIGHTNESS_SIGMA)
        balance = [1 + self._rng.gauss(0, BALANCE_SIGMA) for _ in range(3)]
        return np.maximum(brightness * np.array(balance), 0.1)


def _scaled(frame: Frame, values: FloatArray, gains: FloatArray) -> Frame:
    image = (np.clip(values * gains, 0, 1) * 255).round().astype(np.uint8)
    return Frame(image, frame.time, frame.name)
