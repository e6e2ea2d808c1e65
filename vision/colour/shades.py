"""The shades on faces that a camera sees at the same place in several photos.

A robot holds each face at the same place in front of the same lamp: a sticker that is darker than
others of its colour there in every photo is in a shade. The shade of a sticker is estimated from
the other photos alone, so that none confirms its own labels.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.colour.colour_space import GAMMA

# Views in different photos are at one place if no corner is further apart, in sides of the face.
SAME_PLACE = 0.25
# The number of stickers that the prior of no shade counts as: the variance of the brightness of one
# sticker as a share of that of shades.
PRIOR_COUNT = 2.0
ROUNDS = 5  # of fitting the brightness of faces and colours


def same_places(corners: FloatArray) -> list[int]:
    """Return for each view (V x 4 x 2, pixels) the number of the first view at its place."""
    sides = np.hypot(*np.moveaxis(corners - np.roll(corners, 1, 1), 2, 0)).mean(1)
    result = []
    for index, own in enumerate(corners):
        away = np.hypot(*np.moveaxis(corners[: index + 1] - own, 2, 0)).max(1)
        result.append(int(np.argmax(away < SAME_PLACE * sides[index])))
    return result


def shades(residuals: FloatArray, weights: FloatArray, places: Sequence[int]) -> FloatArray:
    """Return the shade of each sticker (V x 9) as the other views at its place have it.

    `residuals` (V x 9): how much brighter each is than its colour (logarithms of linear light);
    `weights` (V x 9, 0..1): how certain that is; `places` (V).
    """
    same = np.equal.outer(np.array(places), np.array(places)) & ~np.eye(len(places), dtype=bool)
    return np.asarray((same @ (weights * residuals)) / (same @ weights + PRIOR_COUNT), float)


def residual_brightness(light: FloatArray, labels: IntArray) -> FloatArray:
    """Return how much brighter each sticker (V x 9) is than its colour and its face.

    `light` (V x 9 x 3): logarithms of linear light; `labels` (V x 9): the colours.
    """
    brightness = light.mean(2)
    residual: FloatArray = brightness - np.median(brightness, 1, keepdims=True)
    colours = np.unique(labels)
    for _ in range(ROUNDS):
        for colour in colours:
            residual[labels == colour] -= np.median(residual[labels == colour])
        residual -= np.median(residual, 1, keepdims=True)
    return np.asarray(residual, float)


def evenly_lit(colours: FloatArray, found: FloatArray) -> FloatArray:
    """Return colours (V x 9 x 3, BGR 0..255) without their shades (V x 9)."""
    return np.asarray(np.minimum(colours * np.exp(-found / GAMMA)[..., None], 255), float)
