"""Checks of a reading that need no colour model: solved faces, repeated and mirrored photos."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np

from solver.core.facelets import SOLVED
from solver.core.geometry import FACES
from vision.arrays import FloatArray, IntArray
from vision.colour.colour_space import lab_from_bgr
from vision.colour.illumination import CLIPPING_LEVEL
from vision.colour.initial_clusters import Initialisation
from vision.decode.joint_estimation import GOOD_FIT_LOSS, legality_loss
from vision.decode.map_decoder import DecodedCube
from vision.decode.observations import NO_IMAGE, Observations
from vision.detect.face import FaceView
from vision.detect.photograph import ImageFaces
from vision.errors import ImageSetError, RepeatedFaceError
from vision.reading_result import Reading

# Added to brightness (0..255) before its logarithm is taken, to reduce the effect of noise in dark
# areas.
LOG_OFFSET = 12.0
MIN_COMPARED_VISIBILITY = 0.5  # a sticker with a smaller visibility (0..1) is not compared

# Two photos show the same face if the mean distance of their stickers is smaller than this (a and b
# of Lab; lightness is ignored, as the light may have changed).
MAX_CHROMA_DISTANCE = 9.0
MIN_COMPARABLE = 5  # of the nine stickers must not be clipped in both

# A flipped image is decoded in full only if the approximate loss is below this share of the loss
# without the flip.
MAX_LOSS_RATIO = 0.4


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


def nearest_face_median(colours: FloatArray, visibility: FloatArray) -> IntArray:
    """Return for each sticker (views x 9) the view whose median colour is nearest to its own.

    `colours`: views x 9 x 3, BGR 0..255; `visibility`: views x 9, 0..1. For a sticker of which less
    than half is visible it is the sticker's own view.
    """
    light = np.log(colours + LOG_OFFSET)
    medians = np.median(light, axis=1)
    distances = np.linalg.norm(light[:, :, None] - medians[None, None], axis=3)
    distances[:, :, (visibility == 0).all(axis=1)] = np.inf  # a face that no photo shows
    own = np.arange(len(colours))[:, None]
    return np.asarray(
        np.where(visibility < MIN_COMPARED_VISIBILITY, own, distances.argmin(axis=2)), np.int64
    )


def repeated_face(observations: Observations) -> RepeatedFaceError | None:
    """Return the error of two of the six faces that are the same one, in any rotation, or None."""
    views, images = observations.views, observations.image_index
    firsts = [int(np.flatnonzero(observations.clusters.face_ids == face)[0]) for face in range(6)]
    shown = [view for view in firsts if images[view] != NO_IMAGE]
    for i, j in combinations(shown, 2):
        distance = min(
            _chroma_distance(np.rot90(views[i].colours, quarter_turns), views[j].colours)
            for quarter_turns in range(4)
        )
        if distance < MAX_CHROMA_DISTANCE and images[i] != images[j]:
            first, second = observations.image_names[i], observations.image_names[j]
            return RepeatedFaceError(
                f"{first!r} and {second!r} show the same face; "
                "replace one of them with a photo of the missing face"
            )
    return None


def _chroma_distance(ours: FloatArray, theirs: FloatArray) -> float:
    """Return the mean distance of two faces' colours (3 x 3 x 3, BGR 0..255) in a and b of Lab.

    Infinite if too many stickers are clipped, and so white, in both.
    """
    comparable = np.maximum(ours.min(2), theirs.min(2)) < CLIPPING_LEVEL
    if comparable.sum() < MIN_COMPARABLE:
        return np.inf
    a, b = np.moveaxis(lab_from_bgr(ours) - lab_from_bgr(theirs), 2, 0)[1:]
    return float(np.hypot(a, b)[comparable].mean())


def improvement_test(
    observations: Observations, start: Initialisation
) -> Callable[[Observations | ImageSetError], bool]:
    """Return a predicate: whether observations of changed images fit a legal cube much better.

    The approximate losses are compared, for colours that are fitted to the initial labels `start`
    of the images as they are.
    """
    loss = legality_loss(observations, start)
    now = loss(observations)

    def fits_better(changed: Observations | ImageSetError) -> bool:
        if now < GOOD_FIT_LOSS or isinstance(changed, ImageSetError):
            return False  # the images fit a legal cube as they are, or do not when changed
        return loss(changed) < MAX_LOSS_RATIO * now

    return fits_better


def mirrored_advice(name: str) -> str:
    """Return a text about an image that is mirrored."""
    return (
        f"{name!r} is probably mirrored: flipped, it fits the other photos. Turn off "
        "mirroring in the camera app and photograph that side again."
    )


def unmirrored(image: ImageFaces) -> ImageFaces:
    """Return the faces of an image flipped left to right; x coordinates are negated."""
    return replace(image, views=tuple(_flip(view) for view in image.views))


def _flip(view: FaceView) -> FaceView:
    pixels = np.diag([-1.0, 1.0, 1.0])
    columns = np.array([[-1, 0, view.n], [0, 1, 0], [0, 0, 1.0]])
    return replace(
        view,
        homography=pixels @ view.homography @ columns,
        colours=view.colours[:, ::-1],
        visibility=view.visibility[:, ::-1],
    )
