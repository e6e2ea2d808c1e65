"""What is behind a cube and the hands, as far as a film of a camera that stands still shows it."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, Image
from vision.film.cube_pose import CubeInFrame

# Of a picture every so many-th pixel is looked at.
STEP = 4
# A colour is the usual one of its pixel if no channel differs by more (grey levels). It is that of
# the background where it was seen in such a share of about so many frames, beside the cube: hands
# and cubes rest for long, but not so long at one place.
LIKE, FRAMES, USUAL_SHARE = 20.0, 300, 0.6
# A pixel whose colour was usual in less than this share takes each new colour for the usual one.
UNUSUAL_SHARE = 0.3
FOLLOWED = 0.05  # how much of each new colour counts


class Background:
    """The usual colour of each pixel, and in which share of the frames it was seen."""

    def __init__(self) -> None:
        self._usual: FloatArray = np.zeros((0, 0, 3))
        self._share: FloatArray = np.zeros((0, 0))

    def see(self, image: Image, pose: CubeInFrame | None) -> None:
        """Learn from a frame (H x W x 3 uint8 BGR) in which the cube has this pose, if any."""
        seen = _fewer(image)
        if self._usual.shape != seen.shape:
            self._usual, self._share = seen.copy(), np.zeros(seen.shape[:2])
        like = self._is_usual(seen)
        follows = like | (self._share < UNUSUAL_SHARE)
        self._usual += FOLLOWED * follows[..., None] * (seen - self._usual)
        beside = like.astype(np.uint8)
        if pose is not None:
            cv2.fillConvexPoly(beside, np.rint(pose.outline / STEP).astype(np.int32), 0)
        self._share += (beside - self._share) / FRAMES

    def shown(self, image: Image) -> BoolArray:
        """Return where an image shows the background: at every STEP-th pixel, False if unknown."""
        seen = _fewer(image)
        if self._usual.shape != seen.shape:
            return np.zeros(seen.shape[:2], bool)
        return (self._share > USUAL_SHARE) & self._is_usual(seen)

    def _is_usual(self, seen: FloatArray) -> BoolArray:
        return np.asarray(np.abs(seen - self._usual).max(2) < LIKE, bool)


def _fewer(image: Image) -> FloatArray:
    return image[::STEP, ::STEP].astype(float)
