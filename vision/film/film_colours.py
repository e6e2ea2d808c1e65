"""The six colours of a cube as a film shows them on each side, learnt while the film runs."""

from __future__ import annotations

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.colour.colour_prior import usual_colours
from vision.colour.colour_space import squared_distance
from vision.colour.illumination import STICKER_SIGMA
from vision.film.sticker_colours import SIDES, SURFACES, StickersSeen

# U R F D L B of the usual cube.
NAMES = ("white", "red", "green", "yellow", "orange", "blue")

# The log-likelihood of a sticker that has just its expected colour, relative to a finger or a
# blurred edge, and by how much another colour can lower it at most; frames that follow each other
# show nearly the same, and count for this share.
AGREEMENT, LARGEST_LOSS, FRAME_SHARE = 1.5, 5.0, 0.3
MIN_WEIGHT = 0.05  # a sticker that is seen less counts as hidden

# The standard deviations (natural logarithms of light, in brightness and in each channel relative
# to it) of a film's light from the usual one, and of the light on one side from the others'.
FILM_SIGMA, SIDE_SIGMA = (0.8, 0.25), (0.5, 0.12)
# How many stickers the usual colours count as, and the colours of all sides for one side.
USUAL_COUNT, ALL_SIDES_COUNT = 20.0, 30.0
UNLEARNT_COUNT = 10.0  # stickers that make the expected colour half certain
# A sticker further from its colour is not learnt from.
MAX_DISTANCE = 12.0
# How far (as STICKER_SIGMA) a colour may be from the expected one before it was learnt.
UNLEARNT_SIGMA = (0.5, 0.4)
# How much more the colours may differ from white than usual (factors of the logarithms): cameras
# make them more vivid. And the smallest logarithm of light, of black.
CONTRASTS = (1.0, 1.2, 1.45, 1.7)
DARKEST = -3.85
KEPT = 0.995  # the share of what was learnt that is kept from frame to frame


class FilmColours:
    """The colours of a cube in one film: `means` (6 sides x 6 colours x 3, log light)."""

    def __init__(self, means: FloatArray) -> None:
        """Begin with expected colours."""
        self.means = means
        self._expected = means
        self._sums = np.zeros((6, 6, 3))
        self._counts = np.zeros((6, 6))
        # 1 for colours of a side that were not learnt at all, 0 for those that are known.
        self._unlearnt = np.ones((6, 6))

    @classmethod
    def of_start(cls, seen: StickersSeen, states: IntArray) -> tuple[FilmColours, float]:
        """Return the colours with which the first stickers seen fit one of some cubes best.

        `states` (count x 54): the colours of the cubes as they may be held. Also returns the loss
        (squared standard deviations, a sticker's mean).
        """
        places = np.flatnonzero(seen.weight[:54] > 0.5)
        light, sides = seen.light[places], SIDES[places]
        best: tuple[float, FloatArray] = (np.inf, np.tile(_usual(), (6, 1, 1)))
        for contrast in CONTRASTS:
            usual = _usual()
            usual = usual[0] + contrast * (usual - usual[0])
            for state in states:
                residual = light - usual[state[places]]
                common, gains, cost = _light_on_sides(residual, sides)
                left = squared_distance(residual - gains[sides] - common, STICKER_SIGMA)
                cost += float(np.minimum(left, MAX_DISTANCE).sum())
                if cost < best[0]:
                    best = (cost, usual + (gains + common)[:, None])
        return cls(np.maximum(best[1], DARKEST)), best[0] / max(len(places), 1)

    def likelihoods(self, seen: StickersSeen) -> tuple[FloatArray, FloatArray]:
        """Return the log-likelihoods of the colours at the places, and at those of moving layers.

        54 x 6, and 6 layers x 3 angles x 21 x 6; 0 where nothing is seen.
        """
        visible = np.flatnonzero(seen.weight > MIN_WEIGHT)
        sides = SIDES[visible]
        residual = seen.light[visible, None] - self.means[sides]
        loss, spread = self._losses(residual, sides[:, None], np.arange(6))
        gain = AGREEMENT - spread - LARGEST_LOSS * (1 - np.exp(-0.5 * loss / LARGEST_LOSS))
        table = np.zeros((SURFACES, 6))
        table[visible] = gain * (FRAME_SHARE * seen.weight[visible, None])
        return table[:54], table[54:].reshape(6, -1, 21, 6)

    def _losses(
        self, residual: FloatArray, sides: IntArray, colours: IntArray
    ) -> tuple[FloatArray, FloatArray]:
        """Return the squared distances of residuals, and the logarithms of their spreads.

        A colour that was not learnt yet is expected within wider limits.
        """
        unlearnt = self._unlearnt[sides, colours]
        scales = [
            np.sqrt(1 + unlearnt * (wide / usual) ** 2)
            for wide, usual in zip(UNLEARNT_SIGMA, STICKER_SIGMA, strict=True)
        ]
        brightness = residual.mean(-1)
        chroma = residual - brightness[..., None]
        parts = np.stack(
            [brightness / scales[0], *np.moveaxis(chroma / scales[1][..., None], -1, 0)]
        )
        loss = (parts[0] / STICKER_SIGMA[0]) ** 2 + ((parts[1:] / STICKER_SIGMA[1]) ** 2).sum(0)
        return loss, np.log(scales[1])

    def learn(self, seen: StickersSeen, state: IntArray) -> None:
        """Learn from the stickers of a frame in which the cube (54 colours) was at rest."""
        places = np.flatnonzero(seen.weight[:54] > 0.5)
        sides, colours, light = SIDES[places], state[places], seen.light[places]
        distance, _ = self._losses(light - self.means[sides, colours], sides, colours)
        near = distance < MAX_DISTANCE
        self._sums *= KEPT
        self._counts *= KEPT
        np.add.at(self._sums, (sides[near], colours[near]), light[near])
        np.add.at(self._counts, (sides[near], colours[near]), 1.0)

    def update(self) -> None:
        """Make the colours those that were learnt."""
        counts = self._counts[..., None]
        own = self._sums - counts * self._expected  # sums of what differs from the expected colours
        every = own.sum(0) / (USUAL_COUNT + counts.sum(0))
        known = self._counts + 0.3 * self._counts.sum(0)
        self._unlearnt = 1 / (1 + known / UNLEARNT_COUNT)
        self.means = self._expected + (own + ALL_SIDES_COUNT * every) / (ALL_SIDES_COUNT + counts)


def _light_on_sides(residual: FloatArray, sides: IntArray) -> tuple[FloatArray, FloatArray, float]:
    """Return the light of the film (3), how much brighter each side is (6 x 3), and their loss.

    `residual` (stickers x 3): of their logarithms from the expected colours; `sides`: theirs.
    """
    seen = np.unique(sides)
    own = np.array([np.median(residual[sides == side], 0) for side in seen])
    common = own.mean(0)
    gains = np.zeros((6, 3))
    gains[seen] = (own - common).mean(1, keepdims=True)
    loss = squared_distance(common, FILM_SIGMA) + squared_distance(own - common, SIDE_SIGMA).sum()
    return common, gains, float(loss)


def _usual() -> FloatArray:
    """Return the usual colours (6 x 3) in the order of NAMES."""
    prior = usual_colours()
    order = [prior.names.index(name) for name in NAMES]
    return np.asarray(prior.mean.reshape(6, 3)[order], float)
