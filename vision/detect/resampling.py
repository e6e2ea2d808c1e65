"""Copies of an image: resized, and with the cells of a lattice as squares."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from vision.arrays import FloatArray, Image
from vision.detect.lattice import Lattice

HALVED_FROM = 2  # an image with a longer side of this many times the one wanted is halved first


def resized(image: Image, side: int) -> Image:
    """Return an image (H x W x 3 uint8) with a longer side of `side` pixels.

    A large one is halved first, which is several times as fast as averaging parts of pixels. An odd
    last row or column is left out then.
    """
    factor = side / max(image.shape[:2])
    height, width = (max(1, round(factor * length)) for length in image.shape[:2])
    while max(image.shape[:2]) >= HALVED_FROM * side and min(image.shape[:2]) > 1:
        low, right = (length // 2 for length in image.shape[:2])
        even = image[: 2 * low, : 2 * right]
        image = np.asarray(cv2.resize(even, (right, low), interpolation=cv2.INTER_AREA), np.uint8)
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (width, height), interpolation=method), np.uint8)


def enlarging(scale: FloatArray) -> FloatArray:
    """Return the map (3 x 3) from pixels of an image to those of one `scale` (x, y) times as large.

    The centre of a pixel is at its whole number, so that an image begins at -0.5.
    """
    result = np.diag([*scale, 1.0])
    result[:2, 2] = (scale - 1) / 2
    return result


def scaling(source: Image, target: Image) -> FloatArray:
    """Return the map (3 x 3) from pixels of one copy of an image to those of another."""
    return enlarging(np.array(target.shape[1::-1]) / source.shape[1::-1])


def rectify(image: Image, lattice: Lattice, cell: int, margin: int) -> Image:
    """Return the image warped: a lattice's cells are squares of `cell` pixels."""
    return rectify_cells(image, lattice.homography, (lattice.n, lattice.n), cell, margin)


def rectify_cells(
    image: Image, homography: FloatArray, cells: tuple[int, int], cell: int, margin: int
) -> Image:
    """Return cells (columns, rows) of a homography as squares of `cell` pixels, with a margin."""
    columns, rows = cells
    return np.asarray(
        cv2.warpPerspective(
            image,
            homography @ _pixels_to_cells(cell, margin),
            (columns * cell + 2 * margin, rows * cell + 2 * margin),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


@cache
def _pixels_to_cells(cell: int, margin: int) -> FloatArray:
    """Return the map from pixels of a rectified image to cells."""
    scale = np.diag([1 / cell, 1 / cell, 1.0])
    scale[:2, 2] = (0.5 - margin) / cell
    return scale
