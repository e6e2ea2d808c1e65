"""The colours of a scanned cube, and how well a later view fits a given sticker pattern.

Reading a cube estimates its colours. Here they are known, and it is tested whether a face shows a
given pattern of nine of them. Only the illumination may have changed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.core.geometry import FACES
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_model import outlier_probability
from vision.colour.colour_space import squared_distance
from vision.colour.illumination import (
    CLIPPING_LEVEL,
    MIN_WEIGHT,
    OUTLIER,
    STICKER_LIGHT_SIGMA,
    T_DOF,
    fit_gains,
    log_light,
)
from vision.detect.face import FaceView
from vision.facelet_indices import FACE_ROTATIONS
from vision.live.captured_cube import CapturedFace
from vision.reading_result import Reading

ROUNDS = 5  # of fitting the light with new weights
# Standard deviations (natural logarithms of linear light) in brightness and in each channel
# relative to it: of stickers of one colour, which are smaller than in `illumination` since the
# colours were measured on this cube; and of the gain since the scan, with the same camera and lamp.
STICKER_SIGMA = (0.4, 0.14)
GAIN_SIGMA = (0.4, 0.15)


@dataclass(frozen=True, slots=True, eq=False)
class ScannedColours:
    """The six colours of a scanned cube: `log_colours` (6 x 3), logarithms of linear light, BGR."""

    log_colours: FloatArray

    @classmethod
    def fit(cls, views: Sequence[FaceView], letters: IntArray) -> ScannedColours:
        """Return the colours fitted to views with known stickers.

        `letters` (views x 9): the colour index of each sticker, as the view shows them.
        """
        colours = np.stack([view.colours.reshape(-1, 3) for view in views])
        visibility = np.stack([view.visibility.ravel() for view in views])
        prior_log_gains = np.zeros((len(views), 3))
        image_index = list(range(len(views)))
        light = log_light(colours)
        gains = fit_gains(
            light, visibility, letters, prior_log_gains, image_index, colours >= CLIPPING_LEVEL
        )
        light = light - np.log(gains)[:, None]
        return cls(np.array([np.median(light[letters == colour], 0) for colour in range(6)]))

    def pattern_losses(self, view: FaceView, patterns: IntArray) -> FloatArray:
        """Return the log-probability loss of a view under each of some patterns (count).

        `patterns`: count x 9, colour indices. 0 if each sticker looks most like the expected
        colour. The gain of the light is fitted to each pattern, with a Gaussian prior around that
        of the scan.
        """
        colours = view.colours.reshape(-1, 3)
        visibility = view.visibility.ravel()
        is_clipped = np.asarray(colours >= CLIPPING_LEVEL)
        light = log_light(colours)
        expected = self.log_colours[patterns]
        visible = np.clip(visibility, MIN_WEIGHT, 1)[:, None]
        gains: FloatArray = np.zeros((len(patterns), 1, 3))
        for _ in range(ROUNDS):
            log_ratio = light - expected
            residual = np.where(is_clipped & (log_ratio < gains), 0.0, log_ratio - gains)
            weight = visible / (1 + (np.abs(residual).max(2, keepdims=True) / OUTLIER) ** 2)
            weighted_sum = (weight * (residual + gains)).sum(1, keepdims=True)
            gains = _shrink_gains(weighted_sum, weight.sum(1, keepdims=True))
        log_probs = self._log_posteriors(light - gains, is_clipped, visibility)
        chosen = np.take_along_axis(log_probs, patterns[..., None], 2)[..., 0]
        return np.asarray((log_probs.max(2) - chosen).sum(1) + _gain_prior_loss(gains[:, 0]), float)

    def _log_posteriors(
        self, light: FloatArray, is_clipped: BoolArray, visibility: FloatArray
    ) -> FloatArray:
        """Return log-posteriors (patterns x 9 x 6) of the six colours, gains removed."""
        residual = light[:, :, None] - self.log_colours
        # A clipped channel may be brighter than its value.
        residual = np.where(is_clipped[:, None] & (residual < 0), 0.0, residual)
        distance = squared_distance(residual, STICKER_SIGMA)
        likelihood = (1 + distance / T_DOF) ** (-(T_DOF + 3) / 2)
        probability = likelihood / likelihood.sum(2, keepdims=True)
        outlier = outlier_probability(visibility)[:, None]
        return np.asarray(np.log((1 - outlier) * probability + outlier / 6), float)


def _shrink_gains(weighted_sum: FloatArray, weight: FloatArray) -> FloatArray:
    """Return log gains (... x 3), shrunk towards zero by a Gaussian prior."""
    mean = weighted_sum / weight
    brightness = mean.mean(-1, keepdims=True)
    shrinkage = [weight / (weight + (STICKER_LIGHT_SIGMA / sigma) ** 2) for sigma in GAIN_SIGMA]
    return np.asarray(brightness * shrinkage[0] + (mean - brightness) * shrinkage[1], float)


def _gain_prior_loss(log_gains: FloatArray) -> FloatArray:
    """Return the negative log-prior of log gains (count x 3), up to a constant."""
    return np.asarray(0.5 * squared_distance(log_gains, GAIN_SIGMA), float)


def fit_scanned_colours(
    captured_faces: Sequence[CapturedFace], reading: Reading, facelets: str
) -> ScannedColours | None:
    """Return the colours of a cube from its captured faces and their reading.

    `facelets`: the cube's, which a user may have corrected. None if the captured faces are not
    among those of the reading.
    """
    views, known = known_stickers(captured_faces, reading, facelets)
    if len(np.unique(known)) < len(FACES):
        return None
    return ScannedColours.fit(views, known)


def known_stickers(
    captured_faces: Sequence[CapturedFace], reading: Reading, facelets: str
) -> tuple[list[FaceView], IntArray]:
    """Return the views of captured faces that a reading has, and their colours (views x 9)."""
    views: list[FaceView] = []
    letters = []
    for found in reading.places:
        first = 9 * FACES.index(found.letter)
        own = np.array([FACES.index(letter) for letter in facelets[first : first + 9]])
        for captured in captured_faces:
            turns = captured.turns_in(found)
            if turns is not None:
                views.append(captured.view)
                letters.append(own[FACE_ROTATIONS[turns]])
    return views, np.array(letters, np.int64)
