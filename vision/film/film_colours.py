"""The six colours of a cube as a film shows them on each side, learnt while the film runs."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.colour.illumination import STICKER_SIGMA, squared_distance
from vision.colour.profile import usual_colours
from vision.colour.scheme import STANDARD_SCHEME
from vision.film.sticker_colours import SIDES, SURFACES, StickersSeen

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
HAND_LOSS = 20.0  # of what is taken for a hand at the start, where nothing around is like it
GROUPS = 2  # of stickers of a side that may be those that show the light
# How far (as STICKER_SIGMA) a colour may be from the expected one before it was learnt.
UNLEARNT_SIGMA = (0.5, 0.4)
# How much more the colours may differ from white than usual (factors of the logarithms): cameras
# make them more vivid. And the smallest logarithm of light, of black.
CONTRASTS = (1.0, 1.2, 1.45, 1.7)
DARKEST = -3.85
KEPT = 0.995  # the share of what was learnt that is kept from frame to frame
# Colours of hands: so many are kept, which differ by this (squared standard deviations); a colour
# that is as far from all that were learnt as MAX_DISTANCE may be one of a hand.
HAND_COLOURS, OTHER_HAND, HAND_SIGMA = 40, 1.0, (0.3, 0.1)
# What is further from all hands (squared standard deviations) counts as if it were as far: so does
# what is like no colour of the cube at all, which is no sticker either.
OTHER_DISTANCE = 14.0
# Stickers like such a share of what is around the cube are of a hand, if a side has so many others;
# those like more of it are of a cube that is like the ground.
AROUND_SHARE, GROUND_SHARE, OWN_STICKERS = 0.01, 0.5, 2
MOSTLY = 0.5  # what is a hand with this probability or more is no sticker to learn from
LEARNT = 0.5  # so far a colour is learnt that no hand is taken for


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
        # What was seen in place of stickers (count x 3, log light), and the hands of the start.
        self._hands: FloatArray = np.zeros((0, 3))
        self._first_hands: FloatArray = self._hands

    @classmethod
    def of_start(
        cls, seen: StickersSeen, around: FloatArray, states: IntArray
    ) -> tuple[FilmColours, float]:
        """Return the colours with which the first stickers seen fit one of some cubes best.

        `around` (count x 3): the light around the cube; `states` (count x 54): the colours of the
        cubes as they may be held. Also returns the loss (squared standard deviations, a sticker's
        mean).
        """
        places = _not_of_hands(seen, around)
        light, sides = seen.light[places], SIDES[places]
        best: tuple[float, FloatArray] = (np.inf, np.tile(usual_means(), (6, 1, 1)))
        hands = light[:0]
        for contrast in CONTRASTS:
            usual = usual_means()
            usual = usual[0] + contrast * (usual - usual[0])
            for state in states:
                residual = light - usual[state[places]]
                for common, gains, cost in _lights_on_sides(residual, sides):
                    left = squared_distance(residual - gains[sides] - common, STICKER_SIGMA)
                    cost += float(np.minimum(left, HAND_LOSS).sum())
                    if cost < best[0]:
                        best = (cost, usual + (gains + common)[:, None])
                        hands = light[left > MAX_DISTANCE]
        found = cls(np.maximum(best[1], DARKEST))
        found._see_hands(hands)
        found._see_hands(seen.light[_left_out(seen, places)])
        found._first_hands = found._hands
        return found, best[0] / max(len(places), 1)

    def likelihoods(self, seen: StickersSeen) -> tuple[FloatArray, FloatArray]:
        """Return the log-likelihoods of the colours at the places, and at those of moving layers.

        54 x 6, and 6 layers x 3 angles x 21 x 6; 0 where nothing is seen.
        """
        visible = np.flatnonzero(seen.weight > MIN_WEIGHT)
        sides = SIDES[visible]
        residual = seen.light[visible, None] - self.means[sides]
        loss, spread = self._losses(residual, sides[:, None], np.arange(6))
        gain = AGREEMENT - spread - LARGEST_LOSS * (1 - np.exp(-0.5 * loss / LARGEST_LOSS))
        shown = seen.weight[visible]
        shown *= 1 - _hand_shares(self._hands, seen.light[visible], loss, spread)
        table = np.zeros((SURFACES, 6))
        table[visible] = gain * (FRAME_SHARE * shown[:, None])
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
        """Learn from the stickers of a frame in which the cube (54 colours) was at rest.

        A colour less than 0 is not known.
        """
        places = np.flatnonzero((seen.weight[:54] > 0.5) & (state >= 0))
        sides, colours, light = SIDES[places], state[places], seen.light[places]
        every, spread = self._losses(
            light[:, None] - self.means[sides], sides[:, None], np.arange(6)
        )
        distance = every[np.arange(len(places)), colours]
        near = distance < MAX_DISTANCE
        # What was taken for hands later may be stickers in other light.
        is_hand = _hand_shares(self._first_hands, light, every, spread) > MOSTLY
        far = np.flatnonzero(~near)
        if len(far):
            is_other = (every[far] < MAX_DISTANCE) & (self._unlearnt[sides[far]] < LEARNT)
            self._see_hands(light[far[~is_other.any(1)]])
        self._sums *= KEPT
        self._counts *= KEPT
        learnt = near & ~is_hand
        np.add.at(self._sums, (sides[learnt], colours[learnt]), light[learnt])
        np.add.at(self._counts, (sides[learnt], colours[learnt]), 1.0)

    def _see_hands(self, light: FloatArray) -> None:
        """Keep colours (n x 3) that are none of stickers, as far as they differ."""
        for each in light:
            if not (squared_distance(self._hands - each, HAND_SIGMA) < OTHER_HAND).any():
                self._hands = np.vstack([self._hands, each])[-HAND_COLOURS:]

    def update(self) -> None:
        """Make the colours those that were learnt."""
        counts = self._counts[..., None]
        own = self._sums - counts * self._expected  # sums of what differs from the expected colours
        every = own.sum(0) / (USUAL_COUNT + counts.sum(0))
        known = self._counts + 0.3 * self._counts.sum(0)
        self._unlearnt = 1 / (1 + known / UNLEARNT_COUNT)
        self.means = self._expected + (own + ALL_SIDES_COUNT * every) / (ALL_SIDES_COUNT + counts)


def _hand_shares(
    hands: FloatArray, light: FloatArray, loss: FloatArray, spread: FloatArray
) -> FloatArray:
    """Return how probably (0..1) each surface is one of some hands, not of its nearest colour.

    `hands` (count x 3), `light` (n x 3); `loss`, `spread` (n x 6): see `FilmColours._losses`.
    """
    distance = squared_distance(light[:, None] - hands, HAND_SIGMA).min(1, initial=OTHER_DISTANCE)
    hand, sticker = np.exp(-0.5 * distance), np.exp(-0.5 * loss - spread).max(1)
    return np.asarray(hand / (hand + sticker), float)


def _not_of_hands(seen: StickersSeen, around: FloatArray) -> IntArray:
    """Return the places that are seen, without those like what is around, as hands are.

    Of a side of which that leaves hardly any all are returned: hands may be like its colour.
    """
    places = np.flatnonzero(seen.weight[:54] > 0.5)
    apart = squared_distance(seen.light[places, None] - around, HAND_SIGMA)
    share = (apart < OTHER_HAND).mean(1) if len(around) else np.zeros(len(places))
    is_own = (share <= AROUND_SHARE) | (share >= GROUND_SHARE)
    sides = SIDES[places]
    has_few = np.bincount(sides[is_own], minlength=6) < OWN_STICKERS
    return np.asarray(places[is_own | has_few[sides]])


def _left_out(seen: StickersSeen, places: IntArray) -> IntArray:
    return np.setdiff1d(np.flatnonzero(seen.weight[:54] > 0.5), places)


def _lights_on_sides(
    residual: FloatArray, sides: IntArray
) -> Iterator[tuple[FloatArray, FloatArray, float]]:
    """Yield the light that a film may have (3), how much brighter each side is (6 x 3), the loss.

    `residual` (stickers x 3): of their logarithms from the expected colours; `sides`: theirs. Of
    each side two groups of stickers that are alike are tried: the larger one may be a hand.
    """
    seen = np.unique(sides)
    for groups in product(*(_alike(residual[sides == side]) for side in seen)):
        own = np.array(groups)
        common = own.mean(0)
        gains = np.zeros((6, 3))
        gains[seen] = (own - common).mean(1, keepdims=True)
        loss = squared_distance(common, FILM_SIGMA)
        loss += squared_distance(own - common, SIDE_SIGMA).sum()
        yield common, gains, float(loss)


def _alike(residual: FloatArray) -> list[FloatArray]:
    """Return the medians of the largest group of alike residuals (n x 3), and of the next one."""
    apart = squared_distance(residual[:, None] - residual, STICKER_SIGMA) > MAX_DISTANCE
    found: list[FloatArray] = []
    left = np.ones(len(residual), bool)
    while left.any() and len(found) < GROUPS:
        middle = int(np.argmax(left * (~apart & left).sum(1)))
        group = left & ~apart[middle]
        found.append(np.median(residual[group], 0))
        left &= ~group
    return found


def usual_means() -> FloatArray:
    """Return the usual colours (6 x 3) in the order of STANDARD_SCHEME."""
    prior = usual_colours()
    order = [prior.names.index(name) for name in STANDARD_SCHEME]
    return np.asarray(prior.mean.reshape(6, 3)[order], float)
