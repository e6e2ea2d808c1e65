"""Track a face from one video frame to the next."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from vision.arrays import FloatArray, Image
from vision.detect.face import FaceView, sample_face
from vision.detect.face_finder import MIN_SCORE
from vision.detect.lattice import Lattice, ScoredLattice
from vision.detect.lattice_finder import find_lattices
from vision.detect.lattice_score import NEIGHBOUR_SHIFTS, EdgeMap
from vision.detect.refinement import refine
from vision.detect.resampling import resized
from vision.detect.search import SEARCH_SIDE

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-clips.

# The size of the searched part of the frame, in sides of the face's bounding box.
SEARCH_SCALE = 1.6
MIN_PIXELS = 3  # per cell: with less of the face in the frame it is lost

# Mean difference of the stickers (grey levels, 0..255 BGR, relative to brightness) above which a
# view shows another face.
MAX_COLOUR_DIFFERENCE = 30.0

# If the score (1 at most) of the tracked lattice drops by more than this, the face is detected
# again; and the largest difference of a detected lattice from the best score.
MAX_SCORE_DROP = 0.2
MAX_LOSS_TO_BEST = 0.1


def track_face(image: Image, before: FaceView) -> FaceView | None:
    """Return a face in the next frame (H x W x 3 uint8 BGR), or None when it is lost.

    The rows and columns of `before` are kept. A face is lost if it has moved by more than about
    its own size, is not clearly visible, or has other stickers. A large frame is searched reduced,
    as `find_faces` does.
    """
    if max(image.shape[:2]) > SEARCH_SIDE:
        searched = resized(image, SEARCH_SIDE)
        scale = np.array(image.shape[1::-1]) / searched.shape[1::-1]
        tracked = track_face(searched, before.scaled(1 / scale))
        return None if tracked is None else tracked.scaled(scale)
    offset, crop = _crop_around(image, before.corners)
    if min(crop.shape[:2]) < MIN_PIXELS * before.n:
        return None
    shift = np.array([[1, 0, -offset[0]], [0, 1, -offset[1]], [0, 0, 1.0]])
    start = Lattice.without_stickers(before.n, shift @ before.homography)
    for found in _candidates(crop, start, before.detection_score - MAX_SCORE_DROP):
        in_frame = replace(
            found.lattice,
            homography=np.linalg.inv(shift) @ found.lattice.homography,
            sticker_centres=found.lattice.sticker_centres + offset,
        )
        view = sample_face(image, in_frame, found.score)
        if _colour_difference(view, before) < MAX_COLOUR_DIFFERENCE:
            return view
    return None


def _candidates(crop: Image, start: Lattice, min_score: float) -> Iterator[ScoredLattice]:
    """Yield lattices that may be the tracked one, the one refined from `start` first."""
    edge_map = EdgeMap.from_image(crop)
    refined = refine(edge_map.brightness, start)
    if refined.n == 2:
        # One gap in each direction does not determine the lattice's size; the sticker centres do.
        refined = refine(
            edge_map.brightness, edge_map.lattice_with_blobs(refined.n, refined.homography)
        )
    score = edge_map.score(refined)
    # If the lattice has moved by a whole cell, a shifted one fits better.
    best_shifted = edge_map.edge_supports(
        [refined.shifted(*step) for step in NEIGHBOUR_SHIFTS]
    ).max()
    if score > max(min_score, best_shifted, MIN_SCORE) and refined.plausible:
        yield ScoredLattice(score, refined)
    found = find_lattices(edge_map, start.n)
    best = max((each.score for each in found), default=0.0)
    for each in found:
        if each.score > max(MIN_SCORE, best - MAX_LOSS_TO_BEST):
            yield each._replace(lattice=_align_rotation(each.lattice, start))


def _crop_around(image: Image, corners: FloatArray) -> tuple[FloatArray, Image]:
    """Return the first pixel (x, y) of the part of an image around a face, and that part."""
    centre = (corners.max(0) + corners.min(0)) / 2
    half_size = SEARCH_SCALE * np.ptp(corners, axis=0) / 2
    height, width = image.shape[:2]
    left, top = np.clip(centre - half_size, 0, (width, height)).astype(int)
    right, bottom = np.clip(centre + half_size, 0, (width, height)).astype(int)
    return np.array([left, top], float), image[top:bottom, left:right]


def _align_rotation(lattice: Lattice, model: Lattice) -> Lattice:
    """Return a lattice rotated so that its corners are nearest to a model's."""
    n = lattice.n
    quarter = np.array([[0, -1, n], [1, 0, 0], [0, 0, 1.0]])
    turns = [np.linalg.matrix_power(quarter, k) for k in range(4)]
    rotated = [replace(lattice, homography=lattice.homography @ turn) for turn in turns]
    return min(rotated, key=lambda each: float(np.abs(each.corners - model.corners).sum()))


def _colour_difference(view: FaceView, before: FaceView) -> float:
    """Return the mean difference of the stickers visible in both views, brightness compensated."""
    visible = ~(view.hidden | before.hidden)
    if not visible.any():
        return np.inf
    colours, colours_before = view.colours[visible], before.colours[visible]
    gain = (colours * colours_before).sum() / max((colours * colours).sum(), 1.0)
    return float(np.abs(gain * colours - colours_before).mean())
