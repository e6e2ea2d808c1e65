"""Estimate the six colours and the cube together, by hard expectation maximisation.

The colours are fitted to labels of the stickers (M step), the most probable cube for these colours
gives the next labels (E step), and so on until the labels no longer change, from several initial
labels. This is the same for cubes of all sizes; each size has its decoder.

Two parts of a face of a 3x3x3 may have few stickers in common, or the centre alone. They then look
alike in several rotations, and a part may look like part of another face. The matches are decoded,
and the cube that contradicts the stickers least is kept; its margin is also one over the cubes of
all other matches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Generic, Protocol, TypeVar

import numpy as np

from vision.arrays import FloatArray, IntArray
from vision.colour.colour_model import ColourModel, fit_model
from vision.colour.initial_clusters import Initialisation, refined_initialisations
from vision.colour.names import NAMES, name_colours
from vision.colour.profile import ColourProfile
from vision.colour.samples import StickerSamples
from vision.colour.scheme import USUAL_SCHEME, KnownScheme, standard_colours
from vision.decode.bounds import ApproxDecodedCube, ScoredArrangements, decode_approx
from vision.decode.map_decoder import (
    MAX_MARGIN,
    DecodedCube,
    decode,
    decode_as_arranged,
)
from vision.decode.observations import Observations
from vision.errors import ImageSetError

MAX_INITIALISATIONS = 6  # that are tried while no fit is good
MAX_RESTARTS = 3  # from the labels of the best fit with other gains, while that changes them
ROUNDS = 4  # at most, of fitting the colours and decoding the cube

# A fit with a smaller total loss (natural logarithm of odds) is good, where the light on its photos
# differs by less than GOOD_LIGHT_LOSS: no other initialisation is tried. In a cube one turn from
# solved the turned layer looks as if it were turned the other way, in light that differs by 85 and
# more. The cubes of cube-photos differ by 7 at most, those of cube-photos-2 by 10.
GOOD_FIT_LOSS = 1.5
GOOD_LIGHT_LOSS = 20.0

# Changed photos fit much better if the approximate loss is below this share of that without the
# change.
MAX_LOSS_RATIO = 0.4

# The log-probability that another match must gain to be taken. The others bound the time: the
# matches that are changed, and those that are decoded before each change.
MIN_GAIN = 0.5
MAX_MOVES = 4
MAX_DECODED = 8
MAX_RIVALS = 24  # that may be as probable; where there are more, the reading is not certain


class LabelEstimate(Protocol):
    """What a decoder returns: labels of the samples (views x stickers), and how well they fit."""

    @property
    def labels(self) -> IntArray:
        """The colour of each sample."""

    @property
    def log_prob(self) -> float:
        """The log-probability of the cube."""

    @property
    def loss(self) -> float:
        """The log-probability lost by the constraint that the cube is legal."""


C = TypeVar("C", bound=LabelEstimate)


@dataclass(frozen=True, slots=True)
class Fit(Generic[C]):
    """Colours, and the cube that is decoded with them.

    `start_model`: the colours as they were fitted to the initial labels; `start_loss`: the loss of
    the cube that was decoded with these.
    """

    model: ColourModel
    cube: C
    start_model: ColourModel
    start_loss: float

    @property
    def log_posterior(self) -> float:
        """The log-probability of the cube, with the prior that photos have the same light."""
        return self.cube.log_prob - self.model.light_loss

    @property
    def is_good(self) -> bool:
        """Whether no other initialisation need be tried."""
        return self.cube.loss < GOOD_FIT_LOSS and self.model.light_loss < GOOD_LIGHT_LOSS


Decoder = Callable[[ColourModel], C]


@dataclass(frozen=True, slots=True)
class FittedCube:
    """The most probable cube, with the names of its six colours (in the order of their index).

    `scored`: the arrangements in which it was decoded; `model`: the colours; `start_model`,
    `start_loss`: as fitted to the most probable of the initial labels, and the loss of the cube
    that was decoded with these.
    """

    decoded: DecodedCube
    scored: ScoredArrangements
    colour_names: tuple[str, ...]
    model: ColourModel
    start_model: ColourModel
    start_loss: float

    def odds_against(self, samples: StickerSamples) -> FloatArray:
        """Return how much more probable (log-odds) each sample's best colour is than its own."""
        log_posteriors = self.model.log_posteriors(samples)
        own = np.take_along_axis(log_posteriors, self.decoded.labels[..., None], 2)[..., 0]
        return np.asarray(log_posteriors.max(2) - own, float)


def fit_cube(
    observations: Observations,
    profile: ColourProfile | None = None,
    scheme: KnownScheme = USUAL_SCHEME,
) -> FittedCube:
    """Return the most probable cube over all arrangements of the views.

    It is turned so that the colours that are held up and in front in this order are there; of cubes
    that fit equally well one with this scheme is taken.
    """

    def decode_best(scored: ScoredArrangements, names: Sequence[str]) -> DecodedCube:
        return decode(scored, standard_colours(names, scheme.held))

    return _fit_cube(observations, profile, decode_best, scheme)


def fit_cube_as_arranged(
    observations: Observations,
    profile: ColourProfile | None = None,
    scheme: KnownScheme = USUAL_SCHEME,
) -> FittedCube:
    """Return the most probable cube over the arrangements of the views, as they are turned."""
    return _fit_cube(observations, profile, lambda scored, _: decode_as_arranged(scored), scheme)


def _fit_cube(
    observations: Observations,
    profile: ColourProfile | None,
    decode_best: Callable[[ScoredArrangements, Sequence[str]], DecodedCube],
    scheme: KnownScheme,
) -> FittedCube:
    """Return the cube of the best fit, which `decode_best` decodes exactly.

    With a measured profile, a cube that is not certain is decoded again with a class of occluders,
    such as fingers; without a profile the colours may have been fitted to these occluders.
    """
    samples = observations.samples
    decode_model = partial(_decode_with, observations)
    starts = refined_initialisations(samples, profile)[:MAX_INITIALISATIONS]
    fits = fit_until_good(samples, starts, decode_model)
    best = max(fits, key=lambda fit: fit.cube.log_prob)
    for _ in range(MAX_RESTARTS if best.cube.loss >= GOOD_FIT_LOSS else 0):
        labels = best.cube.labels
        restarts = [Initialisation(labels, gains) for gains in samples.prior_log_gains]
        fits += [_fit_alternating(samples, start, decode_model) for start in restarts]
        best = max(fits, key=lambda fit: fit.cube.log_prob)
        if (best.cube.labels == labels).all():
            break
    fitted = _decode_best_fit(fits, decode_best, scheme)
    if profile is not None and not fitted.decoded.is_certain:
        occluded = [
            replace(
                fit, cube=_decode(observations, fit.model.log_posteriors_with_occluder(samples))
            )
            for fit in fits
        ]
        with_occluders = _decode_best_fit(occluded, decode_best, scheme)
        if with_occluders.decoded.is_certain:
            return with_occluders
    return fitted


def _decode_best_fit(
    fits: Sequence[Fit[ApproxDecodedCube]],
    decode_best: Callable[[ScoredArrangements, Sequence[str]], DecodedCube],
    scheme: KnownScheme,
) -> FittedCube:
    """Decode the most probable fit exactly; its margin is also one over the other fits.

    The first fit is that of the most probable initial labels.
    """
    best = max(fits, key=lambda fit: fit.cube.log_prob)
    # The names are those of the fitted colours, not of the initial ones.
    # Of a colour on one face alone it is not known how that face is lit: it is a usual one.
    faces_with = [(best.cube.labels == k).any(1).sum() for k in range(len(NAMES))]
    usual = NAMES if min(faces_with) < 2 else None
    names = name_colours(best.model.linear_means, scheme.names or usual)
    decoded = decode_best(best.cube.scored, names)
    # Stickers that no photo shows have the labels that the decoder gives them; it compares these.
    seen = np.ptp(best.cube.scored.log_probs, axis=2) > 0
    runner_up = max(
        (fit.log_posterior for fit in fits if (fit.cube.labels != decoded.labels)[seen].any()),
        default=-np.inf,
    )
    log_posterior = decoded.log_prob + best.log_posterior - best.cube.log_prob
    margin = min(decoded.margin, log_posterior - runner_up)
    first = fits[0]
    decoded = replace(decoded, margin=margin)
    return FittedCube(
        decoded, best.cube.scored, names, best.model, first.start_model, first.start_loss
    )


def fit_until_good(
    samples: StickerSamples, starts: Iterable[Initialisation], decode: Decoder[C]
) -> list[Fit[C]]:
    """Return the fits from one initialisation after the other, up to the first good one.

    `decode` returns the most probable cube for a colour model.
    """
    fits: list[Fit[C]] = []
    for start in starts:
        fits.append(_fit_alternating(samples, start, decode))
        if fits[-1].is_good:
            break
    return fits


def _fit_alternating(samples: StickerSamples, start: Initialisation, decode: Decoder[C]) -> Fit[C]:
    """Fit the colours and decode the cube alternately, until the labels no longer change."""
    labels = start.labels
    start_model = model = fit_model(samples, start.prior_log_gains, labels)
    cube = decode(model)
    start_loss = cube.loss
    for _ in range(ROUNDS - 1):
        if (cube.labels == labels).all():
            break
        labels = cube.labels
        model = fit_model(samples, start.prior_log_gains, labels)
        cube = decode(model)
    return Fit(model, cube, start_model, start_loss)


def fits_much_better(changed: Observations | ImageSetError, fitted: FittedCube) -> bool:
    """Return whether observations of changed photos fit a legal cube much better than before.

    The approximate losses are compared, for the colours as they were first fitted.
    """
    if isinstance(changed, ImageSetError):
        return False
    return _decode_with(changed, fitted.start_model).loss < MAX_LOSS_RATIO * fitted.start_loss


def _decode_with(observations: Observations, model: ColourModel) -> ApproxDecodedCube:
    return _decode(observations, model.log_posteriors(observations.samples))


def _decode(observations: Observations, log_probs: FloatArray) -> ApproxDecodedCube:
    ((_, cube),) = _decoded([(observations, observations.samples.weighted(log_probs))])
    return cube


def better_match(observations: Observations, fitted: FittedCube) -> Observations | None:
    """Return the match to which changes of one view at a time lead, for the fitted colours.

    None if no other match is more probable.
    """
    if not observations.has_other_matches:
        return None
    # Other matches of a view change where its stickers are, not their samples.
    posteriors = fitted.model.log_posteriors(observations.samples)
    best, least = observations, -np.inf
    rivals = [(observations, observations.samples.weighted(posteriors))]
    for _ in range(1 + MAX_MOVES):
        decoded = [(cube.log_prob, rival) for rival, cube in _decoded(rivals, least)]
        if not decoded:
            break
        log_prob, best = max(decoded, key=lambda each: each[0])
        least = log_prob + MIN_GAIN
        rivals = _possible_rivals(best, posteriors, least)[:MAX_DECODED]
    return None if best is observations else best


def _possible_rivals(
    observations: Observations, posteriors: FloatArray, least: float
) -> list[tuple[Observations, FloatArray]]:
    """Return the other matches whose stickers agree well enough to reach a log-probability.

    Each with the log-probabilities of its stickers, those that agree best first. `posteriors`
    (views x 9 x 6): logarithms of those of the six colours for each sticker.
    """
    rivals = []
    for rival in observations.otherwise_matched():
        log_probs = rival.samples.weighted(posteriors)
        largest = float(rival.arrangements.pool_log_probs(log_probs).max(2).sum())
        if largest >= least:
            rivals.append((largest, rival, log_probs))
    rivals.sort(key=lambda each: -each[0])
    return [(rival, log_probs) for _, rival, log_probs in rivals]


def _decoded(
    matches: Iterable[tuple[Observations, FloatArray]], least: float = -np.inf
) -> Iterator[tuple[Observations, ApproxDecodedCube]]:
    """Yield the matches whose approximate MAP cube has at least a log-probability, with that cube.

    Each comes with the log-probabilities of its stickers, weighted for repeated views.
    """
    for match, log_probs in matches:
        scored = ScoredArrangements.of(log_probs, match.arrangements)
        if scored.upper.max() >= least:
            cube = decode_approx(scored)
            if cube.log_prob >= least:
                yield match, cube


def with_margin_over_matches(
    observations: Observations, fitted: FittedCube, scheme: KnownScheme = USUAL_SCHEME
) -> FittedCube:
    """Return a cube with its margin over the cubes of all other matches too; 0 if too many fit.

    `scheme`: as for `fit_cube`.
    """
    if not observations.has_other_matches:
        return fitted
    decoded = fitted.decoded
    least = decoded.log_prob - MAX_MARGIN
    posteriors = fitted.model.log_posteriors(observations.samples)
    rivals = _possible_rivals(observations, posteriors, least)
    if len(rivals) > MAX_RIVALS:
        return replace(fitted, decoded=replace(decoded, margin=0.0))
    standard = standard_colours(fitted.colour_names, scheme.held)
    margin = decoded.margin
    for _, found in _decoded(rivals, least):
        other = decode(found.scored, standard)
        is_same = other.facelets == decoded.facelets
        runner_up = other.log_prob - other.margin if is_same else other.log_prob
        margin = min(margin, decoded.log_prob - runner_up)
    return replace(fitted, decoded=replace(decoded, margin=margin))
