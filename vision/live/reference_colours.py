"""The colours of a scanned cube, and how well a later view fits a given sticker pattern.

Reading a cube asks which colours there are. Here they are known, and the question is whether a face
shows nine of them in known positions. Only the illumination may have changed.
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
from vision.live.captured_face import CapturedFace
from vision.reading_result import Reading

ROUNDS = 5  # of fitting the light with new weights
# Standard deviations (natural logarithms of linear light) in brightness and in each channel
# besides: of stickers of one colour, which differ less here than in `illumination` since the
# colours were measured on this cube; and of the light since the scan: the same camera under the
# same lamp.
STICKER_SIGMA = (0.4, 0.14)
GAIN_SIGMA = (0.4, 0.15)
CORNER_TOLERANCE = 0.1  # pixels that a reading's corners are off, as they are rounded


@dataclass(frozen=True, slots=True, eq=False)
class ScannedColours:
    """The six colours of a scanned cube: `log_colours` (6 x 3), logarithms of linear light, BGR."""

    log_colours: FloatArray

    @classmethod
    def fit(cls, views: Sequence[FaceView], letters: IntArray) -> ScannedColours:
        """Return the colours of views whose stickers are known.

        `letters` (views x 9): the colour index of each sticker, as the view shows them.
        """
        colours = np.stack([view.colours.reshape(-1, 3) for view in views])
        shares = np.stack([view.visibility.ravel() for view in views])
        start = np.zeros((len(views), 3))
        frames = list(range(len(views)))
        light = log_light(colours)
        gains = fit_gains(light, shares, letters, start, frames, colours >= CLIPPING_LEVEL)
        light = light - np.log(gains)[:, None]
        return cls(np.array([np.median(light[letters == colour], 0) for colour in range(6)]))

    def pattern_losses(self, view: FaceView, patterns: IntArray) -> FloatArray:
        """Return the log-probability loss of a view under each of some patterns (count).

        `patterns`: count x 9, colour indices. 0 if each sticker looks most like the expected
        colour. The gain of the light is fitted to each pattern, with a Gaussian prior around that
        of the scan.
        """
        colours = view.colours.reshape(-1, 3)
        shares = view.visibility.ravel()
        lost = np.asarray(colours >= CLIPPING_LEVEL)
        log = log_light(colours)
        due = self.log_colours[patterns]
        seen = np.clip(shares, MIN_WEIGHT, 1)[:, None]
        gains: FloatArray = np.zeros((len(patterns), 1, 3))
        for _ in range(ROUNDS):
            off = log - due
            left = np.where(lost & (off < gains), 0.0, off - gains)
            worth = seen / (1 + (np.abs(left).max(2, keepdims=True) / OUTLIER) ** 2)
            total = (worth * (left + gains)).sum(1, keepdims=True)
            gains = _shrink_gains(total, worth.sum(1, keepdims=True))
        scores = self._scores(log - gains, lost, shares)
        chosen = np.take_along_axis(scores, patterns[..., None], 2)[..., 0]
        return np.asarray((scores.max(2) - chosen).sum(1) + _gain_prior_loss(gains[:, 0]), float)

    def _scores(self, light: FloatArray, lost: BoolArray, shares: FloatArray) -> FloatArray:
        """Return log-posteriors (patterns x 9 x 6) of the six colours, gains removed."""
        off = light[:, :, None] - self.log_colours
        # A clipped channel may be brighter than its value.
        off = np.where(lost[:, None] & (off < 0), 0.0, off)
        distance = squared_distance(off, STICKER_SIGMA)
        likeness = (1 + distance / T_DOF) ** (-(T_DOF + 3) / 2)
        probability = likeness / likeness.sum(2, keepdims=True)
        doubt = outlier_probability(shares)[:, None]
        return np.asarray(np.log((1 - doubt) * probability + doubt / 6), float)


def _shrink_gains(total: FloatArray, worth: FloatArray) -> FloatArray:
    """Return log gains (... x 3), shrunk towards zero by a Gaussian prior."""
    mean = total / worth
    bright = mean.mean(-1, keepdims=True)
    shares = [worth / (worth + (STICKER_LIGHT_SIGMA / width) ** 2) for width in GAIN_SIGMA]
    return np.asarray(bright * shares[0] + (mean - bright) * shares[1], float)


def _gain_prior_loss(log_gains: FloatArray) -> FloatArray:
    """Return the negative log-prior of log gains (count x 3), up to a constant."""
    return np.asarray(0.5 * squared_distance(log_gains, GAIN_SIGMA), float)


def fit_scanned_colours(
    takes: Sequence[CapturedFace], reading: Reading, facelets: str
) -> ScannedColours | None:
    """Return the colours of a cube from its captured faces and their reading.

    `facelets`: the cube's, which a user may have corrected. None if the captured faces are not
    among those of the reading.
    """
    views, letters = [], []
    for found in reading.faces:
        first = 9 * FACES.index(found.face)
        own = np.array([FACES.index(letter) for letter in facelets[first : first + 9]])
        for take in takes:
            for turns in range(4) if take.name == found.image_name else ():
                corners = np.roll(take.view.corners, -turns, axis=0)
                if np.allclose(corners, found.corners, atol=CORNER_TOLERANCE):
                    views.append(take.view)
                    letters.append(own[FACE_ROTATIONS[turns]])
    known = np.array(letters, np.int64)
    if len(np.unique(known)) < len(FACES):
        return None
    return ScannedColours.fit(views, known)
