"""Refine lattices to what is seen of them: dark gaps between stickers, and distortion of the lens.

Homographies are refitted to the gaps by robust least squares. A wide lens moves points towards the
middle of the image, the more the further out they are, so that the lines of a lattice are bent. The
distortion is estimated from the stickers of faces, and taken out of the image. It is that of the
division model: Fitzgibbon, "Simultaneous linear estimation of multiple view geometry and lens
distortion" (2001).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from vision.arrays import FloatArray, Image, IntArray
from vision.detect.lattice import Lattice, apply_homography, rectify_cells

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

GAP_CELL_PIXELS = 24  # pixels per cell of the rectified image
SEARCH_RADIUS = 8  # distance from a line within which its gap is searched, in these pixels
# pixels left out at both ends of a cell when its gap is averaged
SEGMENT_INSET = GAP_CELL_PIXELS // 4
ROUNDS = 3  # of rectifying and fitting
FIT_ROUNDS = 6  # of reweighting in each fit

# The sum of squared depths (grey levels, 0..255) across a gap that gives half the weight: 14 levels
# deep and one pixel wide, for example.
HALF_DEPTH = 200.0

# A measurement with this residual (in cells) has half the weight: fingers, glare and borders cause
# outliers.
CAUCHY_SCALE = 0.04
# Ridge weights (1 for each clear gap) that shrink a correction towards zero: the distance of the
# camera is several times the size of a face, so that the perspective is slight.
PERSPECTIVE_RIDGE = 0.02
AFFINE_WEIGHT = 1e-4
CENTRE_WEIGHT = 0.35  # of a sticker's centre (1 for a clear gap)
MAX_MISFIT = 0.12  # in cells: the largest misfit of one sticker that is counted

# The distortions that are tried: how much a point at the middle of the shorter image sides would be
# moved, in halves of the longer side, negative for a barrel.
DISTORTIONS = (0.05, 0.0, -0.05, -0.1, -0.15, -0.2, -0.25, -0.3, -0.35, -0.4)
MIN_DISTORTION = 0.1  # that is corrected: faces are found as well through a smaller one
MIN_STICKERS = 7  # of a face that is used; four determine a homography
# A distortion is believed if without it the stickers are further than this from a lattice (in
# cells, root mean square), and if it leaves less than this share of that.
MIN_MISFIT = 0.004
MAX_MISFIT_RATIO = 0.6


def refine(brightness: Image, lattice: Lattice) -> Lattice:
    """Return a lattice refitted to the gaps in an image and to the centres of its stickers."""
    return refine_all(brightness, [lattice])[0]


def refine_all(brightness: Image, lattices: Sequence[Lattice]) -> list[Lattice]:
    """Return several lattices of one size refined, computed together."""
    if not lattices:
        return []
    n = lattices[0].n
    count = np.array([len(lattice.sticker_centres) for lattice in lattices])
    max_count = max(int(count.max()), 1)
    exists = np.arange(max_count) < count[:, None]
    stickers, cell_centres = np.zeros((2, len(lattices), max_count, 2))
    for k, lattice in enumerate(lattices):
        stickers[k, : count[k]] = lattice.sticker_centres
        cell_centres[k, : count[k]] = np.argwhere(lattice.has_sticker)[:, ::-1] + 0.5
    homographies = np.stack([lattice.homography for lattice in lattices])
    for _ in range(ROUNDS):
        sides = (n, n)
        rectified = [
            rectify_cells(brightness, h, sides, GAP_CELL_PIXELS, GAP_CELL_PIXELS // 2)
            for h in homographies
        ]
        gaps = measure_gaps(np.stack(rectified), n)
        measured = apply_homography(np.linalg.inv(homographies), stickers)
        correction = _solve_corrections(gaps, measured, cell_centres, CENTRE_WEIGHT * exists, n)
        homographies = homographies @ np.linalg.inv(correction)
        homographies /= homographies[:, 2:, 2:]
    distances = np.linalg.norm(
        apply_homography(np.linalg.inv(homographies), stickers) - cell_centres, axis=2
    )
    misfits = (np.minimum(distances, MAX_MISFIT) * exists).sum(1) / np.maximum(count, 1)
    return [
        replace(
            lattice,
            homography=homography,
            misfit=float(misfit) if len(lattice.sticker_centres) else lattice.misfit,
        )
        for lattice, homography, misfit in zip(lattices, homographies, misfits, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class GapMeasurements:
    """The gaps between stickers in K rectified images of one size.

    The first half of M measurements is of lines across, the second of lines down. `points` (K x M x
    2): in cells; `axis` (M): 1 for a line across, which gives y, 0 for one down; `line` (M): its
    number; `weight` (K x M, 0..1): the clarity of the gap.
    """

    points: FloatArray
    axis: IntArray
    line: FloatArray
    weight: FloatArray


def measure_gaps(rectified: Image, n: int) -> GapMeasurements:
    """Return the measured gap of each inner line in K rectified images (K x H x W)."""
    layout = _layout(n)
    inner = slice(GAP_CELL_PIXELS // 2, -(GAP_CELL_PIXELS // 2))
    down = np.swapaxes(rectified, 1, 2)
    bands = np.stack([rectified[:, layout.rows, inner], down[:, layout.rows, inner]], 1)
    cells = bands.reshape(len(rectified), 2, n - 1, 2 * SEARCH_RADIUS, n, GAP_CELL_PIXELS)
    segments = cells[..., SEGMENT_INSET:-SEGMENT_INSET].mean(5, dtype=np.float32)
    # image, axis, line, across, cell
    valley_rim = np.minimum(
        np.maximum.accumulate(segments, 3),
        np.maximum.accumulate(segments[:, :, :, ::-1], 3)[:, :, :, ::-1],
    )
    depth = (valley_rim - segments) ** 2
    total = depth.sum(3)
    across = np.arange(-SEARCH_RADIUS, SEARCH_RADIUS) + 0.5
    offset = np.einsum("r,kalrc->kalc", across, depth) / (total + 1e-9) / GAP_CELL_PIXELS
    points = np.repeat(layout.points[None], len(rectified), 0)
    half = n * (n - 1)
    points[:, :half, 1] += offset[:, 0].reshape(len(rectified), -1)
    points[:, half:, 0] += offset[:, 1].reshape(len(rectified), -1)
    weight = (total / (total + HALF_DEPTH)).reshape(len(rectified), -1)
    return GapMeasurements(points, layout.axis, layout.line, weight)


@dataclass(frozen=True, slots=True, eq=False)
class _GapLayout:
    """The expected gaps of an n x n lattice; `rows`: the pixels around each line."""

    rows: IntArray
    points: FloatArray
    axis: IntArray
    line: FloatArray


@cache
def _layout(n: int) -> _GapLayout:
    lines = np.arange(1, n)
    rows = (
        GAP_CELL_PIXELS // 2
        + lines[:, None] * GAP_CELL_PIXELS
        + np.arange(-SEARCH_RADIUS, SEARCH_RADIUS)
    )
    line, along = np.repeat(lines, n).astype(float), np.tile(np.arange(n) + 0.5, n - 1)
    points = np.concatenate([np.stack([along, line], 1), np.stack([line, along], 1)])
    return _GapLayout(rows, points, np.repeat([1, 0], len(line)), np.tile(line, 2))


def _solve_corrections(
    gaps: GapMeasurements,
    measured: FloatArray,
    cell_centres: FloatArray,
    centre_weights: FloatArray,
    n: int,
) -> FloatArray:
    """Return homographies near 1 (K x 3 x 3) that map the measurements to their expected positions.

    Gaps to their lines, and the centres of stickers (`measured`, K x S x 2) to those of their cells
    (`cell_centres`), with weights (`centre_weights`, K x S). Iteratively reweighted least squares.
    """
    points = np.concatenate([gaps.points, measured, measured], 1) - n / 2
    count = measured.shape[1]
    axis = np.concatenate([gaps.axis, np.repeat([0, 1], count)])
    line = np.broadcast_to(gaps.line, gaps.weight.shape)
    target = np.concatenate([line, cell_centres[..., 0], cell_centres[..., 1]], 1) - n / 2
    weight = np.concatenate([gaps.weight, centre_weights, centre_weights], 1)
    x, y = points[..., 0], points[..., 1]
    design = np.zeros((*target.shape, 8))
    for k, first in ((0, 0), (1, 3)):
        of_axis = axis == k
        design[:, of_axis, first : first + 2] = points[:, of_axis]
        design[:, of_axis, first + 2] = 1
    design[..., 6] = -target * x
    design[..., 7] = -target * y
    residual = target - np.where(axis == 0, x, y)
    ridge = np.diag([AFFINE_WEIGHT] * 6 + [PERSPECTIVE_RIDGE] * 2)
    robust = weight
    for _ in range(FIT_ROUNDS):
        weighted = np.swapaxes(design * robust[..., None], 1, 2)
        step = np.linalg.solve(weighted @ design + ridge, weighted @ residual[..., None])
        scaled_residual = (residual - (design @ step)[..., 0]) / CAUCHY_SCALE
        robust = weight / (1 + scaled_residual**2)
    centred = np.concatenate([step[..., 0], np.zeros((len(step), 1))], 1).reshape(-1, 3, 3)
    from_centre = np.array([[1, 0, n / 2], [0, 1, n / 2], [0, 0, 1.0]])
    to_centre = np.array([[1, 0, -n / 2], [0, 1, -n / 2], [0, 0, 1.0]])
    return np.asarray(from_centre @ (centred + np.eye(3)) @ to_centre, float)


# These numbers were set by hand on drawn scenes; the benchmark `faces` measures their effect.


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

    The middles of its shorter edges stay where they are.
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
    """Return the factor by which points are further out in the distorted image than without."""
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
