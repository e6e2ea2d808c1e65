"""First guesses of which stickers have one colour, and of each photograph's gain.

A mixture of six colours is fitted to the logarithms of the stickers' light by expectation
maximisation, from many starts at once, since one alone may end where two colours have changed
places. What a photograph shows at its brightest is at least so bright. Every colour gets its
share of the stickers (Sinkhorn's scaling), and every centre keeps its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from scipy.optimize import linear_sum_assignment

from vision.arrays import Flags, Floats, Ints
from vision.colours import Samples, fit_colours
from vision.gains import (
    LOST,
    ceilings,
    clipped,
    expected_gains,
    log_light,
    prior_cost,
    settled_gains,
)
from vision.profile import USUAL_COLOURS, ColourProfile, expected_shades

ROUNDS = 25
REFINED = 24  # so many of the guesses that come out are refined
REFINEMENTS = 1
DISTURBED = 2  # how often each start is tried with other gains besides

# How far such gains are off (logarithms), in brightness and in each channel besides.
DISTURBANCE = (0.2, 0.14)

# How much stickers of one colour differ (logarithms of light), in brightness and in each channel
# besides; of Student's t.
BRIGHTNESS_SPREAD = 0.4
CHANNEL_SPREAD = 0.16
FREEDOM = 4.0

MISLEADING = 1e-4  # the least likeness, and the least share of a colour in a sticker
BALANCING = 4  # rounds of Sinkhorn's scaling


@dataclass(frozen=True, slots=True)
class Guess:
    """Each sticker's colour (`labels`, views x 9), as many of each.

    `expected`: logarithms of the views' gains (views x 3) as far as they are known beforehand.
    """

    labels: Ints
    expected: Floats


def first_guesses(samples: Samples, profile: ColourProfile | None) -> list[Guess]:
    """Return different guesses, the likeliest first."""
    mixture = _Mixture(samples, profile)
    for _ in range(ROUNDS):
        mixture.improve()
    best = np.argsort(-mixture.likelihoods())
    # A solved cube is common, and its photographs' gains are hard to tell from its colours.
    solved = samples.stickers // samples.size
    gains = expected_gains(samples.colours, samples.surroundings)
    tried = [_refined(Guess(solved, expected), samples) for expected in gains]
    found = {solved.tobytes(): max(tried, key=lambda each: each[0])}
    for start in best:
        if len(found) == REFINED:
            break
        labels, _ = _evenly(np.log(mixture.belonging[start]), samples)
        if labels.tobytes() not in found:
            found[labels.tobytes()] = _refined(Guess(labels, mixture.expected[start]), samples)
    distinct = {guess.labels.tobytes(): (score, guess) for score, guess in found.values()}
    return [guess for _, guess in sorted(distinct.values(), key=lambda each: -each[0])]


def _refined(guess: Guess, samples: Samples) -> tuple[float, Guess]:
    """Fit the colours to a guess and share the stickers out anew, with the score of that."""
    labels = guess.labels
    for _ in range(REFINEMENTS):
        model = fit_colours(samples, guess.expected, labels)
        labels, score = _evenly(model.scores(samples.colours, samples.shares), samples)
    return score, replace(guess, labels=labels)


class _Mixture:
    """Six colours and a gain for each view, fitted from S starts at once.

    `gains` (S x views x 3) and `shades` (S x 6 x 3) are logarithms of light; `belonging`
    (S x views x 9 x 6): how likely each sticker has each colour.
    """

    def __init__(self, samples: Samples, profile: ColourProfile | None) -> None:
        self._light = log_light(samples.colours)
        self._lost = clipped(samples.colours, ceilings(samples.colours, samples.frames))
        self._weight = np.clip(samples.shares, 0.01, 1)[..., None]
        self._frames = samples.frames
        self._centres = _centres(samples)
        starts = list(_starts(samples, self._light, profile)) * (1 + DISTURBED)
        self.expected: Floats = np.stack([gains for gains, _ in starts])
        self.shades: Floats = np.stack([shades for _, shades in starts])
        self.gains = self.expected + _disturbances(self.expected.shape)
        self._compare()

    def improve(self) -> None:
        """Fit the shades to the stickers that belong to them, then the gains."""
        robust = (FREEDOM + 3) / (FREEDOM + self._distance)
        weight = (self.belonging * robust * self._weight)[..., None]
        weight = weight * np.where(self._dimmer, LOST, 1.0)
        off = weight * self._off
        self.shades = self.shades + off.sum((1, 2)) / weight.sum((1, 2))
        self._compare()
        # the gains' deviations from what is expected of them
        off = weight * (self._off + (self.gains - self.expected)[:, :, None, None])
        deviations = settled_gains(off.sum((2, 3)), weight.sum((2, 3)), self._frames)
        self.gains = self.expected + deviations - deviations.mean(1, keepdims=True)
        self._compare()

    def _compare(self) -> None:
        """Compare every sticker with every colour."""
        off = self._light[:, :, None] - self.gains[:, :, None, None] - self.shades[:, None, None]
        self._dimmer: Flags = self._lost[:, :, None] & (off < 0)
        self._off: Floats = np.where(self._dimmer, 0.0, off)
        bright = self._off.mean(-1, keepdims=True)
        self._distance: Floats = (bright[..., 0] / BRIGHTNESS_SPREAD) ** 2 + (
            ((self._off - bright) / CHANNEL_SPREAD) ** 2
        ).sum(-1)
        self._likeness: Floats = (1 + self._distance / FREEDOM) ** (-(FREEDOM + 3) / 2)
        belonging = self._likeness + MISLEADING
        for _ in range(BALANCING):
            belonging /= belonging.sum((1, 2), keepdims=True)
            belonging /= belonging.sum(-1, keepdims=True)
            if self._centres is not None:
                known = self._centres.any(-1, keepdims=True)
                belonging = np.where(known, np.maximum(self._centres, MISLEADING), belonging)
        self.belonging: Floats = belonging

    def likelihoods(self) -> Floats:
        """Return the logarithm of each start's likelihood (S)."""
        each = np.log(self._likeness.mean(-1) + MISLEADING) * self._weight[..., 0]
        return np.asarray(each.sum((1, 2)) - prior_cost(self.gains - self.expected), float)


def _centres(samples: Samples) -> Floats | None:
    """Return 1 where a sticker is the centre of the face that has a colour (views x 9 x 6)."""
    if samples.centres is None:
        return None
    return np.stack(samples.centres, axis=-1).astype(float)


def _starts(
    samples: Samples, light: Floats, profile: ColourProfile | None
) -> Iterator[tuple[Floats, Floats]]:
    """Yield expected gains with the shades that colours then have, as logarithms of light.

    Each colour looks like its face's centre, or as a profile (the usual colours, where there is
    none) expects it. On even cubes, which have no centres, the colours are in the profile's order.
    """
    known = profile or USUAL_COLOURS
    weights = np.maximum(samples.shares, 0.01)
    for gains in expected_gains(samples.colours, samples.surroundings):
        level = light - gains[:, None]
        linear = np.exp(level).reshape(-1, 3)
        if samples.centres is None:
            yield gains, np.log(known.light * linear.mean(0) / known.light.mean(0) + 1e-3)
            continue
        centres = np.stack(
            [np.average(level[at], axis=0, weights=weights[at]) for at in samples.centres]
        )
        trust = np.array([samples.shares[at].max() for at in samples.centres]) ** 2
        yield gains, centres
        yield gains, np.log(expected_shades(known, linear, np.exp(centres), trust) + 1e-3)


def _disturbances(shape: tuple[int, ...]) -> Floats:
    """Return what to add to the gains of starts (S x views x 3): nothing to the first ones."""
    rng = np.random.default_rng(0)
    brightness, channel = DISTURBANCE
    noise = rng.normal(0, brightness, (*shape[:2], 1)) + rng.normal(0, channel, shape)
    noise[: shape[0] // (1 + DISTURBED)] = 0
    return np.asarray(noise, float)


def _evenly(scores: Floats, samples: Samples) -> tuple[Ints, float]:
    """Give each sticker a colour, as many to each, each centre its own.

    `scores`: views x 9 x 6. Returns the colours (views x 9) and their total score.
    """
    size = samples.size
    table = np.zeros((6 * size, 6))
    np.add.at(table, samples.stickers.ravel(), scores.reshape(-1, 6))
    if size % 2:
        table[size // 2 :: size] -= 1e6 * (1 - np.eye(6))
    rows, chosen = linear_sum_assignment(np.repeat(table, size, axis=1), maximize=True)
    colours = np.asarray(chosen // size, np.int64)
    return colours[samples.stickers], float(table[rows, colours].sum())
