"""Views of faces with chosen colours, corners and visibility."""

import numpy as np

from vision.arrays import FloatArray
from vision.detect.face import FaceView
from vision.detect.lattice import face_homography


def square(side: float, left: float = 0, top: float = 0) -> FloatArray:
    """Return the corners of an upright square in pixels, clockwise from the top left."""
    return np.array([left, top]) + side * np.array([[0, 0], [1, 0], [1, 1], [0, 1]], float)


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
