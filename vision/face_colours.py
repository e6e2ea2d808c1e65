"""Classify sticker colours on single faces, without the constraints of a whole cube.

So the colour prior is stronger: the six colours are near the usual ones or a profile. EM estimates
the gains, the six colours and the distribution of glare in log linear light. A sample is body
colour times gain plus white glare; its strength is a hidden variable.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from vision.arrays import BoolArray, FloatArray
from vision.capture.frame import Frame
from vision.colour.colour_model import outlier_probability
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
from vision.detect.photograph import ImageFaces, detect_all_faces

ROUNDS = 50  # of expectation maximisation

# How bright reflections are beside the light of a white sticker; how often stickers show any, and
# how many stickers that expectation weighs as much as.
EM_GLARE_LEVELS = np.array([0.0, 0.05, 0.1, 0.2, 0.35, 0.55, 0.8, 1.2])
GLARE_PROBABILITY = 0.1
GLARE_PRIOR_COUNT = 10.0

# How much a cube's colours differ (standard deviations, natural logarithms of linear light, in
# brightness and in each channel besides) from the usual ones, and from those that were measured of
# the same cube in other images (as it came out on photographed cubes).
GENERIC_COLOUR_SIGMA = (0.6, 0.3)
PROFILE_COLOUR_SIGMA = (0.1, 0.1)
LIKELIHOOD_FLOOR = 1e-5  # the least likelihood of a sticker's colour


@dataclass(frozen=True, slots=True)
class FaceColours:
    """The colours on one face.

    `image_name`; `corners`: four (x, y) in pixels, clockwise from the top left; `colours`: the
    colour names of the stickers, row by row as the photo shows them; `confidence`: the probability
    that each is right (0..1).
    """

    image_name: str
    corners: tuple[tuple[float, float], ...]
    colours: tuple[str, ...]
    confidence: tuple[float, ...]


def read_faces(
    frames: Iterable[Frame], profile: ColourProfile | None = None
) -> tuple[FaceColours, ...]:
    """Return the colours on all faces in photos of one 3 x 3 x 3 cube, however few there are.

    More photos in the same light make them more certain, and so does a profile of this cube's
    colours. Raises NoFaceError for a photo without a face.
    """
    return classify_faces([detect_all_faces(frame) for frame in frames], profile)


def classify_faces(
    pictures: Sequence[ImageFaces], profile: ColourProfile | None = None
) -> tuple[FaceColours, ...]:
    """Return the colours on all faces detected in photos of one cube, in their order."""
    paints = (
        _ColourPrior(DEFAULT_COLOURS, GENERIC_COLOUR_SIGMA)
        if profile is None
        else _ColourPrior(profile, PROFILE_COLOUR_SIGMA)
    )
    views = [view for picture in pictures for view in picture.views]
    if not views:
        return ()
    images = [picture.name for picture in pictures for _ in picture.views]
    frames = [frame for frame, picture in enumerate(pictures) for _ in picture.views]
    colours = np.stack([view.colours.reshape(-1, 3) for view in views])
    shares = np.stack([view.visibility.ravel() for view in views])
    surroundings = np.stack([view.background for view in views])
    fits = []
    for expected in initial_log_gains(colours, surroundings):
        for light in paints.candidate_illuminants(log_light(colours) - expected[:, None]):
            fits.append(_EmFit(colours, shares, frames, expected, paints, light))
            for _ in range(ROUNDS):
                fits[-1].em_step()
    belonging = max(fits, key=lambda fit: fit.log_posterior()).responsibilities
    doubt = outlier_probability(shares)[..., None]
    belonging = (1 - doubt) * belonging + doubt / 6
    names = list(paints.profile.lab)
    return tuple(
        FaceColours(
            image,
            tuple((round(float(x), 1), round(float(y), 1)) for x, y in view.corners),
            tuple(names[colour] for colour in each.argmax(1)),
            tuple(each.max(1).tolist()),
        )
        for image, view, each in zip(images, views, belonging, strict=True)
    )


@dataclass(frozen=True, slots=True)
class _ColourPrior:
    """The expected six colours, and the standard deviations from them.

    `sigmas`: natural logarithms of linear light, in brightness and in each channel beside it.
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
        shares: FloatArray,
        frames: Sequence[int],
        expected: FloatArray,
        paints: _ColourPrior,
        light: FloatArray,
    ) -> None:
        self._light = log_light(colours)
        self._clipped = clipped(colours, saturation_levels(colours, frames))
        self._visibility = np.clip(shares, MIN_WEIGHT, 1)
        self._frames = frames
        self._prior_log_gains = self.gains = expected
        self._paints = paints
        self.prior_log_colours = paints.log_colours + light
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
        return np.asarray(self._belonging.sum(-1), float)

    def em_step(self) -> None:
        """Update the distribution of glare, then the colours, then the gains."""
        seen = self._belonging * self._visibility[..., None, None]
        glare_probs = seen.sum((0, 1, 2)) + GLARE_PRIOR_COUNT * self._glare_prior
        self.glare_probs = glare_probs / glare_probs.sum()
        self._e_step()
        # A shade's part in what is seen is the smaller the more is reflected.
        part = self._sensitivity
        worth = (self._weight * part**2).sum((0, 1, 3))
        total = (self._weight * part * self._residual).sum((0, 1, 3))
        total = total + worth * (self.log_colours - self.prior_log_colours)
        moved = shrink(total, worth, STICKER_SIGMA, self._paints.sigmas)
        self.log_colours = self.prior_log_colours + moved
        self._e_step()
        off = self._weight * (
            self._residual + (self.gains - self._prior_log_gains)[:, None, None, None]
        )
        gains = shrunk_log_gains(off.sum((1, 2, 3)), self._weight.sum((1, 2, 3)), self._frames)
        common = gains.mean(0)
        self.gains = self._prior_log_gains + gains - common
        self.log_colours, self.prior_log_colours = (
            self.log_colours + common,
            self.prior_log_colours + common,
        )
        self._e_step()

    def log_posterior(self) -> float:
        """Return the log-posterior of the fit, with the priors of the colours and gains."""
        each = np.log(self._likeness.sum((2, 3)) / 6 + LIKELIHOOD_FLOOR) * self._visibility
        off = self.log_colours - self.prior_log_colours
        bright = off.mean(1, keepdims=True)
        brightness, channel = self._paints.sigmas
        prior_loss = (bright / brightness) ** 2 + ((off - bright) / channel) ** 2
        light = (self.prior_log_colours - self._paints.log_colours)[:1]
        unlikely = gain_prior_loss(self.gains - self._prior_log_gains) + gain_prior_loss(
            light - light.mean()
        )
        return float(each.sum() - unlikely - 0.5 * prior_loss.sum())

    def _e_step(self) -> None:
        """Compute residuals, likelihoods and responsibilities for all colours and glare."""
        own = np.exp(self.log_colours)[:, None]
        seen = own + EM_GLARE_LEVELS[:, None] * own[self._paints.white]
        self._sensitivity: FloatArray = own / seen
        off = self._light[:, :, None, None] - self.gains[:, None, None, None] - np.log(seen)
        censored: BoolArray = self._clipped[:, :, None, None] & (off < 0)
        self._residual: FloatArray = np.where(censored, 0.0, off)
        distance = squared_distance(self._residual, STICKER_SIGMA)
        t_weight = (T_DOF + 3) / (T_DOF + distance)
        self._likeness: FloatArray = self.glare_probs * (1 + distance / T_DOF) ** (-(T_DOF + 3) / 2)
        belonging = self._likeness + LIKELIHOOD_FLOOR * self.glare_probs
        self._belonging: FloatArray = belonging / belonging.sum((2, 3), keepdims=True)
        weight = self._belonging * t_weight * self._visibility[..., None, None]
        self._weight: FloatArray = weight[..., None] * np.where(censored, CLIPPED_WEIGHT, 1.0)
