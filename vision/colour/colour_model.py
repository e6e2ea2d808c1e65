"""Fit the six sticker colours (LDA with Student's t tails) and compute class log-posteriors.

The only prior knowledge is that of every cube: six colours, equally many stickers of each, and a
centre of each. The colours are fitted to the photos themselves once the stickers have labels. The
classes are Gaussians with one covariance (linear discriminant analysis: Fisher, "The use of
multiple measurements in taxonomic problems"), with the tails of Student's t, since photos have
outliers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.illumination import GAMMA, WHITE, fit_gains, gain_prior_loss, lab_from_linear
from vision.colour.samples import StickerSamples

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos (also
# in changed light), real-photos and sticker-colours.

# Weights of L, a and b. Lightness has little weight: a sticker in a shadow keeps its hue.
WEIGHTS = np.array([0.3, 1.0, 1.0])

# Prior standard deviations (weighted Lab) of stickers of one colour, and the number of stickers
# that this prior counts as.
PRIOR_SIGMA = np.array([4.0, 3.5, 3.5])
PRIOR_COUNT = 10

# The smallest standard deviation (weighted Lab), so that images without noise can be fitted.
MIN_SIGMA = 1.0
FREEDOM = 5.0  # degrees of freedom of Student's t

# The probability that a sample is independent of the sticker's colour: for a fully visible sticker,
# and in addition for one that is half hidden; the latter grows with the cube of the hidden share.
OUTLIER_PROBABILITY = 0.002
HALF_HIDDEN_OUTLIER_PROBABILITY = 0.25

# The probability of a highlight on a sticker, and the brightness of its reflections relative to
# white (linear light).
GLARE_PROBABILITY = 0.03
GLARE_LEVELS = (0.1, 0.2, 0.35, 0.55, 0.8, 1.2, 2.0)

# The probability that an occluder, such as a finger, is seen in place of a sticker. Its colour is
# uniform over sRGB, whose volume in Lab is about 830,000 cubic units.
OCCLUDER_PROBABILITY = 0.02
WEIGHTED_SRGB_VOLUME = 830_000 * float(WEIGHTS.prod())

# The covariance is fitted to stickers with a larger visibility than this whose distance from their
# colour's median (weighted Lab, the worst channel) is less than USUAL_DISTANCES times the median
# distance plus MORE_DISTANCE; and in any case to the NEAREST stickers of each colour.
CLEARLY_SEEN = 0.6
USUAL_DISTANCES = 4
MORE_DISTANCE = 3
NEAREST = 4
EXPOSURE_QUANTILE = 0.9  # of the stickers' largest channels: this value counts as full light

# Rounds in which clipped channels above the median of their colour are included in that median.
CENSORED_ROUNDS = 3


@dataclass(frozen=True, slots=True)
class ColourModel:
    """Six colours and a gain for each view.

    `lab_means` (6 x 3, weighted Lab); `covariance` (3 x 3); `gains` (views x 3, linear BGR);
    `exposure`: the linear light that counts as 1; `linear_means` (6 x 3): the colours as linear
    light; `saturation` (views x 3, 0..255): the largest value that each channel of a view can have.
    """

    lab_means: FloatArray
    covariance: FloatArray
    gains: FloatArray
    exposure: float
    linear_means: FloatArray
    saturation: FloatArray

    @property
    def light_loss(self) -> float:
        """Return the negative log-prior of the gains: photos have the same light."""
        return float(gain_prior_loss(np.log(self.gains)))

    @property
    def separation(self) -> float:
        """Return the distance of the two nearest colours, in standard deviations."""
        difference = self.lab_means[:, None] - self.lab_means
        squared = np.einsum("...i,ij,...j", difference, np.linalg.inv(self.covariance), difference)
        return float(np.sqrt(squared[np.triu_indices(6, 1)].min()))

    def features(self, colours: FloatArray) -> FloatArray:
        """Return weighted Lab of colours (views x stickers x 3, BGR 0..255) without their gains."""
        return _features(colours, self.gains, self.exposure)

    def log_posteriors(self, samples: StickerSamples) -> FloatArray:
        """Return the log-posteriors of the six colours (views x stickers x 6).

        The posteriors of a sticker sum to 1; those of a hidden sticker are equal.
        """
        outliers = outlier_probability(samples.visibility)
        return log_posterior(self._likelihoods(samples.colours), outliers)

    def log_posteriors_with_occluder(self, samples: StickerSamples) -> FloatArray:
        """Return log-posteriors (views x stickers x 6), with an occluder as a seventh class.

        An occluder has any sRGB colour; its probability is spread evenly over the six. Use it only
        with a measured profile: colours fitted to these samples may have been fitted to an
        occluder.
        """
        likelihoods = self._likelihoods(samples.colours)
        normalisation = (FREEDOM * np.pi) ** 1.5 * math.sqrt(np.linalg.det(self.covariance))
        largest_density = math.gamma((FREEDOM + 3) / 2) / math.gamma(FREEDOM / 2) / normalisation
        sticker_density = (1 - OCCLUDER_PROBABILITY) * largest_density * likelihoods.mean(2)
        occluder_density = OCCLUDER_PROBABILITY / WEIGHTED_SRGB_VOLUME
        outliers = outlier_probability(samples.visibility)
        return log_posterior(
            likelihoods,
            outliers + (1 - outliers) * occluder_density / (occluder_density + sticker_density),
        )

    def _likelihoods(self, colours: FloatArray) -> FloatArray:
        """Return the likelihoods of the six colours (views x stickers x 6), with or without glare.

        They are relative to the largest density of Student's t.
        """
        features = self.features(colours)
        likelihoods = np.zeros((*features.shape[:2], 6))
        for probability, means in self.glare_levels():
            likelihoods += probability * self._student_t(features, means)
        return likelihoods

    def glare_levels(self) -> list[tuple[float, FloatArray]]:
        """Return each strength of glare, first none, as its probability and the six colours under
        it (views x 6 x 3, weighted Lab).
        """
        glared = [(GLARE_PROBABILITY / len(GLARE_LEVELS), level) for level in GLARE_LEVELS]
        return [
            (probability, self._glared_means(level))
            for probability, level in [(1 - GLARE_PROBABILITY, 0.0), *glared]
        ]

    def _student_t(self, features: FloatArray, means: FloatArray) -> FloatArray:
        """Return Student's t (not normalised) of features (views x stickers x 3).

        About each of six means (views x 6 x 3).
        """
        residual = features[..., None, :] - means[:, None]
        distance = np.einsum("...i,ij,...j", residual, np.linalg.inv(self.covariance), residual)
        return np.asarray((1 + distance / FREEDOM) ** (-(FREEDOM + 3) / 2), float)

    def _glared_means(self, glare: float) -> FloatArray:
        """Return the six colours (views x 6 x 3, weighted Lab) with glare of a strength added.

        Channels are clipped at the saturation of each view.
        """
        whitest = self.linear_means[self.linear_means.min(1).argmax()]
        limit = _linear_light(self.saturation[:, None], self.gains, self.exposure)
        glared = _to_lab(np.minimum(self.linear_means + glare * whitest, limit))
        return np.asarray(glared + self.lab_means - _to_lab(self.linear_means), float)


def log_posterior(likelihoods: FloatArray, outliers: FloatArray) -> FloatArray:
    """Return log-posteriors (views x stickers x 6), mixed with a uniform one for outliers."""
    posteriors = likelihoods / likelihoods.sum(2, keepdims=True)
    return np.asarray(
        np.log((1 - outliers[..., None]) * posteriors + outliers[..., None] / 6), float
    )


def outlier_probability(visibility: FloatArray) -> FloatArray:
    """Return the probability that samples are outliers, from their visibility (0..1)."""
    hidden = 1 - np.clip(visibility, 0, 1)
    return np.asarray(
        np.clip(OUTLIER_PROBABILITY + HALF_HIDDEN_OUTLIER_PROBABILITY * (2 * hidden) ** 3, 0, 1),
        float,
    )


def fit_colours(samples: StickerSamples, gains: FloatArray, labels: IntArray) -> ColourModel:
    """Return the six colours and their covariance, fitted to labelled stickers.

    `gains` (views x 3): of linear light; `labels` (views x stickers): the colour of each sticker.
    """
    is_clipped = samples.clipped
    exposure = _exposure(samples.colours)
    light = _linear_light(samples.colours, gains, exposure)
    linear_colours = _censored_medians(light, is_clipped, labels)
    features = _to_lab(np.where(is_clipped, np.maximum(light, linear_colours[labels]), light))
    means = np.array([np.median(features[labels == c], 0) for c in range(6)])
    distances = np.abs(features - means[labels]).max(2)
    max_distance = USUAL_DISTANCES * np.median(distances) + MORE_DISTANCE
    used = (samples.visibility > CLEARLY_SEEN) & (distances < max_distance)
    # the nearest stickers of every colour are always used
    for c in range(6):
        own_distances = np.where(labels == c, distances, np.inf).ravel()
        used.ravel()[np.argsort(own_distances)[:NEAREST]] = True
    groups = [features[used & (labels == c)] for c in range(6)]
    covariance = np.mean([_shrunk_covariance(group) for group in groups], axis=0)
    return ColourModel(
        np.array([group.mean(0) for group in groups]),
        covariance,
        gains,
        exposure,
        linear_colours,
        samples.saturation,
    )


def _censored_medians(light: FloatArray, is_clipped: BoolArray, labels: IntArray) -> FloatArray:
    """Return the median linear light of each colour (6 x 3).

    A clipped channel is a lower bound: it is used only where it exceeds the median of the others.
    """
    linear_colours = np.empty((6, 3))
    for c in range(6):
        for channel in range(3):
            values, censored = light[labels == c, channel], is_clipped[labels == c, channel]
            median = np.median(values[~censored]) if not censored.all() else values.max()
            for _ in range(CENSORED_ROUNDS if censored.any() else 0):
                median = np.median(values[~censored | (values >= median)])
            linear_colours[c, channel] = median
    return linear_colours


def _shrunk_covariance(features: FloatArray) -> FloatArray:
    """Return the covariance of stickers of one colour (count x 3), shrunk towards the prior."""
    deviations = features - features.mean(0)
    scatter = deviations.T @ deviations
    prior_scatter = PRIOR_COUNT / 6 * np.diag(PRIOR_SIGMA**2)
    shrunk = (scatter + prior_scatter) / (len(features) + PRIOR_COUNT / 6)
    return np.asarray(shrunk + MIN_SIGMA**2 * np.eye(3), float)


def _exposure(colours: FloatArray) -> float:
    return float((np.quantile(colours.max(2), EXPOSURE_QUANTILE) / 255) ** GAMMA)


def _features(colours: FloatArray, gains: FloatArray, exposure: float) -> FloatArray:
    return _to_lab(_linear_light(colours, gains, exposure))


def _linear_light(colours: FloatArray, gains: FloatArray, exposure: float) -> FloatArray:
    """Return colours (views x stickers x 3) as linear light, gains removed."""
    return np.asarray((colours / 255) ** GAMMA / (gains[:, None] * exposure), float)


def _to_lab(light: FloatArray) -> FloatArray:
    """Return weighted Lab of linear light (... x 3)."""
    return np.asarray(lab_from_linear(light * WHITE) * WEIGHTS, float)


def fit_model(
    samples: StickerSamples, prior_log_gains: FloatArray, labels: IntArray
) -> ColourModel:
    """Fit the gains, and then the colours, to labels (the M step)."""
    gains = fit_gains(
        samples.log_light,
        samples.visibility,
        labels,
        prior_log_gains,
        samples.image_index,
        samples.clipped,
    )
    return fit_colours(samples, gains, labels)
