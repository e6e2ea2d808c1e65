"""Six colours as they appear on this cube, in this light, through this camera.

Nothing is known beforehand but what every cube has in common: six colours, as many stickers of
each, every centre of another one. The colours and each photograph's gain are fitted to the
photographs themselves, as soon as it is known, or guessed, which stickers have one colour. The
classes are Gaussians with one covariance (linear discriminant analysis), whose tails are widened
to Student's t, since photographs have outliers.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.gains import ceilings, clipped, fit_gains
from vision.profile import GAMMA

# Lightness says little: a sticker in a shadow keeps its hue. Weights of L, a and b.
WEIGHTS = np.array([0.3, 1.0, 1.0])

# What scatter (in weighted Lab units) to expect before seeing any, and how many stickers' worth
# that expectation weighs.
SCATTER = np.array([4.0, 3.5, 3.5])
WORTH = 10

# The least scatter: what even a flawless picture must be allowed.
LEAST_SCATTER = 1.0

FREEDOM = 5.0  # of Student's t

# The chance that a sticker's sample has nothing to do with its colour: seen whole, and half.
MISLEADING = 0.002
HALF_SEEN = 0.25

# The chance of a highlight on a sticker, and how bright its reflections are beside white.
GLARE = 0.03
SHINES = (0.1, 0.2, 0.35, 0.55, 0.8, 1.2, 2.0)

# The chance that what is seen in a sticker's place is something else, such as a finger, which may
# have any colour that sRGB has: these fill some 830,000 cubic units of Lab.
STRANGE = 0.02
ANY_COLOUR = 830_000 * float(WEIGHTS.prod())


@dataclass(frozen=True, slots=True)
class Samples:
    """What views show of one cube.

    With nine stickers a face, or n n: `colours` (views x 9 x 3, BGR 0..255); `shares` (views x 9,
    0..1): how much of each sticker is
    seen; `stickers` (views x 9): which of the six faces' stickers it is; `frames` (views): the
    photograph; `surroundings` (views x 3): the mean colour around the face.
    """

    colours: Floats
    shares: Floats
    stickers: Ints
    frames: tuple[int, ...]
    surroundings: Floats

    @property
    def size(self) -> int:
        """How many stickers a face has."""
        return int(self.stickers.max() + 1) // 6

    @property
    def centres(self) -> tuple[Flags, ...] | None:
        """Which stickers (views x 9) show the centre of each face; None on even cubes."""
        if self.size % 2 == 0:
            return None
        return tuple(self.stickers == self.size * face + self.size // 2 for face in range(6))


@dataclass(frozen=True, slots=True)
class ColourModel:
    """Six colours and a gain for each photograph.

    `means` (6 x 3, weighted Lab), `covariance` (3 x 3), `gains` (views x 3, linear BGR),
    `exposure`: what linear light counts as full, `shades` (6 x 3): the colours as linear light,
    `most` (views x 3, 0..255): the brightest that each channel of a view can show.
    """

    means: Floats
    covariance: Floats
    gains: Floats
    exposure: float
    shades: Floats
    most: Floats

    def features(self, colours: Floats) -> Floats:
        """Turn colours (views x stickers x 3, BGR 0..255) into weighted Lab, gains removed."""
        return _features(colours, self.gains, self.exposure)

    def scores(self, colours: Floats, shares: Floats) -> Floats:
        """Return log probabilities (views x stickers x 6) of each of the six colours.

        They add up to 1 for each sticker; `shares` (views x stickers, 0..1) tells how much of a
        sticker is seen, and what is hidden leaves all colours alike.
        """
        return _log_chances(self._likenesses(colours), misleading(shares))

    def scores_but_strangers(self, colours: Floats, shares: Floats) -> Floats:
        """Return the same, where what looks like none of the six leaves all colours alike too.

        That takes six colours that are sure beforehand: fitted to fingers, they would excuse them.
        """
        likeness = self._likenesses(colours)
        spread = (FREEDOM * np.pi) ** 1.5 * math.sqrt(np.linalg.det(self.covariance))
        most = math.gamma((FREEDOM + 3) / 2) / math.gamma(FREEDOM / 2) / spread
        own = (1 - STRANGE) * most * likeness.mean(2)
        strange = STRANGE / ANY_COLOUR
        doubt = misleading(shares)
        return _log_chances(likeness, doubt + (1 - doubt) * strange / (strange + own))

    def _likenesses(self, colours: Floats) -> Floats:
        """Return how like each colour stickers are (views x stickers x 6), with or without glare.

        As multiples of the density where Student's t has its most.
        """
        features = self.features(colours)
        likeness = (1 - GLARE) * self._likeness(features, self._shining(0.0))
        for shine in SHINES:
            glared = self._likeness(features, self._shining(shine))
            likeness = likeness + GLARE / len(SHINES) * glared
        return likeness

    def _likeness(self, features: Floats, means: Floats) -> Floats:
        """Return Student's t (not normalised) of features (views x stickers x 3).

        About each of six means (views x 6 x 3).
        """
        off = features[..., None, :] - means[:, None]
        distance = np.einsum("...i,ij,...j", off, np.linalg.inv(self.covariance), off)
        return np.asarray((1 + distance / FREEDOM) ** (-(FREEDOM + 3) / 2), float)

    def _shining(self, shine: float) -> Floats:
        """Return the six colours (views x 6 x 3, weighted Lab) under a reflection of the light.

        As each photograph shows them, which has a brightest value in each channel.
        """
        whitest = self.shades[self.shades.min(1).argmax()]
        full = _light(self.most[:, None], self.gains, self.exposure)
        seen = _to_lab(np.minimum(self.shades + shine * whitest, full))
        return np.asarray(seen + self.means - _to_lab(self.shades), float)


def _log_chances(likeness: Floats, doubt: Floats) -> Floats:
    """Return log probabilities (views x stickers x 6), all alike as far as there is doubt."""
    chances = likeness / likeness.sum(2, keepdims=True)
    return np.asarray(np.log((1 - doubt[..., None]) * chances + doubt[..., None] / 6), float)


def misleading(shares: Floats) -> Floats:
    """Return the chance that samples of stickers, of which so much is seen (0..1), mislead."""
    hidden = 1 - np.clip(shares, 0, 1)
    return np.asarray(np.clip(MISLEADING + HALF_SEEN * (2 * hidden) ** 3, 0, 1), float)


def fit_colours(samples: Samples, expected: Floats, labels: Ints) -> ColourModel:
    """Fit the colours, their scatter and the gains to stickers of known colours.

    `expected`: logarithms of the gains (views x 3) as far as they are known beforehand; `labels`
    (views x 9): each sticker's colour.
    """
    # Slow to start up, and only needed once there is something to classify.
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    most = ceilings(samples.colours, samples.frames)
    lost = clipped(samples.colours, most)
    exposure = _exposure(samples.colours)
    gains = fit_gains(samples.colours, samples.shares, labels, expected, samples.frames, lost)
    light = _light(samples.colours, gains, exposure)
    shades = _shades(light, lost, labels)
    features = _to_lab(np.where(lost, np.maximum(light, shades[labels]), light))
    means = np.array([np.median(features[labels == c], 0) for c in range(6)])
    off = np.abs(features - means[labels]).max(2)
    clear = (samples.shares > 0.6) & (off < 4 * np.median(off) + 3)
    # every colour keeps the stickers nearest to it
    for c in range(6):
        own = np.where(labels == c, off, np.inf).ravel()
        clear.ravel()[np.argsort(own)[:4]] = True
    analysis = LinearDiscriminantAnalysis(
        solver="lsqr", priors=np.full(6, 1 / 6), covariance_estimator=_ExpectedScatter()
    )
    analysis.fit(features[clear], labels[clear])
    return ColourModel(analysis.means_, analysis.covariance_, gains, exposure, shades, most)


def _shades(light: Floats, lost: Flags, labels: Ints) -> Floats:
    """Return the six colours' linear light (6 x 3) in the middle of their stickers.

    A channel that is `lost`, being at its brightest, was at least so bright: it counts where it
    is brighter than those that are not.
    """
    shades = np.empty((6, 3))
    for c in range(6):
        for channel in range(3):
            own, gone = light[labels == c, channel], lost[labels == c, channel]
            middle = np.median(own[~gone]) if not gone.all() else own.max()
            for _ in range(3):
                middle = np.median(own[~gone | (own >= middle)])
            shades[c, channel] = middle
    return shades


class _ExpectedScatter:
    """A covariance estimator in scikit-learn's manner, drawn towards the expected scatter."""

    covariance_: Floats

    def fit(self, features: Floats) -> _ExpectedScatter:
        """Fit to the stickers of one class (count x 3)."""
        count = len(features)
        deviations = features - features.mean(0)
        seen = deviations.T @ deviations
        expected = WORTH / 6 * np.diag(SCATTER**2)
        self.covariance_ = (seen + expected) / (count + WORTH / 6) + LEAST_SCATTER**2 * np.eye(3)
        return self


def _exposure(colours: Floats) -> float:
    return float((np.quantile(colours.max(2), 0.9) / 255) ** GAMMA)


def _features(colours: Floats, gains: Floats, exposure: float) -> Floats:
    return _to_lab(_light(colours, gains, exposure))


def _light(colours: Floats, gains: Floats, exposure: float) -> Floats:
    """Return colours (views x stickers x 3) as linear light, gains removed."""
    return np.asarray((colours / 255) ** GAMMA / (gains[:, None] * exposure), float)


def _to_lab(light: Floats) -> Floats:
    seen = np.clip(light * 0.8, 0, 2) ** (1 / GAMMA)
    shape = light.shape
    flat = np.asarray(seen, np.float32).reshape(1, -1, 3)
    return np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2LAB).reshape(shape) * WEIGHTS, float)
