"""Colours that are learnt again from overexposed pictures, each with its own spread.

In an overexposed picture white and yellow differ by one or two grey levels, and only in one
channel. The usual model takes such clipped values as lower bounds, and one spread for all colours.
Here each colour is a Gaussian with a covariance of its own in grey levels (quadratic discriminant
analysis: Fisher, "The use of multiple measurements in taxonomic problems", has one covariance).
"""

from __future__ import annotations

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.colour.colour_model import outlier_probability
from vision.colour.samples import StickerSamples

# The smallest standard deviation of a colour in a channel, in grey levels (0..255).
MIN_SIGMA = 0.25


def own_spread_log_posteriors(samples: StickerSamples, labels: IntArray) -> FloatArray:
    """Return the log-posteriors of the six colours (views x stickers x 6), fitted to labels."""
    log_densities = np.stack(
        [_log_density(samples.colours, samples.colours[labels == c]) for c in range(6)], axis=2
    )
    densities = np.exp(log_densities - log_densities.max(2, keepdims=True))
    posteriors = densities / densities.sum(2, keepdims=True)
    outliers = outlier_probability(samples.visibility)[..., None]
    return np.asarray(np.log((1 - outliers) * posteriors + outliers / 6), float)


def _log_density(colours: FloatArray, own: FloatArray) -> FloatArray:
    """Return the log-density at colours (views x stickers x 3) of the Gaussian of some of them."""
    covariance = np.cov(own.T) + MIN_SIGMA**2 * np.eye(3)
    residual = colours - own.mean(0)
    distance = np.einsum("...i,ij,...j", residual, np.linalg.inv(covariance), residual)
    return np.asarray(-0.5 * (distance + np.log(np.linalg.det(covariance))), float)
