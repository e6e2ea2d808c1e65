"""Colour samples of a cube whose labels, colours and illumination are known."""

from __future__ import annotations

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import GAMMA, log_light
from vision.colour.samples import StickerSamples

# BGR 0..255 of U R F D L B, dark enough that no channel is clipped.
PAINT = np.array(
    [[190, 190, 190], [40, 35, 170], [70, 150, 30], [40, 185, 205], [30, 110, 215], [170, 80, 25]],
    float,
)
LINEAR_PAINT = (PAINT / 255) ** GAMMA


def shuffled_labels(seed: int) -> IntArray:
    """Return the labels (6 views x 9) of a cube with its own colour at each centre."""
    others = np.random.default_rng(seed).permutation(np.repeat(np.arange(6), 8)).reshape(6, 8)
    return np.insert(others, 4, np.arange(6), axis=1)


def balance_and_brightness(seed: int) -> FloatArray:
    """Return the logarithms of six views' gains (6 x 3), which add up to 0."""
    rng = np.random.default_rng(seed)
    log_gains = rng.uniform(-0.2, 0.2, (6, 1)) + rng.uniform(-0.1, 0.1, (6, 3))
    return np.asarray(log_gains - log_gains.mean(0), float)


def samples_under(labels: IntArray, log_gains: FloatArray) -> StickerSamples:
    """Return samples of labelled stickers, each view a photo with its own gain."""
    light = LINEAR_PAINT[labels] * np.exp(log_gains)[:, None]
    colours: FloatArray = 255 * light ** (1 / GAMMA)
    return StickerSamples(
        colours,
        np.ones(labels.shape),
        np.arange(54).reshape(6, 9),
        tuple(range(6)),
        log_light(colours),
        np.full((6, 3), 255.0),
        np.zeros(colours.shape, bool),
        (np.zeros((6, 3)),),
        np.zeros((6, 3)),
    )
