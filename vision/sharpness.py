"""How sharp a face is in a picture, whatever it shows and however bright it is."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.face import FaceView
from vision.lattice import Lattice
from vision.refine import straighten

CELL = 20  # pixels a cell in the straightened picture that is judged
WINDOW = 9  # pixels that the picture is blurred over for comparison


def sharpness(image: Image, view: FaceView) -> float:
    """Say how sharp a face is in a picture (H x W x 3 uint8 BGR): 0 a smear, 1 perfectly sharp.

    A sharp picture loses much of its variation when it is blurred, a blurred one little: the
    measure of F. Crete et al., "The blur effect" (2007), taken upside down and over the worse of
    the two directions, since motion blurs one.
    """
    lattice = Lattice(
        view.n, view.homography, np.zeros((view.n, view.n), bool), 0.0, np.zeros((0, 2))
    )
    flat = straighten(image, lattice, CELL, 0)
    grey = cv2.cvtColor(np.asarray(flat, np.uint8), cv2.COLOR_BGR2GRAY).astype(np.float32)
    return min(_lost(grey, 0), _lost(grey, 1))


def _lost(grey: Floats, axis: int) -> float:
    size = (1, WINDOW) if axis == 0 else (WINDOW, 1)
    blurred = cv2.blur(grey, size)
    before = np.abs(np.diff(grey, axis=axis))
    after = np.abs(np.diff(blurred, axis=axis))
    lost = np.maximum(before - after, 0).sum()
    return float(lost / max(float(before.sum()), 1.0))
