"""Conversions between BGR, linear light and CIE Lab, and distances of colours."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import FloatArray

# The exponent that maps a channel (0..1) to linear light: close to sRGB's curve, without its linear
# part at the dark end.
GAMMA = 2.2
WHITE = (
    0.8  # linear light of white before the conversion to Lab, so that highlights are not clipped
)

# Weights of L, a and b in comparisons of single colours: shadows change lightness, not hue.
LAB_WEIGHTS = (0.5, 1, 1)


def lab_from_linear(light: FloatArray) -> FloatArray:
    """Return CIE Lab (L 0..100) of linear light (... x 3, BGR, clipped to 0..2)."""
    encoded = np.clip(light, 0, 2) ** (1 / GAMMA)
    pixels = np.asarray(encoded, np.float32).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).reshape(light.shape), float)


def lab_from_bgr(colours: FloatArray) -> FloatArray:
    """Return CIE Lab (L 0..100) of colours (... x 3, BGR 0..255)."""
    pixels = (np.clip(colours, 0, 255) / 255).astype(np.float32).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(pixels, cv2.COLOR_BGR2LAB).reshape(colours.shape), float)


def squared_distance(residual: FloatArray, sigma: tuple[float, float]) -> FloatArray:
    """Return squared Mahalanobis distances (...) of residuals (... x 3, logarithms of light).

    `sigma`: standard deviations of the brightness (the mean of the channels) and of each channel
    relative to it.
    """
    # numpy takes several times as long to reduce an axis of three.
    blue, green, red = (residual[..., channel] for channel in range(3))
    brightness = (blue + green + red) / 3
    chroma = (
        ((blue - brightness) / sigma[1]) ** 2
        + ((green - brightness) / sigma[1]) ** 2
        + ((red - brightness) / sigma[1]) ** 2
    )
    return np.asarray((brightness / sigma[0]) ** 2 + chroma, float)
