"""The colours of a cube that has been scanned, and how well a face seen later shows given ones.

Reading a cube asks which colours there are; here they are known, and it is asked whether a face
shows nine of them in places that are known too. Only the light may be another one by now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from solver.geometry import FACES
from vision.arrays import Flags, Floats, Ints
from vision.colours import misleading
from vision.face import FaceView
from vision.gains import FULL, UNEVEN, fit_gains, log_light
from vision.places import TURNED
from vision.reading import Reading
from vision.take import Take

ROUNDS = 5
# How much stickers of one colour differ (logarithms of light), in brightness and in each channel
# besides; of Student's t.
STICKER = (0.4, 0.14)
FREEDOM = 4.0
# How much the light has changed since the scan: the same camera under the same lamp.
LIGHT = (0.4, 0.15)
ROUNDED = 0.1  # pixels that a reading's corners are off
OUTLIER = 0.5  # a sticker so far (logarithms) from the others' light says half as much of it


@dataclass(frozen=True, slots=True, eq=False)
class KnownColours:
    """The six colours of a scanned cube: `shades` (6 x 3), logarithms of linear light, BGR."""

    shades: Floats

    @classmethod
    def of(cls, views: Sequence[FaceView], letters: Ints) -> KnownColours:
        """Learn the colours from views whose stickers are known.

        `letters` (views x 9): which of the six colours each sticker has, as the view shows them.
        """
        colours = np.stack([view.colours.reshape(-1, 3) for view in views])
        shares = np.stack([view.visible.ravel() for view in views])
        start = np.zeros((len(views), 3))
        frames = list(range(len(views)))
        gains = fit_gains(colours, shares, letters, start, frames, colours >= FULL)
        light = log_light(colours) - np.log(gains)[:, None]
        return cls(np.array([np.median(light[letters == colour], 0) for colour in range(6)]))

    def costs(self, view: FaceView, patterns: Ints) -> Floats:
        """Say how much a view belies each of some patterns (natural logarithms, 0: not at all).

        `patterns` (count x 9) are the colours that the stickers should have. For each the light is
        fitted that suits it best, though it must not be too different from the scan's.
        """
        colours = view.colours.reshape(-1, 3)
        shares = view.visible.ravel()
        lost = np.asarray(colours >= FULL)
        log = log_light(colours)
        due = self.shades[patterns]
        seen = np.clip(shares, 0.01, 1)[:, None]
        gains: Floats = np.zeros((len(patterns), 1, 3))
        for _ in range(ROUNDS):
            off = log - due
            left = np.where(lost & (off < gains), 0.0, off - gains)
            worth = seen / (1 + (np.abs(left).max(2, keepdims=True) / OUTLIER) ** 2)
            total = (worth * (left + gains)).sum(1, keepdims=True)
            gains = _settled(total, worth.sum(1, keepdims=True))
        scores = self._scores(log - gains, lost, shares)
        chosen = np.take_along_axis(scores, patterns[..., None], 2)[..., 0]
        return np.asarray((scores.max(2) - chosen).sum(1) + _unlikely(gains[:, 0]), float)

    def _scores(self, light: Floats, lost: Flags, shares: Floats) -> Floats:
        """Return log probabilities (patterns x 9 x 6) of the six colours, gains removed."""
        off = light[:, :, None] - self.shades
        # What is at its brightest may be brighter than it looks.
        off = np.where(lost[:, None] & (off < 0), 0.0, off)
        bright = off.mean(3, keepdims=True)
        distance = (bright[..., 0] / STICKER[0]) ** 2 + (((off - bright) / STICKER[1]) ** 2).sum(3)
        likeness = (1 + distance / FREEDOM) ** (-(FREEDOM + 3) / 2)
        probability = likeness / likeness.sum(2, keepdims=True)
        doubt = misleading(shares)[:, None]
        return np.asarray(np.log((1 - doubt) * probability + doubt / 6), float)


def _settled(total: Floats, worth: Floats) -> Floats:
    """Return gains (... x 3) from what the stickers are off, added up, and how many they are."""
    mean = total / worth
    bright = mean.mean(-1, keepdims=True)
    shares = [worth / (worth + (UNEVEN / width) ** 2) for width in LIGHT]
    return np.asarray(bright * shares[0] + (mean - bright) * shares[1], float)


def _unlikely(gains: Floats) -> Floats:
    """Say how unlikely gains (count x 3) are (natural logarithms)."""
    bright = gains.mean(1, keepdims=True)
    apart = (bright[:, 0] / LIGHT[0]) ** 2 + (((gains - bright) / LIGHT[1]) ** 2).sum(1)
    return np.asarray(0.5 * apart, float)


def learn(takes: Sequence[Take], reading: Reading, facelets: str) -> KnownColours | None:
    """Learn the colours of a cube from what a scan took of it and read.

    `facelets` are the cube's, which a person may have corrected. None where the scan's faces are
    not among those that the reading tells of.
    """
    views, letters = [], []
    for found in reading.faces:
        first = 9 * FACES.index(found.face)
        own = np.array([FACES.index(letter) for letter in facelets[first : first + 9]])
        for take in takes:
            for turns in range(4) if take.name == found.image else ():
                corners = np.roll(take.view.corners, -turns, axis=0)
                if np.allclose(corners, found.corners, atol=ROUNDED):
                    views.append(take.view)
                    letters.append(own[TURNED[turns]])
    known = np.array(letters, np.int64)
    if len(np.unique(known)) < len(FACES):
        return None
    return KnownColours.of(views, known)
