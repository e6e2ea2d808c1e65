"""Estimate the distortion of a lens from the stickers of faces, and take it out of the image.

A wide lens moves points towards the middle of the image, the more the further out they are, so
that the lines of a lattice are bent. The distortion is that of the division model: Fitzgibbon,
"Simultaneous linear estimation of multiple view geometry and lens distortion" (2001).
"""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import FloatArray, Image
from vision.detect.lattice import Lattice, apply_homography

# These numbers were set by hand on drawn scenes; `rokumen bench faces` measures their effect.

# The distortions that are tried: how much a point at the middle of the shorter image sides would be
# moved, in halves of the longer side, negative for a barrel.
DISTORTIONS = (0.05, 0.0, -0.05, -0.1, -0.15, -0.2, -0.25, -0.3, -0.35, -0.4)
MIN_DISTORTION = 0.1  # that is corrected: faces are found as well through a smaller one
MIN_STICKERS = 7  # of a face that is used; four determine a homography
# A distortion is believed if without it the stickers are further than this from a lattice (in
# cells, root mean square), and if it leaves less than this share of that.
MIN_MISFIT = 0.004
MAX_MISFIT_RATIO = 0.6


def lens_distortion(lattices: Sequence[Lattice], size: tuple[int, int]) -> float:
    """Return the distortion of an image (width, height) from the lattices in it, 0 if small."""
    used = [each for each in lattices if len(each.sticker_centres) >= MIN_STICKERS]
    if not used:
        return 0.0
    misfits = _misfits(used, size)
    without, best = misfits[DISTORTIONS.index(0.0)], int(np.argmin(misfits))
    if without <= MIN_MISFIT or misfits[best] >= MAX_MISFIT_RATIO * without:
        return 0.0
    return DISTORTIONS[best] if abs(DISTORTIONS[best]) >= MIN_DISTORTION else 0.0


def undistorted(image: Image, distortion: float) -> Image:
    """Return an image (H x W x 3 uint8) without its distortion.

    The middles of its left and right edges stay.
    """
    height, width = image.shape[:2]
    middle, radius = _middle_and_radius((width, height))
    x, y = (
        ((np.arange(length) - centre) / (radius * (1 + distortion))).astype(np.float32)
        for length, centre in zip((width, height), middle, strict=True)
    )
    moved = np.float32(radius) * _stretch(x**2 + y[:, None] ** 2, distortion)
    across, down = x * moved + np.float32(middle[0]), y[:, None] * moved + np.float32(middle[1])
    return np.asarray(
        cv2.remap(image, across, down, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE), np.uint8
    )


def distorted_points(points: FloatArray, size: tuple[int, int], distortion: float) -> FloatArray:
    """Return where points (... x 2) of the undistorted image are in the image (width, height)."""
    middle, radius = _middle_and_radius(size)
    ideal = (points - middle) / (radius * (1 + distortion))
    stretch = _stretch((ideal**2).sum(-1, keepdims=True), distortion)
    return np.asarray(ideal * stretch * radius + middle, float)


def _stretch(squared_distance: FloatArray, distortion: float) -> FloatArray:
    """Return by how much points are further out in the distorted image than in the ideal one."""
    return np.asarray(2 / (1 + np.sqrt(np.maximum(1 - 4 * distortion * squared_distance, 0))))


def undistorted_points(
    points: FloatArray, size: tuple[int, int], distortion: float | FloatArray
) -> FloatArray:
    """Return where points (... x 2) of the image (width, height) are in the undistorted one.

    For several distortions (B x 1 x 1) B x K x 2.
    """
    middle, radius = _middle_and_radius(size)
    seen = (points - middle) / radius
    ideal = seen / (1 + distortion * (seen**2).sum(-1, keepdims=True))
    return np.asarray(ideal * radius * (1 + distortion) + middle, float)


def distorted_homography(
    homography: FloatArray, n: int, size: tuple[int, int], distortion: float
) -> FloatArray:
    """Return the homography nearest to an n x n lattice of the undistorted image in the image."""
    lines = np.arange(n + 1.0)
    points = np.stack(np.meshgrid(lines, lines), 2).reshape(-1, 2)
    found, _ = cv2.findHomography(
        points, distorted_points(apply_homography(homography, points), size, distortion)
    )
    return np.asarray(found, float)


def _middle_and_radius(size: tuple[int, int]) -> tuple[FloatArray, float]:
    return (np.array(size) - 1) / 2, max(size) / 2


def _misfits(lattices: Sequence[Lattice], size: tuple[int, int]) -> FloatArray:
    """Return how far stickers are from lattices (cells, root mean square) for each distortion."""
    squares, freedom = np.zeros(len(DISTORTIONS)), 0
    for lattice in lattices:
        cells = np.argwhere(lattice.has_sticker)[:, ::-1] + 0.5
        centres = undistorted_points(
            lattice.sticker_centres, size, np.array(DISTORTIONS)[:, None, None]
        )
        squares += (_distances_from_lattice(centres, cells) ** 2).sum((1, 2))
        freedom += 2 * len(cells) - 8
    return np.asarray(np.sqrt(squares / freedom))


def _distances_from_lattice(pixels: FloatArray, cells: FloatArray) -> FloatArray:
    """Return how far points are from their cells (K x 2) under the homography that fits best.

    For B sets of pixels (B x K x 2) and a homography of each: B x K x 2, in cells, times the depth
    of each point, which is about 1. Linear least squares.
    """
    centred = pixels - pixels.mean(1, keepdims=True)
    x, y = np.moveaxis(centred / np.abs(centred).max((1, 2), keepdims=True), 2, 0)
    zero, one = np.zeros_like(x), np.ones_like(x)
    u, v = cells.T
    design = np.stack(
        [
            np.stack([x, y, one, zero, zero, zero, -u * x, -u * y], 2),
            np.stack([zero, zero, zero, x, y, one, -v * x, -v * y], 2),
        ],
        2,
    ).reshape(len(pixels), -1, 8)
    across = np.swapaxes(design, 1, 2)
    target = cells.reshape(-1, 1)
    solution = np.linalg.solve(across @ design, across @ target)
    return np.asarray((design @ solution - target).reshape(pixels.shape))
