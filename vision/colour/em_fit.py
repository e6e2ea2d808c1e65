"""Fit six colours to all faces of several photos by expectation maximisation.

EM estimates the gains, the six colours and the distribution of glare in log linear light. A sample
is body colour times gain plus white glare, whose strength is a hidden variable. What the fit does
not know of the colours is not in its probabilities.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import BoolArray, FloatArray
from vision.colour.colour_space import squared_distance
from vision.colour.illumination import (
    BRIGHT_QUANTILE,
    CLIPPED_WEIGHT,
    DARK_OFFSET,
    MIN_WEIGHT,
    STICKER_SIGMA,
    T_DOF,
    clipped,
    gain_prior_loss,
    initial_log_gains,
    log_light,
    saturation_levels,
    shrink,
    shrunk_log_gains,
)
from vision.colour.profile import DEFAULT_COLOURS, ColourProfile

ROUNDS = 50  # of expectation maximisation

# The brightness of reflections relative to a white sticker; the prior probability that a sticker
# shows any; and the number of stickers that this prior counts as.
EM_GLARE_LEVELS = np.array([0.0, 0.05, 0.1, 0.2, 0.35, 0.55, 0.8, 1.2])
GLARE_PROBABILITY = 0.1
GLARE_PRIOR_COUNT = 10.0

# Standard deviations (natural logarithms of linear light, in brightness and in each channel
# relative to it) of a cube's colours from the usual ones, and from a profile measured on the
# same cube in other images; estimated from photographed cubes.
GENERIC_COLOUR_SIGMA = (0.6, 0.3)
PROFILE_COLOUR_SIGMA = (0.1, 0.1)
LIKELIHOOD_FLOOR = 1e-5  # the smallest likelihood of a sticker's colour


def fitted_probabilities(
    colours: FloatArray,
    visibility: FloatArray,
    backgrounds: FloatArray,
    image_index: Sequence[int],
    profile: ColourProfile | None,
) -> FloatArray:
    """Return the probabilities of the six colours (views x 9 x 6) by the best of several fits.

    `colours`: views x 9 x 3; `visibility`: views x 9; `backgrounds`: views x 3.
    """
    prior = (
        _ColourPrior(DEFAULT_COLOURS, GENERIC_COLOUR_SIGMA)
        if profile is None
        else _ColourPrior(profile, PROFILE_COLOUR_SIGMA)
    )
    fits = []
    for prior_log_gains in initial_log_gains(colours, backgrounds):
        for light in prior.candidate_illuminants(log_light(colours) - prior_log_gains[:, None]):
            fits.append(_EmFit(colours, visibility, image_index, prior_log_gains, prior, light))
            for _ in range(ROUNDS):
                fits[-1].em_step()
    return max(fits, key=lambda fit: fit.log_posterior()).responsibilities


@dataclass(frozen=True, slots=True)
class _ColourPrior:
    """The expected six colours, and the standard deviations from them.

    `sigmas`: natural logarithms of linear light, in brightness and in each channel relative to it.
    """

    profile: ColourProfile
    sigmas: tuple[float, float]

    @property
    def log_colours(self) -> FloatArray:
        """The logarithms of the profile's colours as linear light (6 x 3)."""
        return np.asarray(np.log(self.profile.linear_bgr + DARK_OFFSET), float)

    @property
    def white(self) -> int:
        """The index of white, the colour that reflects the most of every channel."""
        return int(self.log_colours.min(1).argmax())

    def candidate_illuminants(self, level: FloatArray) -> tuple[FloatArray, FloatArray]:
        """Return log gains (3) to start from, relative to the profile, for log light (... x 3).

        The brightest stickers determine the brightness; and, where there are many colours, the
        tint.
        """
        brightest = np.quantile(level.reshape(-1, 3), BRIGHT_QUANTILE, axis=0)
        light = brightest - np.quantile(self.log_colours, BRIGHT_QUANTILE, axis=0)
        return light, np.full(3, light.mean())


class _EmFit:
    """Six colours, a gain for each view and the distribution of glare, fitted from one start.

    `gains` (views x 3), `log_colours` (6 x 3) and `prior_log_colours` (6 x 3): logarithms of linear
    light; `glare_probs`: the probability of each of EM_GLARE_LEVELS.
    """

    def __init__(
        self,
        colours: FloatArray,
        visibility: FloatArray,
        image_index: Sequence[int],
        prior_log_gains: FloatArray,
        prior: _ColourPrior,
        light: FloatArray,
    ) -> None:
        self._light = log_light(colours)
        self._clipped = clipped(colours, saturation_levels(colours, image_index))
        self._visibility = np.clip(visibility, MIN_WEIGHT, 1)
        self._image_index = image_index
        self._prior_log_gains = self.gains = prior_log_gains
        self._prior = prior
        self.prior_log_colours = prior.log_colours + light
        self.log_colours = self.prior_log_colours
        self._glare_prior = np.where(
            EM_GLARE_LEVELS == 0,
            1 - GLARE_PROBABILITY,
            GLARE_PROBABILITY / (len(EM_GLARE_LEVELS) - 1),
        )
        self.glare_probs = self._glare_prior
        self._e_step()

    @property
    def responsibilities(self) -> FloatArray:
        """The posterior of each colour for each sticker (views x stickers x 6)."""
        return np.asarray(self._joint_responsibilities.sum(-1), float)

    def em_step(self) -> None:
        """Update the distribution of glare, then the colours, then the gains."""
        weight = self._joint_responsibilities * self._visibility[..., None, None]
        glare_probs = weight.sum((0, 1, 2)) + GLARE_PRIOR_COUNT * self._glare_prior
        self.glare_probs = glare_probs / glare_probs.sum()
        self._e_step()
        # The more glare is added, the less the light depends on the body colour.
        sensitivity = self._sensitivity
        weight_sum = (self._weight * sensitivity**2).sum((0, 1, 3))
        residual_sum = (self._weight * sensitivity * self._residual).sum((0, 1, 3))
        residual_sum = residual_sum + weight_sum * (self.log_colours - self.prior_log_colours)
        shift = shrink(residual_sum, weight_sum, STICKER_SIGMA, self._prior.sigmas)
        self.log_colours = self.prior_log_colours + shift
        self._e_step()
        weighted_residual = self._weight * (
            self._residual + (self.gains - self._prior_log_gains)[:, None, None, None]
        )
        gains = shrunk_log_gains(
            weighted_residual.sum((1, 2, 3)), self._weight.sum((1, 2, 3)), self._image_index
        )
        common = gains.mean(0)
        self.gains = self._prior_log_gains + gains - common
        self.log_colours, self.prior_log_colours = (
            self.log_colours + common,
            self.prior_log_colours + common,
        )
        self._e_step()

    def log_posterior(self) -> float:
        """Return the log-posterior of the fit, with the priors of the colours and gains."""
        log_likelihood = (
            np.log(self._likelihood.sum((2, 3)) / 6 + LIKELIHOOD_FLOOR) * self._visibility
        )
        deviation = self.log_colours - self.prior_log_colours
        mean_deviation = deviation.mean(1, keepdims=True)
        brightness, channel = self._prior.sigmas
        colour_loss = (mean_deviation / brightness) ** 2 + (
            (deviation - mean_deviation) / channel
        ) ** 2
        illuminant = (self.prior_log_colours - self._prior.log_colours)[:1]
        gain_loss = gain_prior_loss(self.gains - self._prior_log_gains) + gain_prior_loss(
            illuminant - illuminant.mean()
        )
        return float(log_likelihood.sum() - gain_loss - 0.5 * colour_loss.sum())

    def _e_step(self) -> None:
        """Compute residuals, likelihoods and responsibilities for all colours and glare."""
        body = np.exp(self.log_colours)[:, None]
        total = body + EM_GLARE_LEVELS[:, None] * body[self._prior.white]
        self._sensitivity: FloatArray = body / total
        residual = self._light[:, :, None, None] - self.gains[:, None, None, None] - np.log(total)
        censored: BoolArray = self._clipped[:, :, None, None] & (residual < 0)
        self._residual: FloatArray = np.where(censored, 0.0, residual)
        distance = squared_distance(self._residual, STICKER_SIGMA)
        t_weight = (T_DOF + 3) / (T_DOF + distance)
        self._likelihood: FloatArray = self.glare_probs * (1 + distance / T_DOF) ** (
            -(T_DOF + 3) / 2
        )
        responsibilities = self._likelihood + LIKELIHOOD_FLOOR * self.glare_probs
        self._joint_responsibilities: FloatArray = responsibilities / responsibilities.sum(
            (2, 3), keepdims=True
        )
        weight = self._joint_responsibilities * t_weight * self._visibility[..., None, None]
        self._weight: FloatArray = weight[..., None] * np.where(censored, CLIPPED_WEIGHT, 1.0)
