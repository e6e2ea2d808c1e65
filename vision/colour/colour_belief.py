"""What is believed of a cube's six colours in one light, as hypotheses that samples change.

A hypothesis says which colour each sticker seen so far has. Given that, the logarithms of the six
colours' linear light are a Gaussian, which every further sample narrows: a Kalman filter ("A new
approach to linear filtering and prediction problems"). What is not known of the light and of this
cube's colours therefore stays in the probability of the next sticker's colour.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.illumination import DARK_OFFSET
from vision.colour.profile import COLOURS, ColourPrior

# The brightness of reflections relative to a white sticker, and the prior probability of each.
GLARE_LEVELS = np.array([0.0, 0.06, 0.2, 0.7])
GLARE_PROBABILITIES = np.array([0.85, 0.05, 0.05, 0.05])
GLARE_SIGMA = 0.5  # standard deviation (natural logarithm) of glare from the nearest of the levels
T_DOF = 4.0  # degrees of freedom of the Student's t distribution of samples
# The density (log light) of a sample that is not of its sticker's colour: a logo, a finger.
OUTLIER_LOG_DENSITY = -4.0
DARK_SIGMA = 0.12  # standard deviation (log light) of the light of a channel that shows black
UNKNOWN = 1e4  # the variance of a channel that says nothing
MIN_VARIANCE = 0.01
OUTLIER_WEIGHT = 1e-4
# Gloss that may explain the difference of two stickers, in parts of the one's largest channel; and
# the shortest way from one colour's hue to another's (natural logarithms): shorter ones count so.
GLOSS = np.concatenate([[0.0], np.geomspace(0.01, 1, 12)])
SHORTEST_WAY = 0.22
# Of the state: the six colours on the first face, and their change to the face in work.
FIRST = slice(0, 3 * COLOURS)
CHANGE = slice(3 * COLOURS, 6 * COLOURS)


class Sample(NamedTuple):
    """The sample of one sticker: `light` (3, log linear light), which channels are `clipped` (3).

    `outlier`: the probability that it is not of the sticker's colour (less than 1); `shade`: the
    standard deviation of the brightness (natural logarithm) if something beside it may shade it;
    `dark`: the linear light that was added before the logarithm, which is what black looks like.
    """

    light: FloatArray
    clipped: BoolArray
    outlier: float
    shade: float = 0.0
    dark: float = DARK_OFFSET


@dataclass(frozen=True, slots=True)
class Prediction:
    """What H hypotheses say of a sample, for each colour and level of glare.

    `scores` (H x 6 x levels): the logarithm of the sample's density, with the probability of the
    level; `weight` (the same): how much the sample says of the colour, less for an outlier.
    """

    scores: FloatArray
    weight: FloatArray


class Continuations(NamedTuple):
    """K new hypotheses, each with its parent, and the colour and level of glare of the sample."""

    parents: IntArray
    colours: IntArray
    levels: IntArray


@dataclass(frozen=True, slots=True)
class ColourBelief:
    """The Gaussians of H hypotheses: `mean` (H x 36) and `covariance` (H x 36 x 36).

    The first 18 are the six colours on the first face, the last 18 their change to the face whose
    samples come next.
    """

    prior: ColourPrior
    mean: FloatArray
    covariance: FloatArray

    @classmethod
    def of(cls, prior: ColourPrior) -> ColourBelief:
        """Return the belief before the first sample, one hypothesis."""
        mean = np.zeros((1, CHANGE.stop))
        covariance = np.zeros((1, CHANGE.stop, CHANGE.stop))
        mean[0, FIRST] = prior.mean
        covariance[0, FIRST, FIRST] = prior.covariance
        return cls(prior, mean, covariance)

    def at_next_face(self, face_change: FloatArray) -> ColourBelief:
        """Return the belief with the change to the last face forgotten and a new, unknown one."""
        mean, covariance = self.mean.copy(), self.covariance.copy()
        mean[:, CHANGE] = 0
        covariance[:, CHANGE] = 0
        covariance[:, :, CHANGE] = 0
        covariance[:, CHANGE, CHANGE] = face_change
        return replace(self, mean=mean, covariance=covariance)

    def predict(self, sample: Sample) -> Prediction:
        """Return the density of a sample for each hypothesis, colour and level of glare."""
        expected, sensitivity = self._expected_light()
        spread = self._spread(sensitivity) + own_noise(sample)
        clipped = sample.clipped
        residual = np.where(clipped, 0.0, sample.light - expected)
        inverse, log_determinant = _inverse(spread + UNKNOWN * np.diag(clipped))
        whitened = np.einsum("...ij,...j", inverse, residual)
        distance = (residual * whitened).sum(-1)
        channels = 3 - int(clipped.sum())
        scores = (
            math.lgamma((T_DOF + channels) / 2)
            - math.lgamma(T_DOF / 2)
            - channels / 2 * math.log(T_DOF * math.pi)
            - 0.5 * (log_determinant - math.log(UNKNOWN) * (3 - channels))
            - (T_DOF + channels) / 2 * np.log1p(distance / T_DOF)
        )
        # A clipped channel is at least as bright as it was recorded.
        for channel in np.flatnonzero(clipped):
            # Only here: the import takes a quarter of a second, and few samples are clipped.
            from scipy.special import log_ndtr

            across = np.where(clipped, 0.0, spread[..., channel, :])
            likely = expected[..., channel] + (across * whitened).sum(-1)
            known = np.einsum("...i,...ij,...j", across, inverse, across)
            variance = np.maximum(spread[..., channel, channel] - known, MIN_VARIANCE)
            scores = scores + log_ndtr((likely - sample.light[channel]) / np.sqrt(variance))
        scores = math.log(1 - sample.outlier) + scores + np.log(GLARE_PROBABILITIES)
        weight = (T_DOF + channels) / (T_DOF + distance)
        # the last level: the sample says nothing of the colour
        as_outlier = np.full((*scores.shape[:2], 1), math.log(sample.outlier) + OUTLIER_LOG_DENSITY)
        nothing = np.full_like(as_outlier, OUTLIER_WEIGHT)
        return Prediction(
            np.concatenate([scores, as_outlier], -1), np.concatenate([weight, nothing], -1)
        )

    def updated(
        self, sample: Sample, prediction: Prediction, choice: Continuations
    ) -> ColourBelief:
        """Return the belief after a sample: each of K new hypotheses has a parent and a colour."""
        expected, sensitivity = self._expected_light()
        parents, colours, level = choice
        weight = prediction.weight[choice]
        level = np.minimum(level, len(GLARE_LEVELS) - 1)
        own = sensitivity[parents, colours, level]
        residual = sample.light - expected[parents, colours, level]
        exceeded = sample.clipped & (residual < 0)
        residual = np.where(exceeded, 0.0, residual)
        count = len(parents)
        by_colour: FloatArray = np.zeros((count, 3, COLOURS, 3))
        hypothesis, channel = np.arange(count)[:, None], np.arange(3)
        by_colour[hypothesis, channel, colours[:, None], channel] += own
        by_colour[hypothesis, channel, self.prior.white, channel] += 1 - own
        of_colours = by_colour.reshape(count, 3, 3 * COLOURS)
        jacobian = np.concatenate([of_colours, of_colours], -1)
        mean, covariance = self.mean[parents], self.covariance[parents]
        cross = covariance @ jacobian.transpose(0, 2, 1)
        glare = GLARE_SIGMA * (1 - own)
        noise = self.prior.sample + own_noise(sample) + glare[:, :, None] * glare[:, None]
        noise = noise / weight[:, None, None]
        noise = noise + UNKNOWN * exceeded[:, :, None] * np.eye(3)
        gain = cross @ _inverse(jacobian @ cross + noise)[0]
        return replace(
            self,
            mean=mean + (gain @ residual[..., None])[..., 0],
            covariance=covariance - gain @ cross.transpose(0, 2, 1),
        )

    def _expected_light(self) -> tuple[FloatArray, FloatArray]:
        """Return the expected log light and the share of it that is the colour's own.

        Both are H x 6 x levels x 3. The more glare is added, the less depends on the colour.
        """
        colours = (self.mean[:, FIRST] + self.mean[:, CHANGE]).reshape(-1, COLOURS, 1, 3)
        white = colours[:, self.prior.white, None]
        ratio = GLARE_LEVELS[:, None] * np.exp(np.clip(white - colours, -9, 9))
        return np.asarray(colours + np.log1p(ratio), float), np.asarray(1 / (1 + ratio))

    def _spread(self, own: FloatArray) -> FloatArray:
        """Return the covariance of a sample (H x 6 x levels x 3 x 3)."""
        across = self.covariance[:, FIRST, CHANGE]
        here = (
            self.covariance[:, FIRST, FIRST]
            + across
            + across.swapaxes(-1, -2)
            + self.covariance[:, CHANGE, CHANGE]
        )
        blocks = here.reshape(-1, COLOURS, 3, COLOURS, 3)
        each = np.arange(COLOURS)
        colour = blocks[:, each, :, each].swapaxes(0, 1)[:, :, None]
        white = blocks[:, self.prior.white, :, self.prior.white][:, None, None] + GLARE_SIGMA**2
        both = blocks[:, :, :, self.prior.white][:, :, None]
        # The covariance of own * colour + (1 - own) * white, sorted by powers of own.
        row, column = own[..., :, None], own[..., None, :]
        transposed = both.swapaxes(-1, -2)
        return np.asarray(
            row * (both - white)
            + column * (transposed - white)
            + row * column * (colour - both - transposed + white)
            + (white + self.prior.sample),
            float,
        )


def nearest_other(
    first: Sample, second: Sample, colour: int, prior: ColourPrior
) -> tuple[float, int]:
    """Return how much two stickers of one face differ, and towards which other colour.

    The first is a share of the way in hue from `colour` to the other one, as both are expected to
    look; the other one is that with the largest share. What shade and gloss explain does not count:
    shade is less of all light, and gloss adds white to the one or to the other. Nor do clipped
    channels.
    """
    use = ~(first.clipped | second.clipped)
    if use.sum() < 2:
        return 0.0, colour

    def hues(light: FloatArray) -> FloatArray:
        return np.asarray(light[..., use] - light[..., use].mean(-1, keepdims=True))

    one, two = first.light, second.light
    glossy = [
        hues(other - np.log(np.exp(own) + GLOSS[:, None] * np.exp(own[use].max())))
        for own, other in ((one, two), (two, one))
    ]
    left = min(np.concatenate(glossy), key=lambda each: float(each @ each))
    colours = prior.mean.reshape(COLOURS, 3)
    ways = hues(colours - colours[colour])
    lengths = (ways**2).sum(1)
    shares = np.abs(ways @ left) / np.maximum(lengths, SHORTEST_WAY**2)
    return float(shares.max()), int(shares.argmax())


def own_noise(sample: Sample) -> FloatArray:
    """Return the covariance (3 x 3) of the camera's noise in the dark, and of a possible shade."""
    share = sample.dark / np.exp(sample.light)
    return np.diag((DARK_SIGMA * share) ** 2) + sample.shade**2


def _inverse(matrix: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return the inverses (... x 3 x 3) of symmetric matrices, and logarithms of determinants."""
    a, b, c = (matrix[..., 0, i] for i in range(3))
    d, e, f = matrix[..., 1, 1], matrix[..., 1, 2], matrix[..., 2, 2]
    aa, ab, ac = d * f - e * e, c * e - b * f, b * e - c * d
    bb, bc, cc = a * f - c * c, b * c - a * e, a * d - b * b
    determinant = a * aa + b * ab + c * ac
    adjugate = np.stack([aa, ab, ac, ab, bb, bc, ac, bc, cc], -1).reshape(matrix.shape)
    return adjugate / determinant[..., None, None], np.log(determinant)
