"""Whether photos are of one cube: one face twice, photos of another cube, photos of two cubes.

Six colours that are fitted to the photos hide much of what contradicts one cube. So what counts for
two cubes is how much the cube contradicts the colours as they were before they were fitted to it.
Photos belong together that are alike in what is around the cube and in the colours of its stickers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from vision.arrays import FloatArray
from vision.colour.illumination import CLIPPING_LEVEL, DARK_OFFSET, GAMMA, lab_from_bgr
from vision.decode.joint_estimation import GOOD_FIT_LOSS, FittedCube
from vision.decode.observations import NO_IMAGE, Observations
from vision.detect.face import FaceView
from vision.errors import RepeatedFaceError

# Two photos show the same face if the mean distance of their stickers is smaller than this (a and b
# of Lab; lightness is ignored, as the light may have changed).
MAX_CHROMA_DISTANCE = 9.0
MIN_READ_ALIKE = 7  # of the nine stickers must be read as the same colours
MIN_COMPARABLE = 5  # of the nine stickers must not be clipped in both


# The loss (natural logarithm of odds) of a cube for the colours before they are fitted to it, from
# which photos seem to be of two cubes. Chosen on cube-photos and judged on cube-photos-2:
# docs/reading.md has the figures.
TWO_CUBES_LOSS = 20.0
# Photos are grouped if those of two groups differ more than those of one by this factor.
MIN_RATIO = 2.5
FEWEST_TOGETHER = 3  # photos: one or two may be odd for another reason
MOST_GROUPED = 8  # photos; of more there are too many ways
ALIKE = 0.05  # the least mean difference within groups: photos of one light and place
LAB_SCALE = 20.0  # difference of stickers' colours (Lab) that counts as a factor of e in the light
LIGHTNESS_WEIGHT = 0.3


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


def _chroma_distance(ours: FloatArray, theirs: FloatArray) -> float:
    """Return the mean distance of two faces' colours (3 x 3 x 3, BGR 0..255) in a and b of Lab.

    Infinite if too many stickers are clipped, and so white, in both.
    """
    comparable = np.maximum(ours.min(2), theirs.min(2)) < CLIPPING_LEVEL
    if comparable.sum() < MIN_COMPARABLE:
        return np.inf
    a, b = np.moveaxis(lab_from_bgr(ours) - lab_from_bgr(theirs), 2, 0)[1:]
    return float(np.hypot(a, b)[comparable].mean())


def look_like_two_cubes(faces: Sequence[FaceView]) -> bool:
    """Return whether photos, of which these are the first faces, fall into two groups."""
    return _groups(faces) is not None


def two_cubes_advice(observations: Observations, fitted: FittedCube, otherwise: str) -> str:
    """Return that photos seem to be of two cubes, and which belong together.

    `otherwise`: the advice for photos of one cube, which is all where they seem to be of one. Very
    bad photos of one may fit as badly.
    """
    if fitted.start_loss < TWO_CUBES_LOSS:
        return otherwise
    photos = _first_faces(observations)
    advice = (
        "These seem to be two cubes, or one that was turned between the photographs: no legal cube "
        "comes near to what they show"
    )
    groups = _groups(list(photos.values()))
    if groups is None:
        # One photo may be of another cube, which the other advice names.
        return f"{otherwise} {advice}. Photograph all faces of one cube, without a turn in between."
    names = list(photos)
    one, other = (", ".join(repr(names[index]) for index in group) for group in groups)
    return (
        f"{advice}. {one} look as if they belong together, and so do {other}. Photograph all faces "
        f"of one cube, without a turn in between. If it is one: {otherwise}"
    )


def _first_faces(observations: Observations) -> dict[str, FaceView]:
    """Return the first face of each photo, by its name."""
    faces: dict[str, FaceView] = {}
    for view, name, index in zip(
        observations.views,
        observations.image_names,
        observations.samples.image_index,
        strict=True,
    ):
        if index != NO_IMAGE:
            faces.setdefault(name, view)
    return faces


def _groups(faces: Sequence[FaceView]) -> tuple[tuple[int, ...], tuple[int, ...]] | None:
    """Return the two groups of photos that differ most; None if none differ clearly."""
    count = len(faces)
    if not 2 * FEWEST_TOGETHER <= count <= MOST_GROUPED:
        return None
    apart = np.zeros((count, count))
    for i, j in combinations(range(count), 2):
        apart[i, j] = apart[j, i] = _difference(faces[i], faces[j])
    ratio, groups = max((_ratio(apart, *groups), groups) for groups in _splits(count))
    return groups if ratio >= MIN_RATIO else None


def _splits(count: int) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Yield each way to split photos into two groups large enough, the first in the first."""
    for size in range(FEWEST_TOGETHER, count - FEWEST_TOGETHER + 1):
        for rest in combinations(range(1, count), size - 1):
            first = (0, *rest)
            yield first, tuple(index for index in range(count) if index not in first)


def _ratio(apart: FloatArray, one: Sequence[int], other: Sequence[int]) -> float:
    """Return how much more photos of two groups differ than those within a group."""
    within = [apart[i, j] for group in (one, other) for i, j in combinations(group, 2)]
    return float(apart[np.ix_(one, other)].mean() / max(np.mean(within), ALIKE))


def _difference(one: FaceView, other: FaceView) -> float:
    """Return how much two photos differ: what is around the cube, and its stickers' colours."""
    around = [np.log((view.background / 255) ** GAMMA + DARK_OFFSET) for view in (one, other)]
    stickers = [lab_from_bgr(view.colours.reshape(-1, 3)) for view in (one, other)]
    apart = np.linalg.norm((stickers[0][:, None] - stickers[1]) * (LIGHTNESS_WEIGHT, 1, 1), axis=2)
    # Each sticker has its colour in the other photo too, as most colours are on most faces.
    unlike = (np.median(apart.min(0)) + np.median(apart.min(1))) / 2
    return float(np.linalg.norm(around[0] - around[1]) + unlike / LAB_SCALE)
