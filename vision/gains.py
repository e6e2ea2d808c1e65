"""Each photograph's gain: how bright it is, and its white balance, beside the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Floats, Ints
from vision.profile import GAMMA

# A photograph's gain differs from the others' by so much (logarithms), in brightness and in
# each channel besides; and a sticker's own light by so much from its photograph's.
BRIGHTNESS = 0.35
BALANCE = 0.25
UNEVEN = 0.2
# The light on each of the faces in one photograph differs by so much from its common gain.
SIDE_BRIGHTNESS = 0.35
SIDE_BALANCE = 0.1
# A channel above this (0..255) is at its brightest, and what it then tells of the gain.
FULL = 250.0
CLIPPED = 0.1
DARK = 0.02  # linear light that is lost in noise


def log_light(colours: Floats) -> Floats:
    """Return logarithms of the linear light of colours (... x 3, BGR 0..255)."""
    return np.asarray(np.log((colours / 255) ** GAMMA + DARK), float)


def expected_gains(colours: Floats, surroundings: Floats) -> tuple[Floats, ...]:
    """Return what logarithms of the gains (views x 3) to start from, one after the other.

    For stickers (views x 9 x 3) and surroundings (views x 3), BGR 0..255. The surroundings of all
    photographs are the same and show how these differ; or the brightest stickers do; or partly
    those, partly the mean sticker; or all photographs see alike.
    """
    around = _apart(GAMMA * np.log(surroundings + 1))
    light = log_light(colours)
    brightest = _apart(np.quantile(light, 0.85, axis=1))
    mean = _apart(light.mean(1))
    return around, brightest, (around + mean) / 2, np.zeros_like(around)


def _apart(levels: Floats) -> Floats:
    return np.asarray(levels - levels.mean(0), float)


def fit_gains(
    colours: Floats, shares: Floats, labels: Ints, start: Floats, frames: Sequence[int]
) -> Floats:
    """Return each view's gain (views x 3): how its stickers differ from their likes.

    A photograph has a gain of its own; the light on each of the faces in it differs besides.
    """
    log = log_light(colours) - start[:, None]
    # a channel at its brightest tells little about the gain
    weight = np.clip(shares, 0.01, 1)[..., None] * np.where(colours > FULL, CLIPPED, 1.0)
    photograph = np.array(frames)[:, None] == np.arange(max(frames) + 1)
    gains = np.zeros((len(colours), 3))
    for _ in range(4):
        level = log - gains[:, None]
        means = np.array([np.average(level[labels == c], 0, weight[labels == c]) for c in range(6)])
        off = log - means[labels]
        worth = weight / (1 + (np.abs(off - gains[:, None]).max(2, keepdims=True) / 0.5) ** 2)
        together = photograph.T @ (off * worth).sum(1)
        shared = photograph @ _shrunk(together, photograph.T @ worth.sum(1), BRIGHTNESS, BALANCE)
        left = ((off - shared[:, None]) * worth).sum(1)
        gains = shared + _shrunk(left, worth.sum(1), SIDE_BRIGHTNESS, SIDE_BALANCE)
        gains -= gains.mean(0)
    return np.asarray(np.exp(start + gains), float)


def _shrunk(total: Floats, worth: Floats, brightness: float, balance: float) -> Floats:
    """Return mean deviations (... x 3), drawn towards none as far as little speaks for them."""
    mean = total / worth
    bright = mean.mean(-1, keepdims=True)
    of_all = worth.mean(-1, keepdims=True)
    return np.asarray(
        bright * of_all / (of_all + (UNEVEN / brightness) ** 2)
        + (mean - bright) * worth / (worth + (UNEVEN / balance) ** 2),
        float,
    )
