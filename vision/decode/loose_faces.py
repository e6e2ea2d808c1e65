"""Find the probable colours of faces that are not a whole cube, as weighted labellings.

A beam search: sticker by sticker, each labelling of the stickers so far is continued with each of
the six colours, and the most probable ones are kept. A labelling's probability has the colours and
the light integrated out (`vision.colour.colour_belief`), so that labellings compete as a whole:
"all of these are red" with "all of these are orange".

Faces of one photo are different faces of one cube. No colour is on more than nine stickers or two
centres, and stickers of one cubie differ; on a cube with the usual colour scheme a cubie does not
show two opposite colours either.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from solver.core.geometry import FACELETS
from vision.arrays import BoolArray, FloatArray, IntArray
from vision.colour.colour_belief import FIRST, Choice, ColourBelief, Sample
from vision.colour.colour_prior import COLOURS, ColourPrior
from vision.detect.photograph import ViewGroup

BEAM_WIDTH = 100
# How much stickers of one colour vary is not known: a labelling's probability is the mean of those
# for these factors of the usual covariance.
NOISE_SCALES = (0.7, 1.5, 4.0)
MAX_LOG_ODDS = 15.0  # labellings that are less probable than the best by more are dropped
PER_FACE = 9
CENTRE = 4
# Stickers of one face tend to have one colour, as on a solved cube: the prior of a sticker's colour
# is Polya's urn, which holds this number of stickers of each colour before the first is drawn.
URN_COUNT = 4.0
# The prior probability that a cube has another colour scheme than the usual one.
OTHER_SCHEME = 0.02

FaceSamples = tuple[Sample, ...]  # of the nine stickers of one face


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

    @property
    def probabilities(self) -> FloatArray:
        """The probability of each labelling."""
        weights = np.exp(self.scores - self.scores.max())
        return np.asarray(weights / weights.sum(), float)


def probable_labellings(
    faces: Sequence[FaceSamples],
    groups: Sequence[ViewGroup],
    prior: ColourPrior,
) -> Labellings:
    """Return the probable labellings of the faces in one photo, for all scales of noise.

    `groups`: the faces whose relative placement is known; `prior`: the colours that are expected.
    """
    constraints = _constraints(faces, groups)
    found = [
        _search(faces, constraints, prior._replace(sample=scale * prior.sample))
        for scale in NOISE_SCALES
    ]
    probabilities = np.concatenate([each.probabilities for each in found]) / len(found)
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
    choice = Choice(*np.unravel_index(kept, scores.shape))
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
