"""Each photograph's gain: how bright it is, and its white balance, beside the others."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.profile import GAMMA

# A photograph's gain differs from the others' by so much (logarithms), in brightness and in
# each channel besides; and a sticker's own light by so much from its photograph's.
BRIGHTNESS = 0.35
BALANCE = 0.25
UNEVEN = 0.2
# The light on each of the faces in one photograph differs by so much from its common gain.
SIDE_BRIGHTNESS = 0.35
SIDE_BALANCE = 0.1
# A channel above this (0..255) is at its brightest. So is one in which a photograph's brightest
# stickers are equal to within PILE, with at most half as many less than GAP below: editing may
# have darkened what the camera had lost before.
FULL = 250.0
PILE = 0.015
GAP = 0.045
LOST = 0.02  # how much less than an exact sample one at its brightest says, if dimmer than due
DARK = 0.02  # linear light that is lost in noise


def log_light(colours: Floats) -> Floats:
    """Return logarithms of the linear light of colours (... x 3, BGR 0..255)."""
    return np.asarray(np.log((colours / 255) ** GAMMA + DARK), float)


def ceilings(colours: Floats, frames: Sequence[int]) -> Floats:
    """Return the brightest that each channel of each view (views x 3, 0..255) can show.

    For stickers (views x 9 x 3, BGR 0..255) and each view's photograph; 255 where nothing tells.
    """
    result = np.full((len(colours), 3), 255.0)
    for frame in set(frames):
        own = [view for view, of in enumerate(frames) if of == frame]
        shown = colours[own].reshape(-1, 3)
        most = shown.max(0)
        piled = (shown >= (1 - PILE) * most).sum(0)
        below = (shown >= (1 - GAP) * most).sum(0) - piled
        lost = (most > FULL) | (piled > np.maximum(2 * below, 1))
        result[own] = np.where(lost, most, 255.0)
    return result


def clipped(colours: Floats, most: Floats) -> Flags:
    """Tell which channels of stickers (views x 9 x 3) are at their ceilings (views x 3)."""
    return np.asarray(colours >= (1 - PILE) * most[:, None], bool)


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
    colours: Floats,
    shares: Floats,
    labels: Ints,
    start: Floats,
    frames: Sequence[int],
    lost: Flags,
) -> Floats:
    """Return each view's gain (views x 3): how its stickers differ from their likes.

    A photograph has a gain of its own; the light on each of the faces in it differs besides.
    `lost` (views x 9 x 3): what is at its brightest, and so at least as bright as it looks.
    """
    log = log_light(colours) - start[:, None]
    seen = np.clip(shares, 0.01, 1)[..., None]
    weight = seen * np.where(lost, LOST, 1.0)
    gains: Floats = np.zeros((len(colours), 3))
    for _ in range(6):
        level = log - gains[:, None]
        means = np.array([np.average(level[labels == c], 0, weight[labels == c]) for c in range(6)])
        off = log - means[labels]
        weight = seen * np.where(lost & (off < gains[:, None]), LOST, 1.0)
        worth = weight / (1 + (np.abs(off - gains[:, None]).max(2, keepdims=True) / 0.5) ** 2)
        gains = settled_gains((off * worth).sum(1), worth.sum(1), frames)
        gains -= gains.mean(0)
    return np.asarray(np.exp(start + gains), float)


def settled_gains(total: Floats, worth: Floats, frames: Sequence[int]) -> Floats:
    """Return logarithms of gains (... x views x 3), drawn towards none by what is usual.

    `total`, `worth` (... x views x 3): what the stickers are off, added up, and how many they are.
    A photograph has a gain of its own; the light on each of the faces in it differs besides.
    """
    photograph = (np.array(frames)[:, None] == np.arange(max(frames) + 1)).astype(float)
    shared = photograph @ _shrunk(photograph.T @ total, photograph.T @ worth, BRIGHTNESS, BALANCE)
    left = _shrunk(total - shared * worth, worth, SIDE_BRIGHTNESS, SIDE_BALANCE)
    return np.asarray(shared + left, float)


def prior_cost(gains: Floats) -> Floats:
    """Return how unlikely logarithms of gains (... x views x 3) are (natural logarithms)."""
    bright = gains.mean(-1, keepdims=True)
    return np.asarray(
        0.5
        * ((bright[..., 0] / BRIGHTNESS) ** 2 + (((gains - bright) / BALANCE) ** 2).sum(-1)).sum(
            -1
        ),
        float,
    )


def _shrunk(total: Floats, worth: Floats, brightness: float, balance: float) -> Floats:
    """Return mean deviations (... x 3), drawn towards none as far as little speaks for them."""
    mean = total / np.maximum(worth, 1e-9)
    bright = mean.mean(-1, keepdims=True)
    of_all = worth.mean(-1, keepdims=True)
    return np.asarray(
        bright * of_all / (of_all + (UNEVEN / brightness) ** 2)
        + (mean - bright) * worth / (worth + (UNEVEN / balance) ** 2),
        float,
    )
