"""The usual colours, fitted to labelled photographs: to all, or to those of some cameras.

What a photo says of the six colours is a Gaussian, given its labels (`vision.colour.colour_belief`
has the same model of a sample). The parameters of the prior are those for which the samples are
most probable, found by expectation maximization: Dempster, Laird and Rubin, "Maximum likelihood
from incomplete data via the EM algorithm", Journal of the Royal Statistical Society B 39 (1977).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from vision.arrays import BoolArray, FloatArray
from vision.colour.colour_belief import T_DOF, UNKNOWN, own_noise
from vision.colour.colour_prior import COLOURS, ColourPrior, with_parameters
from vision.colour.illumination import DARK_OFFSET
from vision.colour.profile import DEFAULT_COLOURS
from vision.decode.loose_faces import FaceSamples

STATE = 3 * COLOURS
ROUNDS = 8
# Samples that say little of their colour or of how stickers vary: the probability of an outlier,
# and the noise of their own as a share of the usual covariance.
MAX_OUTLIER = 0.3
MAX_OWN_NOISE = 0.3
# How many photos, further faces and stickers the parameters that the fit starts from count as.
START_PHOTOS, START_FACES, START_STICKERS = 4.0, 6.0, 20.0


class LabelledFaces(NamedTuple):
    """The faces of one photo with their labels (colours by their index), and its camera."""

    faces: Sequence[FaceSamples]
    labels: Sequence[Sequence[int]]
    camera: Hashable


@dataclass(frozen=True, slots=True)
class _Photo:
    """The stickers of a photo: `light` (N x 3), `clipped` (N x 3), `noise` (N x 3 x 3: their own),
    and `jacobian` (N x 3 x state), where the state is the colours and their change to each further
    face."""

    light: FloatArray
    clipped: BoolArray
    noise: FloatArray
    jacobian: FloatArray
    faces: int


class _Posterior(NamedTuple):
    mean: FloatArray
    covariance: FloatArray


def fitted_colours(photos: Sequence[LabelledFaces]) -> ColourPrior:
    """Return the usual colours as the photos have them; a camera counts by the root of its photos.

    Nothing else is known of them: the fit starts from printed colours in any light.
    """
    prior = _start()
    of_camera = Counter(photo.camera for photo in photos)
    shares = [of_camera[photo.camera] ** -0.5 for photo in photos]
    prepared = [_prepared(photo) for photo in photos]
    weights: list[FloatArray] = [np.ones(len(photo.light)) for photo in prepared]
    for _ in range(ROUNDS):
        prior, weights = _round(prepared, shares, weights, prior)
    return prior


def _start() -> ColourPrior:
    """Return the parameters before any photo is seen: the profile of printed colours, in any light.

    The variances are rough: of the light, of each colour, and of each channel beside them.
    """
    return with_parameters(
        np.log(DEFAULT_COLOURS.linear_bgr + DARK_OFFSET).ravel(),
        _varying(alike=(0.35, 0.05), own=(0.08, 0.15)),
        np.full((3, 3), 0.02) + 0.01 * np.eye(3),
        _varying(alike=(0.25, 0.02), own=(0.05, 0.08)),
    )


def _varying(alike: tuple[float, float], own: tuple[float, float]) -> FloatArray:
    """Return a covariance (18 x 18) from variances in brightness and in each channel beside it.

    `alike`: of all colours together; `own`: of each colour.
    """
    together, apart = (
        np.full((3, 3), brightness) + channel * np.eye(3) for brightness, channel in (alike, own)
    )
    return np.asarray(
        np.kron(np.ones((COLOURS, COLOURS)), together) + np.kron(np.eye(COLOURS), apart), float
    )


def _prepared(photo: LabelledFaces) -> _Photo:
    samples = [
        (face, sample, label)
        for face, (own, labels) in enumerate(zip(photo.faces, photo.labels, strict=True))
        for sample, label in zip(own, labels, strict=True)
        if sample.outlier < MAX_OUTLIER
    ]
    jacobian = np.zeros((len(samples), 3, STATE * len(photo.faces)))
    for index, (face, _, label) in enumerate(samples):
        for first in {0, STATE * face}:
            jacobian[index, :, first + 3 * label : first + 3 * label + 3] = np.eye(3)
    return _Photo(
        np.array([sample.light for _, sample, _ in samples]).reshape(-1, 3),
        np.array([sample.clipped for _, sample, _ in samples], bool).reshape(-1, 3),
        np.array([own_noise(sample) for _, sample, _ in samples]).reshape(-1, 3, 3),
        jacobian,
        len(photo.faces),
    )


def _posterior(photo: _Photo, weights: FloatArray, prior: ColourPrior) -> _Posterior:
    """Return the colours of a photo and their changes, given its labels."""
    size = STATE * photo.faces
    precision = np.zeros((size, size))
    precision[:STATE, :STATE] = np.linalg.inv(prior.covariance)
    change = np.linalg.inv(prior.face_change)
    for first in range(STATE, size, STATE):
        precision[first : first + STATE, first : first + STATE] = change
    weighted = precision[:, :STATE] @ prior.mean
    noise = (prior.sample + photo.noise) / weights[:, None, None]
    noise = noise + UNKNOWN * photo.clipped[:, :, None] * np.eye(3)
    gain = np.linalg.solve(noise, photo.jacobian)
    precision += np.einsum("nci,ncj->ij", photo.jacobian, gain)
    weighted = weighted + np.einsum("nci,nc->i", gain, photo.light)
    covariance = np.linalg.inv(precision)
    return _Posterior(covariance @ weighted, covariance)


@dataclass(slots=True)
class _Mean:
    """A weighted mean of matrices; it begins as one that counts as so many."""

    value: FloatArray
    weight: float

    def add(self, value: FloatArray, weight: float) -> None:
        """Take another matrix into the mean."""
        self.weight += weight
        self.value = self.value + weight / self.weight * (value - self.value)


def _round(
    photos: Sequence[_Photo],
    shares: Sequence[float],
    weights: Sequence[FloatArray],
    prior: ColourPrior,
) -> tuple[ColourPrior, list[FloatArray]]:
    """Return better parameters, and the weights of all samples (Student's t) with the old ones."""
    found = [_posterior(photo, own, prior) for photo, own in zip(photos, weights, strict=True)]
    mean = np.average([each.mean[:STATE] for each in found], axis=0, weights=shares)
    start = _start()
    colours = _Mean(start.covariance, START_PHOTOS)
    changes = _Mean(start.face_change, START_FACES)
    stickers = _Mean(start.sample, START_STICKERS)
    new_weights = []
    for photo, share, own, each in zip(photos, shares, weights, found, strict=True):
        away = each.mean[:STATE] - mean
        colours.add(each.covariance[:STATE, :STATE] + np.outer(away, away), share)
        for first in range(STATE, len(each.mean), STATE):
            block = slice(first, first + STATE)
            change = each.mean[block]
            changes.add(each.covariance[block, block] + np.outer(change, change), share)
        scatter = _scatter(photo, each)
        new_weights.append(_weights(photo, scatter, prior))
        for sticker in np.flatnonzero(_is_clear(photo, prior)):
            stickers.add(own[sticker] * scatter[sticker], share)
    return with_parameters(mean, colours.value, stickers.value, changes.value), new_weights


def _weights(photo: _Photo, scatter: FloatArray, prior: ColourPrior) -> FloatArray:
    """Return the weights of samples with a Student's t distribution, less than 1 far away."""
    noise = prior.sample + photo.noise + UNKNOWN * photo.clipped[:, :, None] * np.eye(3)
    distance = np.trace(np.linalg.solve(noise, scatter), axis1=1, axis2=2)
    channels = (~photo.clipped).sum(1)
    return np.asarray((T_DOF + channels) / (T_DOF + distance), float)


def _is_clear(photo: _Photo, prior: ColourPrior) -> BoolArray:
    """Return which samples (N) show how stickers vary: not clipped, and with little own noise."""
    limit = MAX_OWN_NOISE * np.trace(prior.sample)
    own = np.trace(photo.noise, axis1=1, axis2=2)
    return np.asarray(~photo.clipped.any(1) & (own < limit), bool)


def _scatter(photo: _Photo, posterior: _Posterior) -> FloatArray:
    """Return the expected squared distance (N x 3 x 3) of each sample from its colour."""
    residual = photo.light - photo.jacobian @ posterior.mean
    unsure = np.einsum(
        "nci,ij,ndj->ncd", photo.jacobian, posterior.covariance, photo.jacobian, optimize=True
    )
    return np.asarray(residual[:, :, None] * residual[:, None] + unsure, float)
