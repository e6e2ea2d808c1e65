"""What a reading is checked for: solved cubes, repeated faces, and photos of another cube."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import numpy as np

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from vision.advice import MIN_CONTRADICTION
from vision.arrays import FloatArray, IntArray
from vision.colour.colour_space import GAMMA, lab_from_bgr
from vision.colour.illumination import CLIPPING_LEVEL
from vision.decode.joint_estimation import GOOD_FIT_LOSS, FittedCube
from vision.decode.map_decoder import DecodedCube
from vision.decode.observations import NO_IMAGE, Observations
from vision.errors import RepeatedFaceError
from vision.reading_result import Reading

# Added to brightness (0..255) before its logarithm is taken, to reduce the effect of noise in dark
# areas.
LOG_OFFSET = 12.0
# The glare on a sticker beside that on the median of its face: the share of the latter that it
# lacks, or what it has more, relative to white (linear light).
LESS_GLARE = (0.95, 0.9, 0.8, 0.6, 0.3)
MORE_GLARE = (0.0, 0.05, 0.1, 0.2, 0.4, 0.8)
GLARES_OF_OTHERS = 4  # the first of MORE_GLARE
MIN_COMPARED_VISIBILITY = 0.5  # a sticker with a smaller visibility (0..1) is not compared

# Two photos show the same face if the mean distance of their stickers is smaller than this (a and b
# of Lab; lightness is ignored, as the light may have changed).
MAX_CHROMA_DISTANCE = 9.0
MIN_READ_ALIKE = 7  # of the nine stickers must be read as the same colours
MIN_COMPARABLE = 5  # of the nine stickers must not be clipped in both

# A photo is of another cube if more than this share of its stickers contradict the cube that is
# read. Seven of nine do on average, and highlights or fingers cover fewer.
MAX_CONTRADICTING = 0.4


def check_solved(reading: Reading, observations: Observations, decoded: DecodedCube) -> Reading:
    """Return a reading; one of a solved cube is certain only if each face has a single colour.

    The fitted colour model can absorb an error: a corner twisted in place contradicts only three of
    54 stickers. So a cube read as solved is checked again without the model.
    """
    if reading.facelets != SOLVED:
        return reading
    facelets = decoded.arrangement.facelets
    faces = facelets[:, 4] // 9
    samples = observations.samples
    nearest_faces = faces[nearest_face_median(samples.colours, samples.visibility)]
    mismatched = nearest_faces != faces[:, None]
    if not mismatched.any():
        return reading
    letters = list(SOLVED)
    for view, sticker in np.argwhere(mismatched):
        letters[facelets[view, sticker]] = FACES[nearest_faces[view, sticker]]
    where = " and ".join(
        reading.scheme[FACES[face]] for face in np.unique(faces[mismatched.any(axis=1)])
    )
    return replace(
        reading,
        certain=False,
        ambiguous=tuple(np.unique(facelets[mismatched]).tolist()),
        unconstrained_facelets="".join(letters),
        advice=f"The stickers of the {where} face do not all have the same colour: check whether "
        "it is solved, and photograph it again.",
    )


def repeated_face(observations: Observations, fitted: FittedCube) -> RepeatedFaceError | None:
    """Return the error of two of the six faces that are the same one, in any rotation, or None.

    Their stickers are alike, are read alike, and do not make a legal cube with the others.
    """
    if fitted.decoded.losses.sum() < GOOD_FIT_LOSS:
        return None
    views, images = observations.views, observations.samples.image_index
    colours = fitted.model.log_posteriors(observations.samples).argmax(2)
    firsts = [int(np.flatnonzero(observations.clusters.face_ids == face)[0]) for face in range(6)]
    shown = [view for view in firsts if images[view] != NO_IMAGE]
    for i, j in combinations(shown, 2):
        distance, turns = min(
            (_chroma_distance(np.rot90(views[i].colours, turns), views[j].colours), turns)
            for turns in range(4)
        )
        turned = np.rot90(colours[i].reshape(3, 3), turns).ravel()
        alike = int((turned == colours[j]).sum())
        is_same = distance < MAX_CHROMA_DISTANCE and alike >= MIN_READ_ALIKE
        if is_same and images[i] != images[j]:
            first, second = observations.image_names[i], observations.image_names[j]
            return RepeatedFaceError(
                f"{first!r} and {second!r} show the same face ({alike} of 9 stickers are read "
                "alike); replace one of them with a photo of the missing face"
            )
    return None


def photos_of_another_cube(observations: Observations, fitted: FittedCube) -> tuple[int, ...]:
    """Return the indices of the photos of which too many stickers contradict the cube."""
    log_posteriors = fitted.model.log_posteriors(observations.samples)
    own = np.take_along_axis(log_posteriors, fitted.decoded.labels[..., None], 2)[..., 0]
    contradicts = log_posteriors.max(2) - own > MIN_CONTRADICTION
    images = np.asarray(observations.samples.image_index)
    return tuple(
        int(image)
        for image in np.unique(images[images != NO_IMAGE])
        if contradicts[images == image].mean() > MAX_CONTRADICTING
    )


def _chroma_distance(ours: FloatArray, theirs: FloatArray) -> float:
    """Return the mean distance of two faces' colours (3 x 3 x 3, BGR 0..255) in a and b of Lab.

    Infinite if too many stickers are clipped, and so white, in both.
    """
    comparable = np.maximum(ours.min(2), theirs.min(2)) < CLIPPING_LEVEL
    if comparable.sum() < MIN_COMPARABLE:
        return np.inf
    a, b = np.moveaxis(lab_from_bgr(ours) - lab_from_bgr(theirs), 2, 0)[1:]
    return float(np.hypot(a, b)[comparable].mean())


def nearest_face_median(colours: FloatArray, visibility: FloatArray) -> IntArray:
    """Return for each sticker (views x 9) the view whose median colour is nearest to its own.

    Each median is compared with more and with less glare on it than its view has, that of another
    view only with the first of them: with much glare any colour looks white. `colours`:
    views x 9 x 3, BGR 0..255; `visibility`: views x 9, 0..1. For a sticker of which less than half
    is visible it is the sticker's own view.
    """
    light = np.log(colours + LOG_OFFSET)
    glared = np.log(_glared(np.median(colours, axis=1)) + LOG_OFFSET)
    away = np.linalg.norm(light[:, :, None, None] - glared, axis=4)
    distances = away[..., : len(LESS_GLARE) + GLARES_OF_OTHERS].min(3)
    own = np.arange(len(colours))[:, None]
    stickers = np.arange(colours.shape[1])
    distances[own, stickers, own] = away[own, stickers, own].min(2)
    distances[:, :, (visibility == 0).all(axis=1)] = np.inf  # a face that no photo shows
    return np.asarray(
        np.where(visibility < MIN_COMPARED_VISIBILITY, own, distances.argmin(axis=2)), np.int64
    )


def _glared(colours: FloatArray) -> FloatArray:
    """Return colours (N x 3, BGR 0..255) with less and with more glare (N x strengths x 3)."""
    linear = (colours / 255) ** GAMMA
    white = linear[linear.min(1).argmax()]
    most_glare = (linear / white).min(1)
    strengths = np.concatenate(
        [-np.outer(most_glare, LESS_GLARE), np.tile(MORE_GLARE, (len(colours), 1))], axis=1
    )
    lit = np.clip(linear[:, None] + strengths[..., None] * white, 0, 1)
    return np.asarray(255 * lit ** (1 / GAMMA), float)
