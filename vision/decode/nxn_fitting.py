"""The most probable cubes of any size for the views of six faces, by fitted colours.

In an overexposed picture white and yellow differ by one or two grey levels, and only in one
channel. The usual model takes such clipped values as lower bounds, and one spread for all colours.
Where no fit is good, each colour is learnt again as a Gaussian with a covariance of its own in grey
levels (quadratic discriminant analysis: Fisher, "The use of multiple measurements in taxonomic
problems", has one covariance). A sample does not count for its own colour: a sticker that a cube
gives a colour unlike its own would else widen that colour until it fits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_model import ColourModel, log_posterior, outlier_probability
from vision.colour.names import name_colours
from vision.colour.profile import ColourProfile
from vision.colour.samples import StickerSamples
from vision.colour.scheme import STANDARD_SCHEME
from vision.decode.arrangements import arrangement
from vision.decode.bounds import upper_bounds
from vision.decode.joint_estimation import (
    GOOD_FIT_LOSS,
    Decoder,
    Fit,
    fit_until_good,
    refined_initialisations,
)
from vision.decode.nxn_cube import NxNCube
from vision.decode.observations import samples_of
from vision.detect.face import FaceView

# Initialisations that are tried, for each of the two models of the light.
MAX_INITIALISATIONS = 4
# Rounds, at most, of fitting each colour with its own spread and decoding the cube.
ROUNDS = 4
# The fewest stickers of one colour from which a spread of its own can be fitted.
MIN_STICKERS_FOR_SPREAD = 16

# The smallest standard deviation of a colour in a channel, in grey levels (0..255).
MIN_SIGMA = 0.25


def fits_in_order(
    samples: StickerSamples, n: int, profile: ColourProfile | None
) -> list[Fit[NxNCube]]:
    """Return the fits of views of U R F D L B of n x n stickers that are not rotated."""

    def decode(model: ColourModel) -> NxNCube:
        return NxNCube.decode(model.log_posteriors(samples), n)

    return _fits(samples, profile, decode)


def fits_in_any_order(
    samples: StickerSamples,
    n: int,
    profile: ColourProfile | None,
    held: Sequence[str] = STANDARD_SCHEME,
) -> list[Fit[NxNCube]]:
    """Return the fits of views of n x n stickers in the most probable arrangements.

    Even cubes are assumed to have the colours `held` at U R F D L B.
    """

    def decode(model: ColourModel) -> NxNCube:
        log_posteriors = model.log_posteriors(samples)
        names = name_colours(model.linear_means, held)
        scheme = None if n % 2 else np.array([names.index(name) for name in held])
        best = int(upper_bounds(log_posteriors.reshape(6, n * n, 6), scheme).argmax())
        return NxNCube.decode(log_posteriors, n, arrangement(best), scheme)

    return _fits(samples, profile, decode)


def _fits(
    samples: StickerSamples, profile: ColourProfile | None, decode: Decoder[NxNCube]
) -> list[Fit[NxNCube]]:
    starts = refined_initialisations(samples, profile)[:MAX_INITIALISATIONS]
    fits = fit_until_good(samples, starts, decode)
    best = max(fits, key=lambda fit: fit.cube.log_prob)
    if best.cube.loss < GOOD_FIT_LOSS:
        return fits
    own = _with_own_spreads(samples, best)
    return fits if own is None or own.cube.loss >= best.cube.loss else [own]


def _with_own_spreads(samples: StickerSamples, fit: Fit[NxNCube]) -> Fit[NxNCube] | None:
    """Return a fit in which each colour has its own spread; None if its cube does not settle."""
    n, cube = fit.cube.n, fit.cube
    if n * n < MIN_STICKERS_FOR_SPREAD:
        return None
    for _ in range(ROUNDS):
        log_posteriors = own_spread_log_posteriors(samples, cube.labels)
        scheme = None if n % 2 else cube.position_colours
        found = NxNCube.decode(log_posteriors, n, cube.arrangement, scheme)
        settled = (found.labels == cube.labels).all()
        cube = found
        if settled:
            return replace(fit, cube=cube)
    return None


def samples_of_pictures(views: Sequence[FaceView]) -> StickerSamples:
    """Return the samples of six views, each picture with its own gain."""
    return samples_of(views, range(6))


def samples_of_one_light(views: Sequence[FaceView]) -> StickerSamples:
    """Return the samples of six views as one view: one gain for all, as of a fixed camera."""
    n = views[0].n
    return StickerSamples.of(
        np.concatenate([view.colours.reshape(-1, 3) for view in views])[None],
        np.concatenate([view.visibility.ravel() for view in views])[None],
        np.arange(6 * n * n)[None],
        (0,),
        np.mean([view.background for view in views], axis=0)[None],
    )


def own_spread_log_posteriors(samples: StickerSamples, labels: IntArray) -> FloatArray:
    """Return the log-posteriors of the six colours (views x stickers x 6), fitted to labels."""
    log_densities = np.stack([_log_density(samples.colours, labels == c) for c in range(6)], axis=2)
    densities = np.exp(log_densities - log_densities.max(2, keepdims=True))
    return log_posterior(densities, outlier_probability(samples.visibility))


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
