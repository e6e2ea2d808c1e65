"""Six colours as they appear on this cube, in this light, through this camera.

Nothing is known beforehand but what every cube has in common: six colours, nine stickers of each,
every centre of another one. The colours are fitted to the photographs themselves: each sticker is
given to a centre's colour, nine to each, the colours and each photograph's gain are fitted again,
until nothing changes. The classes are Gaussians with one covariance (linear discriminant
analysis), whose tails are widened to Student's t, since photographs have outliers.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.arrays import Floats, Ints

GAMMA = 2.2
ROUNDS = 12

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

# A photograph's gain differs from the others' by so much (logarithms), in brightness and in
# each channel besides; and a sticker's own light by so much from its photograph's.
BRIGHTNESS = 0.35
BALANCE = 0.25
UNEVEN = 0.2
DARK = 0.02  # linear light that is lost in noise


def log_light(colours: Floats) -> Floats:
    """Return logarithms of the linear light of colours (... x 3, BGR 0..255)."""
    return np.asarray(np.log((colours / 255) ** GAMMA + DARK), float)


@dataclass(frozen=True, slots=True)
class ColourModel:
    """Six colours and a gain for each photograph.

    `means` (6 x 3, weighted Lab), `covariance` (3 x 3), `gains` (views x 3, linear BGR),
    `exposure`: what linear light counts as full, `shades` (6 x 3): the colours as linear light,
    `start` (views x 3): logarithms of the gains that were expected.
    """

    means: Floats
    covariance: Floats
    gains: Floats
    exposure: float
    shades: Floats
    start: Floats

    def features(self, colours: Floats) -> Floats:
        """Turn colours (views x stickers x 3, BGR 0..255) into weighted Lab, gains removed."""
        return _features(colours, self.gains, self.exposure)

    def scores(self, colours: Floats, shares: Floats) -> Floats:
        """Return log probabilities (views x stickers x 6) of each of the six colours.

        They add up to 1 for each sticker; `shares` (views x stickers, 0..1) tells how much of a
        sticker is seen, and what is hidden leaves all colours alike.
        """
        features = self.features(colours)
        probability = (1 - GLARE) * self._likeness(features, self.means)
        for shine in SHINES:
            glared = self._likeness(features, self._shining(shine))
            probability = probability + GLARE / len(SHINES) * glared
        probability /= probability.sum(2, keepdims=True)
        hidden = 1 - np.clip(shares, 0, 1)
        misleading = np.clip(MISLEADING + HALF_SEEN * (2 * hidden) ** 3, 0, 1)[..., None]
        return np.asarray(np.log((1 - misleading) * probability + misleading / 6), float)

    def _likeness(self, features: Floats, means: Floats) -> Floats:
        """Return Student's t of features (... x 3) about each of six means (not normalised)."""
        off = features[..., None, :] - means
        distance = np.einsum("...i,ij,...j", off, np.linalg.inv(self.covariance), off)
        return np.asarray((1 + distance / FREEDOM) ** (-(FREEDOM + 3) / 2), float)

    def _shining(self, shine: float) -> Floats:
        """Return the six colours (6 x 3, weighted Lab) under a reflection of the light itself."""
        whitest = self.shades[self.shades.min(1).argmax()]
        full = 1 / self.exposure
        light = np.minimum(self.shades + shine * whitest, full)
        return _to_lab(light)


def expected_gains(surroundings: Floats) -> tuple[Floats, ...]:
    """Return what logarithms of the gains (views x 3) to start from, one after the other.

    Either all photographs see alike, or else their surroundings (views x 3, BGR 0..255) are the
    same and show how they differ.
    """
    around = GAMMA * np.log(surroundings + 1)
    return around - around.mean(0), np.zeros_like(around)


def fit_colours(
    colours: Floats, shares: Floats, start: Floats, stickers: Ints
) -> tuple[ColourModel, Ints]:
    """Fit six colours to views of six faces (views x 9 x 3), each the colour of a face's centre.

    `start` (views x 3): logarithms of the photographs' expected gains; `stickers` (views x 9):
    which of the six faces' 54 stickers is which. Returns the model and each sticker's colour
    (views x 9), nine of each.
    """
    gains = np.exp(start)
    exposure = _exposure(colours)
    light = _light(colours, gains, exposure)
    shades = np.stack(
        [
            np.average(light[centre], axis=0, weights=np.maximum(shares[centre], 0.01))
            for centre in (stickers == 9 * face + 4 for face in range(6))
        ]
    )
    model = ColourModel(_to_lab(shades), np.diag(SCATTER**2), gains, exposure, shades, start)
    labels = np.full(colours.shape[:2], -1)
    for _ in range(ROUNDS):
        nearest = _nine_each(model.scores(colours, shares), stickers)
        if (nearest == labels).all():
            break
        labels = nearest
        model = refit(model, colours, shares, labels)
    return model, labels


def refit(model: ColourModel, colours: Floats, shares: Floats, labels: Ints) -> ColourModel:
    """Fit the colours, their scatter and the gains to stickers with known labels."""
    # Slow to start up, and only needed once there is something to classify.
    from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

    gains = _gains(colours, shares, labels, model.start)
    features = _features(colours, gains, model.exposure)
    means = np.array([np.median(features[labels == c], 0) for c in range(6)])
    off = np.abs(features - means[labels]).max(2)
    clear = (shares > 0.6) & (off < 4 * np.median(off) + 3)
    # every colour keeps the stickers nearest to it
    for c in range(6):
        own = np.where(labels == c, off, np.inf).ravel()
        clear.ravel()[np.argsort(own)[:4]] = True
    analysis = LinearDiscriminantAnalysis(
        solver="lsqr", priors=np.full(6, 1 / 6), covariance_estimator=_ExpectedScatter()
    )
    analysis.fit(features[clear], labels[clear])
    light = _light(colours, gains, model.exposure)
    shades = np.array([np.median(light[labels == c], 0) for c in range(6)])
    return ColourModel(
        analysis.means_, analysis.covariance_, gains, model.exposure, shades, model.start
    )


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


def _nine_each(scores: Floats, stickers: Ints) -> Ints:
    """Give each of 54 stickers a colour, nine to each, each centre its own (views x 9)."""
    cost = np.zeros((54, 6))
    np.add.at(cost, stickers.ravel(), -scores.reshape(-1, 6))
    cost[4::9] += 1e6 * (1 - np.eye(6))
    _, chosen = linear_sum_assignment(np.repeat(cost, 9, axis=1))
    return np.asarray(chosen // 9, np.int64)[stickers]


def _gains(colours: Floats, shares: Floats, labels: Ints, start: Floats) -> Floats:
    """Return each photograph's gain (views x 3): how its stickers differ from their likes."""
    log = log_light(colours) - start[:, None]
    gains = np.zeros((len(colours), 3))
    weight = np.clip(shares, 0.01, 1)
    for _ in range(4):
        level = log - gains[:, None]
        means = np.array([np.average(level[labels == c], 0, weight[labels == c]) for c in range(6)])
        off = log - means[labels]
        worth = weight / (1 + (np.abs(off - gains[:, None]).max(2) / 0.5) ** 2)
        total = worth.sum(1)[:, None]
        mean = (off * worth[..., None]).sum(1) / total
        bright = mean.mean(1, keepdims=True)
        gains = bright * total / (total + (UNEVEN / BRIGHTNESS) ** 2) + (mean - bright) * total / (
            total + (UNEVEN / BALANCE) ** 2
        )
        gains -= gains.mean(0)
    return np.asarray(np.exp(start + gains), float)
