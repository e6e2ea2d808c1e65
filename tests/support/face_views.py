"""Views of faces with chosen colours, corners and visibility."""

import cv2
import numpy as np

from vision.arrays import FloatArray
from vision.detect.face import FaceView


def square(side: float, left: float = 0, top: float = 0) -> FloatArray:
    """Return the corners of an upright square in pixels, clockwise from the top left."""
    return np.array([left, top]) + side * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


def face_homography(corners: FloatArray, n: int = 3) -> FloatArray:
    """Return the homography from stickers (0..n) to pixels of a face with these corners."""
    stickers = square(n).astype(np.float32)
    return cv2.getPerspectiveTransform(stickers, corners.astype(np.float32)).astype(float)


def face_view(
    colours: FloatArray,
    corners: FloatArray | None = None,
    visibility: FloatArray | None = None,
    score: float = 1.0,
) -> FaceView:
    """Return the view of a face of n x n stickers (n x n x 3, BGR), fully visible by default."""
    n = len(colours)
    return FaceView(
        n,
        face_homography(square(300, 100, 100) if corners is None else corners, n),
        np.asarray(colours, float),
        np.ones((n, n)) if visibility is None else visibility,
        score,
        np.full(3, 128.0),
    )
