"""A frame of a film as it is searched: by several trackers perhaps, but only once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, Image, IntArray
from vision.detect.face import FaceView
from vision.detect.lattice import resized
from vision.detect.photograph import find_faces

# The longer side (pixels) of the frames as they are searched.
SMALLEST_SIDE, LARGEST_SIDE = 360, 640


class FilmFrame:
    """One frame, and what is found in it, each when it is first asked for.

    `image` (H x W x 3 uint8 BGR): as it is searched.
    """

    def __init__(self, image: Image) -> None:
        """Take a frame of any size."""
        self.image = searched(image)

    @cached_property
    def brightest(self) -> Image:
        """The brightest channel (H x W uint8), a little blurred."""
        blue, green, red = cv2.split(cv2.blur(self.image, (3, 3)))
        return np.asarray(cv2.max(cv2.max(blue, green), red), np.uint8)

    @cached_property
    def faces(self) -> Sequence[FaceView]:
        """The faces of a cube, as far as they are found."""
        return find_faces(self.image)


def searched(image: Image) -> Image:
    """Return an image as it is searched: neither very small nor large."""
    longer = max(image.shape[:2])
    if longer > LARGEST_SIDE:
        return resized(image, LARGEST_SIDE)
    if longer >= SMALLEST_SIDE:
        return image
    scale = SMALLEST_SIDE / longer
    enlarged = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return np.asarray(enlarged, np.uint8)


def nearest_pixels(image: Image | BoolArray, places: FloatArray) -> tuple[IntArray, IntArray]:
    """Return the rows and columns of the pixels nearest to places (... x 2), in pixels.

    For places outside of the image they are those at its border.
    """
    height, width = image.shape[:2]
    nearest = np.rint(places).astype(np.int64)
    return np.clip(nearest[..., 1], 0, height - 1), np.clip(nearest[..., 0], 0, width - 1)
