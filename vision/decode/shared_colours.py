"""Label the faces of several photos by one camera, which share their colours.

Each photo is labelled by itself, with what all other photos say of the six colours as its prior.
Their stickers thus count, but no photo confirms itself, and one that is labelled wrongly is
outvoted. What a photo says is its posterior divided by its prior (expectation propagation: Minka,
"Expectation propagation for approximate Bayesian inference").

A robot holds each face at the same place in front of the same lamp, so its photos share the shades
on the face too: a sticker that is dark in one place in all photos is in a shade.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.arrays import FloatArray
from vision.colour.colour_prior import COLOURS, ColourPrior
from vision.colour.shades import shades
from vision.decode.loose_faces import FaceSamples, Labellings, probable_labellings
from vision.detect.photograph import ViewGroup

ROUNDS = 2  # in which each photo is labelled again with what the others say
# The share of the usual variation of colours (their covariance) that is between the photos of one
# camera, besides the change of the light: they may show several cubes.
PHOTO_SHARE = 0.1
SMALLEST = 1e-6  # of the ratio of a posterior variance to that of the prior


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
    return prior._replace(mean=mean, covariance=(covariance + covariance.T) / 2)
