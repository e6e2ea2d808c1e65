"""Colours that are learnt again from overexposed pictures, each with its own spread.

In an overexposed picture white and yellow differ by one or two grey levels, and only in one
channel. The usual model takes such clipped values as lower bounds, and one spread for all colours.
Here each colour is a Gaussian with a covariance of its own in grey levels (quadratic discriminant
analysis: Fisher, "The use of multiple measurements in taxonomic problems", has one covariance). A
sample does not count for its own colour: a sticker that a cube gives a colour unlike its own would
else widen that colour until it fits.
"""

from __future__ import annotations

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_model import outlier_probability
from vision.colour.samples import StickerSamples

# The smallest standard deviation of a colour in a channel, in grey levels (0..255).
MIN_SIGMA = 0.25


def own_spread_log_posteriors(samples: StickerSamples, labels: IntArray) -> FloatArray:
    """Return the log-posteriors of the six colours (views x stickers x 6), fitted to labels."""
    log_densities = np.stack([_log_density(samples.colours, labels == c) for c in range(6)], axis=2)
    densities = np.exp(log_densities - log_densities.max(2, keepdims=True))
    posteriors = densities / densities.sum(2, keepdims=True)
    outliers = outlier_probability(samples.visibility)[..., None]
    return np.asarray(np.log((1 - outliers) * posteriors + outliers / 6), float)


def _log_density(colours: FloatArray, is_own: BoolArray) -> FloatArray:
    """Return the log-density at colours (views x stickers x 3) of the Gaussian of some of them.

    `is_own` (views x stickers): which; the density at one of these is that of the others.
    """
    own = colours[is_own]
    count, mean, covariance = len(own), own.mean(0), np.cov(own.T)
    log_density = np.empty(is_own.shape)
    log_density[~is_own] = _gaussian(colours[~is_own] - mean, covariance)
    deviation = own - mean
    outer = deviation[:, :, None] * deviation[:, None]
    of_others = ((count - 1) * covariance - count / (count - 1) * outer) / (count - 2)
    log_density[is_own] = _gaussian(deviation * count / (count - 1), of_others)
    return log_density


def _gaussian(residual: FloatArray, covariance: FloatArray) -> FloatArray:
    """Return log-densities at residuals (count x 3), by one covariance or one for each."""
    widened = covariance + MIN_SIGMA**2 * np.eye(3)
    inverse = np.broadcast_to(np.linalg.inv(widened), (len(residual), 3, 3))
    distance = np.einsum("ki,kij,kj->k", residual, inverse, residual)
    return np.asarray(-0.5 * (distance + np.log(np.linalg.det(widened))), float)
