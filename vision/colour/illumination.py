"""Linear light and CIE Lab of colours; the light on the stickers: gains, and shades on faces.

A gain is the brightness and white balance of a photo or a face. Channels at their maximum are
censored: their true value is at least the recorded one.

A robot holds each face at the same place in front of the same lamp: a sticker that is darker than
others of its colour there in every photo is in a shade. The shade of a sticker is estimated from
the other photos alone, so that none confirms its own labels.
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray

# The exponent that maps a channel (0..1) to linear light: close to sRGB's curve, without its linear
# part at the dark end.
GAMMA = 2.2
WHITE = (
    0.8  # linear light of white before the conversion to Lab, so that highlights are not clipped
)

# Weights of L, a and b in comparisons of single colours: shadows change lightness, not hue.
LAB_WEIGHTS = (0.5, 1, 1)

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos (also
# in changed light), real-photos and sticker-colours.

# Standard deviations (natural logarithms of linear light): of a photo's gain from that of the
# others, in brightness and in each channel relative to it; and of the light on a sticker from its
# photo's.
PHOTO_BRIGHTNESS_SIGMA = 0.35
PHOTO_BALANCE_SIGMA = 0.25
STICKER_LIGHT_SIGMA = 0.2
# Standard deviations of the light on each face of one photo from the common gain.
FACE_BRIGHTNESS_SIGMA = 0.35
FACE_BALANCE_SIGMA = 0.1
# A channel above CLIPPING_LEVEL (0..255) is clipped. So is one whose brightest stickers in a photo
# lie within SATURATION_BAND (a share of the brightest) of each other, if at most half as many
# follow down to SATURATION_GAP below: editing may have darkened an image that was clipped before.
# Fewer than MIN_SATURATED stickers that are equally bright may be of one colour, and so may any
# number of which no channel (0..255) differs by more than OTHER_COLOUR.
CLIPPING_LEVEL = 250.0
MIN_SATURATED = 5
SATURATION_BAND = 0.015
SATURATION_GAP = 0.045
OTHER_COLOUR = 25.0
CLIPPED_WEIGHT = 0.02  # the weight (otherwise 1) of a clipped channel below the predicted value
DARK_OFFSET = 0.02  # linear light (0..1) below the noise level, added before taking logarithms
# The quantile of the stickers' largest channels (linear light) from which a photo's exposure is
# estimated, its value in a photo that is not dark, and the smallest exposure that is assumed.
EXPOSURE_QUANTILE = 0.8
USUAL_LIGHT = 0.4
DARKEST_EXPOSURE = 0.03
DARKEST_FACE = 0.003  # the same for one face

# The quantile of the stickers' light from which a photo's gain is estimated; brighter stickers may
# be highlights.
BRIGHT_QUANTILE = 0.85
MIN_WEIGHT = 0.01  # of a hidden sticker, so that no sum of weights is zero
ROUNDS = 6  # of fitting the gains with new weights
# A sticker whose residual (natural logarithms of linear light, its worst channel) is this large has
# half the weight.
OUTLIER = 0.5

# Standard deviations (natural logarithms of linear light) of stickers from their colour, in
# brightness and in each channel relative to it, and the degrees of freedom of their Student's t
# distribution.
STICKER_SIGMA = (0.4, 0.16)
T_DOF = 4.0
NONE_SEEN = 1e-9  # the smallest sum of weights, to avoid division by zero

# Views in different photos are at one place if no corner is further apart, in sides of the face.
SAME_PLACE = 0.25
# The number of stickers that the prior of no shade counts as: the variance of the brightness of one
# sticker as a share of that of shades.
PRIOR_COUNT = 2.0
SHADE_ROUNDS = 5  # of fitting the brightness of faces and colours


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


def log_light(
    colours: FloatArray,
    exposure: FloatArray | float = 1.0,
    offset: FloatArray | float = DARK_OFFSET,
) -> FloatArray:
    """Return logarithms of the linear light of colours (... x 3, BGR 0..255).

    `exposure`: the linear light that counts as 1; `offset`: what is added (see `dark_offsets`).
    """
    return np.asarray(np.log((colours / 255) ** GAMMA / exposure + offset), float)


def light_colours(light: FloatArray) -> FloatArray:
    """Return the colours (... x 3, BGR 0..255) of logarithms of linear light: see `log_light`."""
    return np.asarray(255 * np.clip(np.exp(light) - DARK_OFFSET, 0, 1) ** (1 / GAMMA), float)


def exposures(colours: FloatArray, image_index: Sequence[int]) -> FloatArray:
    """Return the exposure of each view's photo (views x 1 x 1) for `log_light`: 1, less if dark.

    `colours`: views x 9 x 3, BGR 0..255. A dark photo is as clear as a bright one, down to the
    noise of its pixels.
    """
    result = np.empty((len(colours), 1, 1))
    brightness = _brightness(colours)
    for image in set(image_index):
        own = [view for view, index in enumerate(image_index) if index == image]
        bright = np.quantile(brightness[own], EXPOSURE_QUANTILE)
        result[own] = np.clip(bright / USUAL_LIGHT, DARKEST_EXPOSURE, 1)
    return result


def dark_offsets(colours: FloatArray, exposure: FloatArray) -> FloatArray:
    """Return the offset of each view (views x 1 x 1) for `log_light`: DARK_OFFSET, less if dark.

    A face in the shade is as clear as one in the light of the same photo. `colours`: views x 9 x 3,
    BGR 0..255; `exposure`: of their photos (views x 1 x 1).
    """
    bright = np.quantile(_brightness(colours), EXPOSURE_QUANTILE, axis=1)[:, None, None]
    own = np.clip(bright / USUAL_LIGHT, DARKEST_FACE, exposure)
    return np.asarray(DARK_OFFSET * own / exposure, float)


def _brightness(colours: FloatArray) -> FloatArray:
    """Return the linear light (0..1) of the largest channels of colours (... x 3, BGR 0..255)."""
    return np.asarray((colours.max(-1) / 255) ** GAMMA, float)


def saturation_levels(colours: FloatArray, image_index: Sequence[int]) -> FloatArray:
    """Return the largest value that each channel of each view can have (views x 3, 0..255).

    `colours`: views x 9 x 3, BGR 0..255. 255 unless the stickers indicate a smaller maximum.
    """
    result = np.full((len(colours), 3), 255.0)
    for image in set(image_index):
        own = [view for view, index in enumerate(image_index) if index == image]
        channels = colours[own].reshape(-1, 3)
        maximum = channels.max(0)
        brightest = channels >= (1 - SATURATION_BAND) * maximum
        at_maximum = brightest.sum(0)
        below = (channels >= (1 - SATURATION_GAP) * maximum).sum(0) - at_maximum
        # Nine equally bright stickers of a solved face are no sign of a maximum.
        several = [np.ptp(channels[each], axis=0).max() > OTHER_COLOUR for each in brightest.T]
        is_common = (at_maximum > 2 * below) & (at_maximum >= MIN_SATURATED) & several
        is_clipped = (maximum > CLIPPING_LEVEL) | is_common
        result[own] = np.where(is_clipped, maximum, 255.0)
    return result


def clipped(colours: FloatArray, saturation: FloatArray) -> BoolArray:
    """Return which channels (views x 9 x 3) are at their saturation levels (views x 3)."""
    return np.asarray(colours >= (1 - SATURATION_BAND) * saturation[:, None], bool)


def initial_log_gains(colours: FloatArray, backgrounds: FloatArray) -> tuple[FloatArray, ...]:
    """Return four estimates of the logarithms of the gains (each views x 3), as starting points.

    `colours`: views x 9 x 3; `backgrounds`: views x 3; BGR 0..255. The estimates assume that all
    photos have the same background; the same brightest stickers; as the mean of the first and of
    the assumption that they have the same mean sticker; and the same gain.
    """
    by_background = _centred(GAMMA * np.log(backgrounds + 1))
    light = log_light(colours)
    by_brightest = _centred(np.quantile(light, BRIGHT_QUANTILE, axis=1))
    by_mean = _centred(light.mean(1))
    return by_background, by_brightest, (by_background + by_mean) / 2, np.zeros_like(by_background)


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
    residual_light = light - start[:, None]
    visible = np.clip(visibility, MIN_WEIGHT, 1)[..., None]
    weight = visible * np.where(clipped, CLIPPED_WEIGHT, 1.0)
    gains: FloatArray = np.zeros((len(light), 3))
    has_colour = (labels.ravel() == np.arange(6)[:, None]).astype(float)
    for _ in range(ROUNDS):
        level = residual_light - gains[:, None]
        means = has_colour @ (level * weight).reshape(-1, 3)
        means /= has_colour @ weight.reshape(-1, 3)
        residual = residual_light - means[labels]
        weight = visible * np.where(clipped & (residual < gains[:, None]), CLIPPED_WEIGHT, 1.0)
        remaining = np.abs(residual - gains[:, None]).max(2, keepdims=True)
        robust_weight = weight / (1 + (remaining / OUTLIER) ** 2)
        gains = shrunk_log_gains(
            (residual * robust_weight).sum(1), robust_weight.sum(1), image_index
        )
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
    sample and of the mean, in brightness and in each channel relative to it.
    """
    mean = total / np.maximum(weight, NONE_SEEN)
    brightness = mean.mean(-1, keepdims=True)
    mean_weight = weight.mean(-1, keepdims=True)
    return np.asarray(
        brightness * mean_weight / (mean_weight + (sample_sigma[0] / prior_sigma[0]) ** 2)
        + (mean - brightness) * weight / (weight + (sample_sigma[1] / prior_sigma[1]) ** 2),
        float,
    )


def student_t(distance: FloatArray) -> FloatArray:
    """Return how probable samples are at a squared distance (standard deviations), beside 0."""
    return np.asarray((1 + distance / T_DOF) ** (-(T_DOF + 3) / 2), float)


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
    for _ in range(SHADE_ROUNDS):
        for colour in colours:
            residual[labels == colour] -= np.median(residual[labels == colour])
        residual -= np.median(residual, 1, keepdims=True)
    return np.asarray(residual, float)


def evenly_lit(colours: FloatArray, found: FloatArray) -> FloatArray:
    """Return colours (V x 9 x 3, BGR 0..255) without their shades (V x 9)."""
    return np.asarray(np.minimum(colours * np.exp(-found / GAMMA)[..., None], 255), float)
