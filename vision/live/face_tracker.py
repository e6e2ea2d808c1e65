"""Track a face from one video frame to the next, and fuse its views once it stands still.

Whether it stands still and is sharp, and its colours, are those of the last frames together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import FloatArray, Image
from vision.capture.frame import Frame
from vision.colour.illumination import LAB_WEIGHTS, lab_from_bgr
from vision.detect.face import FaceView, mean_side, sample_face
from vision.detect.face_finder import MIN_SCORE
from vision.detect.lattice import Lattice, ScoredLattice, rectify, resized
from vision.detect.lattice_finder import find_lattices
from vision.detect.lattice_score import NEIGHBOUR_SHIFTS, EdgeMap
from vision.detect.photograph import SEARCH_SIDE, ImageFaces, detect_cube_faces
from vision.detect.refinement import refine
from vision.errors import NoFaceError

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-clips.

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

# Stickers that differ by more (Lab, lightness at half its weight) are different; one in so many,
# but not the middle of the face, may differ because of a highlight.
MAX_STICKER_DISTANCE = 16.0
STICKERS_PER_UNLIKE = 9
SHARPNESS_CELL_PIXELS = 20  # pixels per cell of the rectified image

# Pixels of the blur kernel for the comparison, as in Crete et al., "The blur effect".
BLUR_PIXELS = 9

# The time (seconds) for which a face must be still, and the number of frames in that time.
STILL_SECONDS = 0.35
MIN_FRAMES = 4

# The largest distance of a corner of a still face from its median position, in sides of the face:
# an unsteady hand, and the error of the detector.
MAX_CORNER_DRIFT = 0.06
MIN_SHARPNESS = 0.65  # the median of the frames' sharpness (0..1, see `sharpness`)

# A frame agrees with a sticker's fused colour if its own differs by no more than this (0..255,
# worst channel).
MAX_COLOUR_DEVIATION = 22.0

# In a captured face one sticker in so many may be hidden or inconsistent.
STICKERS_PER_UNCLEAR = 3


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


# These numbers were set by hand; the benchmark `scan` measures their effect on cube-clips.


def is_same_face(a: FaceView, b: FaceView) -> bool:
    """Return whether two views show one face, in any rotation.

    The middle of an odd size and all other stickers but one in nine must agree; hidden stickers
    count as agreeing.
    """
    return a.n == b.n and any(
        _matches_at_rotation(a, b, quarter_turns) for quarter_turns in range(4)
    )


def _matches_at_rotation(a: FaceView, b: FaceView, quarter_turns: int) -> bool:
    ours, theirs = np.rot90(a.colours, quarter_turns), b.colours
    seen = ~(np.rot90(a.hidden, quarter_turns) | b.hidden)
    if not seen.any():
        return False
    gain = float(np.median(theirs[seen].sum(1) / np.maximum(ours[seen].sum(1), 1)))
    difference = (lab_from_bgr(ours * gain) - lab_from_bgr(theirs)) * LAB_WEIGHTS
    differs = (np.hypot.reduce(difference, axis=2) > MAX_STICKER_DISTANCE) & seen
    middle = a.n // 2
    if a.n % 2 and differs[middle, middle]:
        return False
    return int(differs.sum()) <= a.n**2 // STICKERS_PER_UNLIKE


def sharpness(image: Image, view: FaceView) -> float:
    """Return how sharp a face is in an image (H x W x 3 uint8 BGR), from 0 to 1.

    A sharp image loses much of its variation when it is blurred, a blurred one little: the measure
    of Crete et al., "The blur effect" (2007), reversed, in the worse of the two directions, since
    motion blurs one.
    """
    lattice = Lattice(
        view.n, view.homography, np.zeros((view.n, view.n), bool), 0.0, np.zeros((0, 2))
    )
    rectified = rectify(image, lattice, SHARPNESS_CELL_PIXELS, 0)
    grey = cv2.cvtColor(np.asarray(rectified, np.uint8), cv2.COLOR_BGR2GRAY).astype(np.float32)
    return min(_variation_lost(grey, 0), _variation_lost(grey, 1))


def _variation_lost(grey: FloatArray, axis: int) -> float:
    size = (1, BLUR_PIXELS) if axis == 0 else (BLUR_PIXELS, 1)
    blurred = cv2.blur(grey, size)
    before = np.abs(np.diff(grey, axis=axis))
    after = np.abs(np.diff(blurred, axis=axis))
    lost = np.maximum(before - after, 0).sum()
    return float(lost / max(float(before.sum()), 1.0))


@dataclass(frozen=True, slots=True, eq=False)
class Observation:
    """The view of the tracked face in one frame: its time (seconds), and its sharpness (0..1)."""

    time: float
    view: FaceView
    sharpness: float


@dataclass(frozen=True, slots=True, eq=False)
class Track:
    """A face in consecutive frames, the newest last; no longer than needed."""

    observations: tuple[Observation, ...] = ()

    def appended(self, observation: Observation) -> Track:
        """Return the track with one more frame, and without those that are no longer needed."""
        observations = [*self.observations, observation]
        while (
            len(observations) > MIN_FRAMES
            and observation.time - observations[1].time >= STILL_SECONDS
        ):
            observations.pop(0)
        return Track(tuple(observations))

    @property
    def newest(self) -> FaceView:
        """The face in the last frame."""
        return self.observations[-1].view

    @property
    def stillness(self) -> float:
        """The share of the required time for which this face was still (0..1)."""
        still = 1
        while still < len(self.observations) and self._is_still(self.observations[-still - 1 :]):
            still += 1
        seconds = self.observations[-1].time - self.observations[-still].time
        return min(seconds / STILL_SECONDS, still / MIN_FRAMES, 1.0)

    @property
    def is_still(self) -> bool:
        """Whether it was still for long enough."""
        return self.stillness >= 1

    @property
    def is_sharp(self) -> bool:
        """Whether the median of the frames' sharpness is sufficient."""
        return bool(np.median([seen.sharpness for seen in self.observations]) >= MIN_SHARPNESS)

    @property
    def is_consistent(self) -> bool:
        """Whether the frames agree on the colours of nearly all stickers."""
        fused = self.fuse()
        return int(fused.hidden.sum()) <= fused.n**2 // STICKERS_PER_UNCLEAR

    def fuse(self) -> FaceView:
        """Return the face with the colours of all frames, at the position in the sharpest one.

        Each sticker has its median colour over the frames that saw most of it; its visibility is
        the median one, times the share of the frames that agree with that colour.
        """
        best = max(self.observations, key=lambda seen: seen.sharpness).view
        visible = np.stack([seen.view.visibility for seen in self.observations])
        is_visible = visible >= np.median(visible, 0)
        colours = np.stack([seen.view.colours for seen in self.observations])
        median = np.nanmedian(np.where(is_visible[..., None], colours, np.nan), 0)
        agreement = (np.abs(colours - median).max(-1) <= MAX_COLOUR_DEVIATION).mean(0)
        return replace(best, colours=median, visibility=np.median(visible, 0) * agreement)

    @staticmethod
    def _is_still(seen: tuple[Observation, ...]) -> bool:
        corners = np.stack([each.view.corners for each in seen])
        median = np.median(corners, 0)
        drift = np.hypot(*np.moveaxis(corners - median, -1, 0)).max()
        return bool(drift < MAX_CORNER_DRIFT * mean_side(median))


def add_neighbour_faces(frame: Frame, fused: FaceView) -> ImageFaces:
    """Return an image of a fused face, and of a 3x3x3 the neighbouring faces that a frame shows."""
    if fused.n != 3:
        return ImageFaces(frame.name, (fused,))
    try:
        front, *others = detect_cube_faces(frame).views
    except NoFaceError:
        return ImageFaces(frame.name, (fused,))
    return ImageFaces(frame.name, (fused, *others) if is_same_face(front, fused) else (fused,))
