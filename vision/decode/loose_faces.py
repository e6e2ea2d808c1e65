"""Find the probable colours of faces that are not a whole cube, as weighted labellings.

A beam search: sticker by sticker, each labelling of the stickers so far is continued with each of
the six colours, and the most probable ones are kept. A labelling's probability has the colours and
the light integrated out (`vision.colour.colour_belief`), so that labellings compete as a whole:
"all of these are red" with "all of these are orange".

Faces that are given together are different faces of one cube. No colour is on more than nine
stickers or two centres, and stickers of one cubie differ; on a cube with the usual colour scheme a
cubie does not show two opposite colours either.

The photos of one camera share their colours. Each is labelled by itself, with what all other photos
say of the six colours as its prior. Their stickers thus count, but no photo confirms itself, and
one that is labelled wrongly is outvoted. What a photo says is its posterior divided by its prior
(expectation propagation: Minka, "Expectation propagation for approximate Bayesian inference").

A robot holds each face at the same place in front of the same lamp, so its photos share the shades
on the face too: a sticker that is dark in one place in all photos is in a shade.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from solver.core.geometry import FACELETS
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_belief import FIRST, ColourBelief, Continuations, Sample
from vision.colour.illumination import shades
from vision.colour.profile import COLOURS, ColourPrior
from vision.detect.face import ViewGroup

BEAM_WIDTH = 100
# How much stickers of one colour vary is not known: less than usual on a clear photo, more on a
# poor one. Before the samples are seen, each of these factors of the usual covariance is as
# probable as the others.
NOISE_SCALES = (0.35, 1.2, 4.0)
MAX_LOG_ODDS = 15.0  # labellings that are less probable than the best by more are dropped
PER_FACE = 9
CENTRE = 4
# Stickers of one face tend to have one colour, as on a solved cube: the prior of a sticker's colour
# is Polya's urn, which holds this number of stickers of each colour before the first is drawn.
URN_COUNT = 4.0
ONE_COLOUR = 4.0  # the log-odds that are added for a face of one colour: that of a solved cube
# The prior probability that a cube has another colour scheme than the usual one.
OTHER_SCHEME = 0.02

FaceSamples = tuple[Sample, ...]  # of the nine stickers of one face


ROUNDS = 2  # in which each photo is labelled again with what the others say
# The share of the usual variation of colours (their covariance) that is between the photos of one
# camera, besides the change of the light: they may show several cubes.
PHOTO_SHARE = 0.1
SMALLEST = 1e-6  # of the ratio of a posterior variance to that of the prior


@dataclass(frozen=True, slots=True)
class Labellings:
    """The probable labellings: `colours` (labellings x stickers) and `probabilities` (their own).

    The stickers are those of all faces in turn. `mean` (18) and `covariance` (18 x 18): the six
    colours in the light of the first face, as all labellings together have them.
    """

    colours: IntArray
    probabilities: FloatArray
    mean: FloatArray
    covariance: FloatArray

    def of_face(self, face: int) -> tuple[FloatArray, float]:
        """Return the probability of each colour (9 x 6), and that all the best are right."""
        own = self.colours[:, PER_FACE * face : PER_FACE * (face + 1)]
        marginals = np.einsum("h,hsc->sc", self.probabilities, own[..., None] == np.arange(COLOURS))
        all_best = (own == marginals.argmax(1)).all(1)
        return np.asarray(marginals, float), float(self.probabilities[all_best].sum())


class _Constraint(NamedTuple):
    """Earlier stickers that one sticker must differ from: of its cubie, or other centres."""

    cubie: tuple[int, ...]
    centres: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Beam:
    """H labellings: their scores, the colours of stickers, and whether the scheme is the usual.

    `counts` (H x 6): how many stickers of the photo have each colour.
    """

    belief: ColourBelief
    scores: FloatArray
    colours: IntArray
    counts: IntArray
    usual: BoolArray


def probable_labellings(
    faces: Sequence[FaceSamples],
    groups: Sequence[ViewGroup],
    prior: ColourPrior,
) -> Labellings:
    """Return the probable labellings of the faces in one photo, for all scales of noise.

    The scales are integrated out too: each counts by how probable it makes the samples.
    `groups`: the faces whose relative placement is known; `prior`: the colours that are expected.
    """
    constraints = _constraints(faces, groups)
    # A clear photo shows best that its colours are unusual.
    factors = [(scale, prior.unusual if scale < 1 else 1.0) for scale in NOISE_SCALES]
    found = [
        _search(
            faces,
            constraints,
            prior._replace(sample=scale * prior.sample, covariance=variety * prior.covariance),
        )
        for scale, variety in factors
    ]
    scores = np.concatenate([each.scores for each in found])
    weights = np.exp(scores - scores.max())
    probabilities = weights / weights.sum()
    means = np.concatenate([each.belief.mean[:, FIRST] for each in found])
    within = np.concatenate([each.belief.covariance[:, FIRST, FIRST] for each in found])
    mean = probabilities @ means
    deviations = means - mean
    return Labellings(
        np.concatenate([each.colours for each in found]),
        probabilities,
        mean,
        np.einsum("h,hij->ij", probabilities, within)
        + np.einsum("h,hi,hj->ij", probabilities, deviations, deviations),
    )


def _search(
    faces: Sequence[FaceSamples], constraints: Sequence[_Constraint], prior: ColourPrior
) -> _Beam:
    """Return the probable labellings for one scale of noise."""
    beam = _Beam(
        ColourBelief.of(prior),
        np.zeros(1),
        np.zeros((1, 0), np.int64),
        np.zeros((1, COLOURS), np.int64),
        np.ones(1, bool),
    )
    for index, face in enumerate(faces):
        if index:
            beam = replace(beam, belief=beam.belief.at_next_face(prior.face_change))
        for sticker, sample in enumerate(face):
            beam = _extended(beam, sample, constraints[PER_FACE * index + sticker])
    return beam


def _extended(beam: _Beam, sample: Sample, constraint: _Constraint) -> _Beam:
    """Return the best labellings with one more sticker."""
    prediction = beam.belief.predict(sample)
    on_face = beam.colours.shape[1] % PER_FACE
    own = beam.colours[:, beam.colours.shape[1] - on_face :, None] == np.arange(COLOURS)
    penalty = np.log((own.sum(1) + URN_COUNT) / (on_face / COLOURS + URN_COUNT))
    penalty = np.where(own.sum(1) == PER_FACE - 1, penalty + ONE_COLOUR, penalty)
    penalty = np.where(beam.counts >= PER_FACE, -np.inf, penalty)
    opposite = beam.belief.prior.opposite
    usual = np.repeat(beam.usual[:, None], COLOURS, 1)
    colours = np.arange(COLOURS)
    for other in constraint.cubie + constraint.centres:
        earlier = beam.colours[:, other, None]
        penalty = np.where(earlier == colours, -np.inf, penalty)
        if opposite is not None and other in constraint.cubie:
            unusual = usual & (opposite[earlier] == colours)
            penalty = np.where(unusual, penalty + np.log(OTHER_SCHEME), penalty)
            usual &= ~unusual
    if np.isneginf(penalty).all():  # no cube looks so: a face was found that is none
        penalty = np.zeros_like(penalty)
    scores = beam.scores[:, None, None] + prediction.scores + penalty[..., None]
    flat = scores.ravel()
    kept = np.argsort(-flat, kind="stable")[:BEAM_WIDTH]
    kept = kept[flat[kept] > flat[kept[0]] - MAX_LOG_ODDS]
    choice = Continuations(*np.unravel_index(kept, scores.shape))
    parents, colour = choice.parents, choice.colours
    counts = beam.counts[parents].copy()
    counts[np.arange(len(kept)), colour] += 1
    return _Beam(
        beam.belief.updated(sample, prediction, choice),
        flat[kept],
        np.column_stack([beam.colours[parents], colour]),
        counts,
        usual[parents, colour],
    )


def _constraints(faces: Sequence[FaceSamples], groups: Sequence[ViewGroup]) -> list[_Constraint]:
    """Return for each sticker of all faces the earlier ones from which it differs."""
    cubies: dict[tuple[int, object], list[int]] = {}
    neighbours: dict[int, tuple[int, ...]] = {}
    for number, group in enumerate(groups):
        placed = dict(zip(group.views, group.facelets, strict=True))
        for view in sorted(placed):
            for sticker, facelet in enumerate(placed[view]):
                index = PER_FACE * view + sticker
                same = cubies.setdefault((number, FACELETS[facelet].cubie), [])
                neighbours[index] = tuple(same)
                same.append(index)
        # Adjacent centres are like the stickers of one cubie.
        centres = [PER_FACE * view + CENTRE for view in sorted(placed)]
        for position, centre in enumerate(centres):
            neighbours[centre] = tuple(centres[:position])
    result = []
    for index in range(PER_FACE * len(faces)):
        face, sticker = divmod(index, PER_FACE)
        others = [PER_FACE * other + CENTRE for other in range(face) if sticker == CENTRE]
        cubie = neighbours.get(index, ())
        result.append(_Constraint(cubie, tuple(each for each in others if each not in cubie)))
    return result


class PhotoFaces(NamedTuple):
    """The faces in one photo, and their groups, whose views count from its first face.

    `places`: of each face a number that is the same where another photo has a face at that place.
    """

    faces: Sequence[FaceSamples]
    groups: Sequence[ViewGroup]
    places: Sequence[int]


def _without_shades(
    photos: Sequence[PhotoFaces], found: Sequence[Labellings]
) -> list[list[FaceSamples]]:
    """Return the faces of each photo without the shades that the other photos have there."""
    each = [
        _brightness(face, labelled, index)
        for photo, labelled in zip(photos, found, strict=True)
        for index, face in enumerate(photo.faces)
    ]
    residuals, weights = (np.stack(part) for part in zip(*each, strict=True))
    places = [place for photo in photos for place in photo.places]
    by_face = iter(shades(residuals, weights, places).tolist())
    return [
        [
            tuple(
                sample._replace(light=sample.light - shade)
                for sample, shade in zip(face, next(by_face), strict=True)
            )
            for face in photo.faces
        ]
        for photo in photos
    ]


def _brightness(
    face: FaceSamples, labelled: Labellings, index: int
) -> tuple[FloatArray, FloatArray]:
    """Return how much brighter each sticker (9) is than its probable colour and its face.

    In logarithms of linear light. Also returns the weight (9, 0..1) of each: how certain its colour
    is, 0 if a channel is clipped.
    """
    probabilities, _ = labelled.of_face(index)
    colours = labelled.mean.reshape(COLOURS, 3)
    light = np.array([sample.light.mean() for sample in face])
    residual = light - colours[probabilities.argmax(1)].mean(1)
    seen = np.array([(1 - sample.outlier) * (not sample.clipped.any()) for sample in face])
    return residual - np.median(residual), probabilities.max(1) * seen


class _Message(NamedTuple):
    """What a photo says of the camera's colours: a Gaussian by its precision and the product of
    precision and mean."""

    precision: FloatArray
    weighted_mean: FloatArray


def label_photos(photos: Sequence[PhotoFaces], prior: ColourPrior) -> list[Labellings]:
    """Return the probable labellings of each photo; `prior`: the colours that are expected."""
    found = [probable_labellings(photo.faces, photo.groups, prior) for photo in photos]
    if len(photos) == 1:
        return found
    between = prior.photo_change + PHOTO_SHARE * prior.covariance
    precision = np.linalg.inv(prior.covariance)
    expected = _Message(precision, precision @ prior.mean)
    priors = [prior] * len(photos)
    for _ in range(ROUNDS):
        messages = [
            _message(labelled, own, between) for labelled, own in zip(found, priors, strict=True)
        ]
        total = _Message(*(sum(parts) for parts in zip(expected, *messages, strict=True)))
        priors = [_without(total, message, between, prior) for message in messages]
        evenly_lit = _without_shades(photos, found)
        found = [
            probable_labellings(faces, photo.groups, own)
            for faces, photo, own in zip(evenly_lit, photos, priors, strict=True)
        ]
    return found


def _message(labelled: Labellings, prior: ColourPrior, between: FloatArray) -> _Message:
    """Return what a photo's labellings say of the camera's colours, without their prior.

    `between` (18 x 18): the covariance of the photo's colours about the camera's.
    """
    # In units of the prior its covariance is the identity, and the quotient of two Gaussians the
    # difference of their precisions. Doubt between labellings can exceed the prior: then it says
    # nothing.
    root = np.linalg.cholesky(prior.covariance)
    to_units = np.linalg.inv(root)
    ratios, directions = np.linalg.eigh(to_units @ labelled.covariance @ to_units.T)
    gained = np.maximum(1 / np.maximum(ratios, SMALLEST) - 1, 0)
    shift = directions.T @ to_units @ (labelled.mean - prior.mean)
    own = to_units.T @ (directions * gained) @ directions.T @ to_units
    pull = to_units.T @ (directions @ np.where(gained > 0, (gained + 1) * shift, 0))
    pull = pull + own @ prior.mean
    widened = np.linalg.inv(np.eye(len(own)) + own @ between)
    return _Message(widened @ own, widened @ pull)


def _without(
    total: _Message, own: _Message, between: FloatArray, prior: ColourPrior
) -> ColourPrior:
    """Return the colours of a photo that all photos but itself expect."""
    covariance = np.linalg.inv(total.precision - own.precision)
    mean = covariance @ (total.weighted_mean - own.weighted_mean)
    covariance = covariance + between
    return prior._replace(mean=mean, covariance=(covariance + covariance.T) / 2, unusual=1.0)
