"""Estimate the gain (brightness and white balance) of each photo and face.

Channels at their maximum are censored: they were at least as bright as they look.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_space import GAMMA, squared_distance

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos (also
# in changed light), real-photos and sticker-colours.

# Standard deviations (natural logarithms of linear light): of a photo's gain from the others',
# in brightness and in each channel besides; and of a sticker's own light from its photo's.
PHOTO_BRIGHTNESS_SIGMA = 0.35
PHOTO_BALANCE_SIGMA = 0.25
STICKER_LIGHT_SIGMA = 0.2
# And of the light on each of the faces in one photo from its common gain.
FACE_BRIGHTNESS_SIGMA = 0.35
FACE_BALANCE_SIGMA = 0.1
# A channel above CLIPPING_LEVEL (0..255) is clipped. So is one whose brightest stickers in a photo
# lie within SATURATION_BAND (a share of the brightest) of each other, if at most half as many lie
# less than SATURATION_GAP below: editing may have darkened an image that was clipped before.
CLIPPING_LEVEL = 250.0
SATURATION_BAND = 0.015
SATURATION_GAP = 0.045
CLIPPED_WEIGHT = 0.02  # the weight of a channel at its brightest that is dimmer than due, beside 1
DARK_OFFSET = 0.02  # linear light (0..1) that is lost in noise, added before a logarithm is taken

# The quantile of stickers' light that tells a photo's gain: what is brighter may be a
# highlight.
BRIGHT_QUANTILE = 0.85
MIN_WEIGHT = 0.01  # of a sticker that is hidden, so that no sum of weights is zero
ROUNDS = 6  # of fitting the gains with new weights
# A sticker so far (natural logarithms of linear light, its worst channel) from its likes counts
# half.
OUTLIER = 0.5

# Stickers of one colour differ by so much from it (standard deviations, natural logarithms of
# linear light), in brightness and in each channel besides; with Student's t of these degrees of
# freedom.
STICKER_SIGMA = (0.4, 0.16)
T_DOF = 4.0
NONE_SEEN = 1e-9  # weight that keeps a division by a sum of weights possible


def log_light(colours: FloatArray) -> FloatArray:
    """Return logarithms of the linear light of colours (... x 3, BGR 0..255)."""
    return np.asarray(np.log((colours / 255) ** GAMMA + DARK_OFFSET), float)


def saturation_levels(colours: FloatArray, frames: Sequence[int]) -> FloatArray:
    """Return the largest value that each channel of each view can have (views x 3, 0..255).

    `colours`: views x 9 x 3, BGR 0..255. 255 where nothing shows that a smaller value is the
    largest.
    """
    result = np.full((len(colours), 3), 255.0)
    for frame in set(frames):
        own = [view for view, of in enumerate(frames) if of == frame]
        shown = colours[own].reshape(-1, 3)
        most = shown.max(0)
        piled = (shown >= (1 - SATURATION_BAND) * most).sum(0)
        below = (shown >= (1 - SATURATION_GAP) * most).sum(0) - piled
        lost = (most > CLIPPING_LEVEL) | (piled > np.maximum(2 * below, 1))
        result[own] = np.where(lost, most, 255.0)
    return result


def clipped(colours: FloatArray, most: FloatArray) -> BoolArray:
    """Return which channels (views x 9 x 3) are at their saturation levels (views x 3)."""
    return np.asarray(colours >= (1 - SATURATION_BAND) * most[:, None], bool)


def initial_log_gains(colours: FloatArray, surroundings: FloatArray) -> tuple[FloatArray, ...]:
    """Return four estimates of the logarithms of the gains (each views x 3), as starting points.

    `colours`: views x 9 x 3; `surroundings`: views x 3; BGR 0..255. The estimates assume that the
    backgrounds of all photos are the same; that their brightest stickers are; the mean of the first
    and of the mean stickers; and that all gains are the same.
    """
    around = _centred(GAMMA * np.log(surroundings + 1))
    light = log_light(colours)
    brightest = _centred(np.quantile(light, BRIGHT_QUANTILE, axis=1))
    mean = _centred(light.mean(1))
    return around, brightest, (around + mean) / 2, np.zeros_like(around)


def _centred(levels: FloatArray) -> FloatArray:
    return np.asarray(levels - levels.mean(0), float)


def fit_gains(
    light: FloatArray,
    visibility: FloatArray,
    labels: IntArray,
    start: FloatArray,
    image_index: Sequence[int],
    clipped: BoolArray,
) -> FloatArray:
    """Return the gain of each view (views x 3, linear light), relative to the other views.

    Iteratively reweighted least squares with Cauchy weights. `light` (views x 9 x 3): logarithms;
    `labels` (views x 9): colours; `start` (views x 3): prior log gains; `image_index` (views);
    `clipped` (views x 9 x 3): channels at their maximum, which are censored.
    """
    log = light - start[:, None]
    seen = np.clip(visibility, MIN_WEIGHT, 1)[..., None]
    weight = seen * np.where(clipped, CLIPPED_WEIGHT, 1.0)
    gains: FloatArray = np.zeros((len(light), 3))
    for _ in range(ROUNDS):
        level = log - gains[:, None]
        means = np.array([np.average(level[labels == c], 0, weight[labels == c]) for c in range(6)])
        off = log - means[labels]
        weight = seen * np.where(clipped & (off < gains[:, None]), CLIPPED_WEIGHT, 1.0)
        left = np.abs(off - gains[:, None]).max(2, keepdims=True)
        worth = weight / (1 + (left / OUTLIER) ** 2)
        gains = shrunk_log_gains((off * worth).sum(1), worth.sum(1), image_index)
        gains -= gains.mean(0)
    return np.asarray(np.exp(start + gains), float)


def shrunk_log_gains(
    residual_sum: FloatArray, weight: FloatArray, image_index: Sequence[int]
) -> FloatArray:
    """Return log gains (... x views x 3): one for each photo plus one for each face in it.

    Both are shrunk towards zero (a MAP estimate with Gaussian priors). `residual_sum`, `weight`
    (... x views x 3): the weighted sum of the stickers' residuals, and the sum of the weights.
    """
    photo = (np.array(image_index)[:, None] == np.arange(max(image_index) + 1)).astype(float)
    sticker_sigma = (STICKER_LIGHT_SIGMA, STICKER_LIGHT_SIGMA)
    photo_sigma = (PHOTO_BRIGHTNESS_SIGMA, PHOTO_BALANCE_SIGMA)
    face_sigma = (FACE_BRIGHTNESS_SIGMA, FACE_BALANCE_SIGMA)
    shared = photo @ shrink(photo.T @ residual_sum, photo.T @ weight, sticker_sigma, photo_sigma)
    own = shrink(residual_sum - shared * weight, weight, sticker_sigma, face_sigma)
    return np.asarray(shared + own, float)


def gain_prior_loss(log_gains: FloatArray) -> FloatArray:
    """Return the negative log-prior (...) of log gains (... x views x 3), up to a constant."""
    sigma = (PHOTO_BRIGHTNESS_SIGMA, PHOTO_BALANCE_SIGMA)
    return np.asarray(0.5 * squared_distance(log_gains, sigma).sum(-1), float)


def shrink(
    total: FloatArray,
    weight: FloatArray,
    sample_sigma: tuple[float, float],
    prior_sigma: tuple[float, float],
) -> FloatArray:
    """Return weighted means (... x 3), shrunk towards zero by a Gaussian prior.

    `total`, `weight` (... x 3): the weighted sum and the sum of the weights; the smaller the
    weight, the stronger is the prior. `sample_sigma`, `prior_sigma`: standard deviations of one
    sample and of the mean, in brightness and in each channel beside it.
    """
    mean = total / np.maximum(weight, NONE_SEEN)
    bright = mean.mean(-1, keepdims=True)
    of_all = weight.mean(-1, keepdims=True)
    return np.asarray(
        bright * of_all / (of_all + (sample_sigma[0] / prior_sigma[0]) ** 2)
        + (mean - bright) * weight / (weight + (sample_sigma[1] / prior_sigma[1]) ** 2),
        float,
    )
