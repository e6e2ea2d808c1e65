"""One colour for each sticker of a face, robust against fingers, glare and logos."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.face import FaceView
from vision.lattice import Lattice, project
from vision.refine import straighten

CELL = 20  # pixels a cell in the straightened picture that is sampled
EDGE = 5  # pixels left out on each side of a cell: gaps, borders and rounded corners

# Pixels this far from a sticker's middle colour (in 0..255) are not the sticker's.
SPREAD = 26.0


def view_face(image: Image, lattice: Lattice, score: float) -> FaceView:
    """Return a face as a picture (H x W x 3 uint8 BGR) shows it."""
    colours, visible = sample_stickers(image, lattice)
    around = _surroundings(image, lattice)
    return FaceView(lattice.n, lattice.homography, colours, visible, score, around)


def sample_stickers(image: Image, lattice: Lattice) -> tuple[Floats, Floats]:
    """Return each cell's colour (n x n x 3, BGR 0..255) and how much of it shows that colour.

    The second is n x n, 0..1: low where a finger, a highlight or the picture's edge takes part
    of the sticker.
    """
    n = lattice.n
    flat = straighten(image, lattice, CELL, 0).astype(float)
    cells = flat.reshape(n, CELL, n, CELL, 3).swapaxes(1, 2)[:, :, EDGE:-EDGE, EDGE:-EDGE]
    pixels = cells.reshape(n, n, -1, 3)
    middle = np.median(pixels, 2)
    for _ in range(2):
        near = np.abs(pixels - middle[:, :, None]).max(3) < SPREAD
        share = near.mean(2)
        total = (pixels * near[..., None]).sum(2)
        middle = np.where(
            share[..., None] > 0, total / np.maximum(near.sum(2), 1)[..., None], middle
        )
    return middle, share * _in_picture(image, lattice)


def _in_picture(image: Image, lattice: Lattice) -> Floats:
    """Return which share of each cell's sampled part lies inside the picture (n x n)."""
    n = lattice.n
    inside = np.arange(EDGE, CELL - EDGE) + 0.5
    along = (np.arange(n)[:, None] + inside / CELL).ravel()
    places = np.stack(np.meshgrid(along, along), 2).reshape(-1, 2)
    x, y = project(lattice.homography, places).T
    height, width = image.shape[:2]
    seen = (x >= 0) & (x <= width - 1) & (y >= 0) & (y <= height - 1)
    size = len(inside)
    return np.asarray(seen.reshape(n, size, n, size).mean((1, 3)), float)


def _surroundings(image: Image, lattice: Lattice) -> Floats:
    """Return the mean colour (BGR) outside of a face and of what is next to it."""
    small = image[::4, ::4]
    middle = lattice.corners.mean(0)
    outline = (middle + 1.3 * (lattice.corners - middle)) / 4
    outside = np.ones(small.shape[:2], np.uint8)
    cv2.fillPoly(outside, [np.rint(outline).astype(np.int32)], (0,))
    return np.array(cv2.mean(small, outside if outside.any() else None)[:3])
