"""Track a face from one video frame to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.arrays import FloatArray, Image
from vision.detect.face import FaceView, sample_face
from vision.detect.face_finder import MIN_SCORE, find_lattices
from vision.detect.lattice import Lattice
from vision.detect.lattice_score import NEIGHBOUR_SHIFTS, EdgeMap
from vision.detect.refinement import refine

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-clips.

# How much of the frame around the face is looked at, in sides of the face's bounding box.
SEARCH_SCALE = 1.6
MIN_PIXELS = 3  # a cell: where less of the face is left in the frame, it is lost

# Grey levels (0..255 BGR, brightness apart): stickers that differ more on average are another
# face's.
MAX_COLOUR_DIFFERENCE = 30.0

# A face whose score (1 at most) is so much less than before is looked for anew; and what is then
# found may score so much less than the best.
MAX_SCORE_DROP = 0.2
MAX_LOSS_TO_BEST = 0.1


def track_face(image: Image, before: FaceView) -> FaceView | None:
    """Return a face in the next frame (H x W x 3 uint8 BGR), or None when it is lost.

    The rows and columns of `before` are kept. A face is lost when it has moved by more than about
    its own size, cannot be seen clearly, or shows other stickers.
    """
    corner, part = _crop_around(image, before.corners)
    if min(part.shape[:2]) < MIN_PIXELS * before.n:
        return None
    shift = np.array([[1, 0, -corner[0]], [0, 1, -corner[1]], [0, 0, 1.0]])
    start = Lattice(
        before.n,
        shift @ before.homography,
        np.zeros((before.n, before.n), bool),
        0.0,
        np.zeros((0, 2)),
    )
    for score, lattice in _candidates(part, start, before.detection_score - MAX_SCORE_DROP):
        moved = np.linalg.inv(shift) @ lattice.homography
        whole = replace(lattice, homography=moved, sticker_centres=lattice.sticker_centres + corner)
        view = sample_face(image, whole, score)
        if _colour_difference(view, before) < MAX_COLOUR_DIFFERENCE:
            return view
    return None


def _candidates(part: Image, start: Lattice, least: float) -> Iterator[tuple[float, Lattice]]:
    """Yield lattices that may be the one that was at `start`, the fastest to find first."""
    evidence = EdgeMap.from_image(part)
    near = refine(evidence.brightness, start)
    if near.n == 2:
        # One gap each way does not hold a lattice's size; the stickers' middles do.
        near = refine(evidence.brightness, evidence.lattice_with_blobs(near.n, near.homography))
    score = evidence.score(near)
    # A lattice may have slid by a cell: then it would fit better beside.
    beside = evidence.edge_supports([near.shifted(*step) for step in NEIGHBOUR_SHIFTS]).max()
    if score > max(least, beside, MIN_SCORE) and near.plausible:
        yield score, near
    found = find_lattices(evidence, start.n)
    best = max((score for score, _ in found), default=0.0)
    for score, lattice in found:
        if score > max(MIN_SCORE, best - MAX_LOSS_TO_BEST):
            yield score, _align_rotation(lattice, start)


def _crop_around(image: Image, corners: FloatArray) -> tuple[FloatArray, Image]:
    """Return the part of an image around a face, after its first pixel (x, y)."""
    middle = (corners.max(0) + corners.min(0)) / 2
    reach = SEARCH_SCALE * np.ptp(corners, axis=0) / 2
    height, width = image.shape[:2]
    left, top = np.clip(middle - reach, 0, (width, height)).astype(int)
    right, bottom = np.clip(middle + reach, 0, (width, height)).astype(int)
    return np.array([left, top], float), image[top:bottom, left:right]


def _align_rotation(lattice: Lattice, model: Lattice) -> Lattice:
    """Return a lattice rotated so that its corners are nearest to a model's."""
    n = lattice.n
    quarter = np.array([[0, -1, n], [1, 0, 0], [0, 0, 1.0]])
    turns = [np.linalg.matrix_power(quarter, k) for k in range(4)]
    ways = [replace(lattice, homography=lattice.homography @ turn) for turn in turns]
    return min(ways, key=lambda way: float(np.abs(way.corners - model.corners).sum()))


def _colour_difference(view: FaceView, before: FaceView) -> float:
    """Return the mean difference of the stickers that both views show, brightness apart."""
    seen = ~(view.hidden | before.hidden)
    if not seen.any():
        return np.inf
    now, then = view.colours[seen], before.colours[seen]
    gain = (now * then).sum() / max((now * now).sum(), 1.0)
    return float(np.abs(gain * now - then).mean())
