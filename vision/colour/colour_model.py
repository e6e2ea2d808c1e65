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
from vision.colour.colour_space import GAMMA, WHITE, lab_from_linear
from vision.colour.samples import StickerSamples

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos (also
# in changed light), real-photos and sticker-colours.

# Weights of L, a and b. Lightness has little weight: a sticker in a shadow keeps its hue.
WEIGHTS = np.array([0.3, 1.0, 1.0])

# The standard deviations (weighted Lab) of stickers of one colour that are expected before any are
# seen, and how many stickers that expectation weighs as much as.
PRIOR_SIGMA = np.array([4.0, 3.5, 3.5])
PRIOR_COUNT = 10

# The least standard deviation (weighted Lab): what even a flawless image must be allowed.
MIN_SIGMA = 1.0
FREEDOM = 5.0  # degrees of freedom of Student's t

# The chance that a sticker's sample has nothing to do with its colour: where it is seen whole, and
# what is added where half of it is hidden; that grows with the cube of the hidden share.
OUTLIER_PROBABILITY = 0.002
HALF_HIDDEN_OUTLIER_PROBABILITY = 0.25

# The chance of a highlight on a sticker, and how bright its reflections are beside white (linear
# light).
GLARE_PROBABILITY = 0.03
GLARE_LEVELS = (0.1, 0.2, 0.35, 0.55, 0.8, 1.2, 2.0)

# The chance that what is seen in a sticker's place is something else, such as a finger, which may
# have any colour that sRGB has: these fill some 830,000 cubic units of Lab.
OCCLUDER_PROBABILITY = 0.02
WEIGHTED_SRGB_VOLUME = 830_000 * float(WEIGHTS.prod())

# The covariance is fitted to stickers of which more than this share is seen, and that are not
# further from their colour's median (weighted Lab, the worst channel) than so many times what is
# usual, and a little more; to the nearest few of each colour in any case.
CLEARLY_SEEN = 0.6
USUAL_DISTANCES = 4
MORE_DISTANCE = 3
NEAREST = 4
EXPOSURE_QUANTILE = 0.9  # of the stickers' largest channels: what counts as full light

# Rounds in which channels at their brightest join the median of a colour that they exceed.
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

    def features(self, colours: FloatArray) -> FloatArray:
        """Return weighted Lab of colours (views x stickers x 3, BGR 0..255) without their gains."""
        return _features(colours, self.gains, self.exposure)

    def log_posteriors(self, samples: StickerSamples) -> FloatArray:
        """Return the log-posteriors of the six colours (views x stickers x 6).

        The posteriors of a sticker sum to 1; those of a hidden sticker are all the same.
        """
        outliers = outlier_probability(samples.visibility)
        return _log_posterior(self._likelihoods(samples.colours), outliers)

    def log_posteriors_with_occluder(self, samples: StickerSamples) -> FloatArray:
        """Return log-posteriors (views x stickers x 6), with an occluder as a seventh class.

        An occluder has any sRGB colour; its probability is spread evenly over the six. Use it only
        with a measured profile: colours fitted to these same samples may have been fitted to a
        finger.
        """
        likeness = self._likelihoods(samples.colours)
        spread = (FREEDOM * np.pi) ** 1.5 * math.sqrt(np.linalg.det(self.covariance))
        most = math.gamma((FREEDOM + 3) / 2) / math.gamma(FREEDOM / 2) / spread
        own = (1 - OCCLUDER_PROBABILITY) * most * likeness.mean(2)
        strange = OCCLUDER_PROBABILITY / WEIGHTED_SRGB_VOLUME
        doubt = outlier_probability(samples.visibility)
        return _log_posterior(likeness, doubt + (1 - doubt) * strange / (strange + own))

    def _likelihoods(self, colours: FloatArray) -> FloatArray:
        """Return the likelihoods of the six colours (views x stickers x 6), with or without glare.

        In multiples of the largest density of Student's t.
        """
        features = self.features(colours)
        likeness = (1 - GLARE_PROBABILITY) * self._student_t(features, self._glared_means(0.0))
        for shine in GLARE_LEVELS:
            glared = self._student_t(features, self._glared_means(shine))
            likeness = likeness + GLARE_PROBABILITY / len(GLARE_LEVELS) * glared
        return likeness

    def _student_t(self, features: FloatArray, means: FloatArray) -> FloatArray:
        """Return Student's t (not normalised) of features (views x stickers x 3).

        About each of six means (views x 6 x 3).
        """
        residual = features[..., None, :] - means[:, None]
        distance = np.einsum("...i,ij,...j", residual, np.linalg.inv(self.covariance), residual)
        return np.asarray((1 + distance / FREEDOM) ** (-(FREEDOM + 3) / 2), float)

    def _glared_means(self, shine: float) -> FloatArray:
        """Return the six colours (views x 6 x 3, weighted Lab) with glare of a strength added.

        Channels are clipped at the saturation of each view.
        """
        whitest = self.linear_means[self.linear_means.min(1).argmax()]
        full = _linear_light(self.saturation[:, None], self.gains, self.exposure)
        seen = _to_lab(np.minimum(self.linear_means + shine * whitest, full))
        return np.asarray(seen + self.lab_means - _to_lab(self.linear_means), float)


def _log_posterior(likeness: FloatArray, doubt: FloatArray) -> FloatArray:
    """Return log-posteriors (views x stickers x 6), uniform as far as a sample is an outlier."""
    chances = likeness / likeness.sum(2, keepdims=True)
    return np.asarray(np.log((1 - doubt[..., None]) * chances + doubt[..., None] / 6), float)


def outlier_probability(shares: FloatArray) -> FloatArray:
    """Return the probability that samples are outliers, from their visibility (0..1)."""
    hidden = 1 - np.clip(shares, 0, 1)
    return np.asarray(
        np.clip(OUTLIER_PROBABILITY + HALF_HIDDEN_OUTLIER_PROBABILITY * (2 * hidden) ** 3, 0, 1),
        float,
    )


def fit_colours(samples: StickerSamples, gains: FloatArray, labels: IntArray) -> ColourModel:
    """Return the six colours and their scatter, fitted to stickers of known colours.

    `gains` (views x 3): of linear light; `labels` (views x stickers): the colour of each sticker.
    """
    # Slow to import, and only needed once there is something to classify.
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    lost = samples.clipped
    exposure = _exposure(samples.colours)
    light = _linear_light(samples.colours, gains, exposure)
    shades = _censored_medians(light, lost, labels)
    features = _to_lab(np.where(lost, np.maximum(light, shades[labels]), light))
    means = np.array([np.median(features[labels == c], 0) for c in range(6)])
    off = np.abs(features - means[labels]).max(2)
    usual = USUAL_DISTANCES * np.median(off) + MORE_DISTANCE
    clear = (samples.visibility > CLEARLY_SEEN) & (off < usual)
    # every colour keeps the stickers nearest to it
    for c in range(6):
        own = np.where(labels == c, off, np.inf).ravel()
        clear.ravel()[np.argsort(own)[:NEAREST]] = True
    analysis = LinearDiscriminantAnalysis(
        solver="lsqr", priors=np.full(6, 1 / 6), covariance_estimator=_ShrinkageCovariance()
    )
    analysis.fit(features[clear], labels[clear])
    return ColourModel(
        analysis.means_, analysis.covariance_, gains, exposure, shades, samples.saturation
    )


def _censored_medians(light: FloatArray, lost: BoolArray, labels: IntArray) -> FloatArray:
    """Return the median linear light of each colour (6 x 3).

    A clipped channel was at least as bright: it counts where it is brighter than the others.
    """
    shades = np.empty((6, 3))
    for c in range(6):
        for channel in range(3):
            own, gone = light[labels == c, channel], lost[labels == c, channel]
            middle = np.median(own[~gone]) if not gone.all() else own.max()
            for _ in range(CENSORED_ROUNDS):
                middle = np.median(own[~gone | (own >= middle)])
            shades[c, channel] = middle
    return shades


class _ShrinkageCovariance:
    """A covariance estimator as scikit-learn asks for it, shrunk towards the expected scatter."""

    covariance_: FloatArray

    def fit(self, features: FloatArray) -> _ShrinkageCovariance:
        """Fit to the stickers of one class (count x 3)."""
        count = len(features)
        deviations = features - features.mean(0)
        seen = deviations.T @ deviations
        expected = PRIOR_COUNT / 6 * np.diag(PRIOR_SIGMA**2)
        self.covariance_ = (seen + expected) / (count + PRIOR_COUNT / 6) + MIN_SIGMA**2 * np.eye(3)
        return self


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
