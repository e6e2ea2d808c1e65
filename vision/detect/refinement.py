"""Refine lattice homographies by the dark gaps between stickers (robust least squares)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from vision.arrays import FloatArray, Image, IntArray
from vision.detect.lattice import Lattice, apply_homography

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

GAP_CELL_PIXELS = 24  # pixels a cell in the rectified image
SEARCH_RADIUS = 8  # how far from a line its gap is looked for, in those pixels: a third of a cell
# pixels left out at both ends of a cell when its gap is averaged
SEGMENT_INSET = GAP_CELL_PIXELS // 4
ROUNDS = 3  # of straightening and fitting
FIT_ROUNDS = 6  # of reweighting in each fit

# The sum of squared depths (grey levels, 0..255) across a gap that counts half, such as of one 14
# levels deep and a pixel wide.
HALF_DEPTH = 200.0

# A measurement this far off (in cells) counts half: fingers, glare and borders mislead some.
CAUCHY_SCALE = 0.04
# Weights, beside 1 for each clear gap, with which a correction is held to none: faces are seen from
# several times their own size away, so that perspective is slight.
PERSPECTIVE_RIDGE = 0.02
AFFINE_WEIGHT = 1e-4
MIDDLE_WEIGHT = 0.35  # of a sticker's middle, beside 1 for a clear gap
MAX_MISFIT = 0.12  # in cells, of one sticker: what is further off counts no more


def rectify(picture: Image, lattice: Lattice, cell: int, margin: int) -> Image:
    """Return the image warped: a lattice's cells are squares of `cell` pixels."""
    return rectify_cells(picture, lattice.homography, (lattice.n, lattice.n), cell, margin)


def rectify_cells(
    picture: Image, homography: FloatArray, cells: tuple[int, int], cell: int, margin: int
) -> Image:
    """Return so many columns and rows of the cells of a homography as squares, with a margin."""
    scale = np.diag([1 / cell, 1 / cell, 1.0])
    scale[:2, 2] = -margin / cell + 0.5 / cell
    columns, rows = cells
    return np.asarray(
        cv2.warpPerspective(
            picture,
            homography @ scale,
            (columns * cell + 2 * margin, rows * cell + 2 * margin),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def refine(brightness: Image, lattice: Lattice) -> Lattice:
    """Return a lattice refitted to the gaps in an image and to the centres of its stickers."""
    return refine_all(brightness, [lattice])[0]


def refine_all(brightness: Image, lattices: Sequence[Lattice]) -> list[Lattice]:
    """Return several lattices of one size refined, computed together."""
    if not lattices:
        return []
    n = lattices[0].n
    count = np.array([len(lattice.sticker_centres) for lattice in lattices])
    most = max(int(count.max()), 1)
    there = np.arange(most) < count[:, None]
    stickers, middles = np.zeros((2, len(lattices), most, 2))
    for k, lattice in enumerate(lattices):
        stickers[k, : count[k]] = lattice.sticker_centres
        middles[k, : count[k]] = np.argwhere(lattice.has_sticker)[:, ::-1] + 0.5
    homographies = np.stack([lattice.homography for lattice in lattices])
    for _ in range(ROUNDS):
        sides = (n, n)
        flat = [
            rectify_cells(brightness, h, sides, GAP_CELL_PIXELS, GAP_CELL_PIXELS // 2)
            for h in homographies
        ]
        gaps = measure_gaps(np.stack(flat), n)
        places = apply_homography(np.linalg.inv(homographies), stickers)
        correction = _solve_corrections(gaps, places, middles, MIDDLE_WEIGHT * there, n)
        homographies = homographies @ np.linalg.inv(correction)
        homographies /= homographies[:, 2:, 2:]
    off = np.linalg.norm(apply_homography(np.linalg.inv(homographies), stickers) - middles, axis=2)
    misfits = (np.minimum(off, MAX_MISFIT) * there).sum(1) / np.maximum(count, 1)
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
    number; `weight` (K x M, 0..1): how clear the gap is.
    """

    points: FloatArray
    axis: IntArray
    line: FloatArray
    weight: FloatArray


def measure_gaps(rectified: Image, n: int) -> GapMeasurements:
    """Return where each inner line's gap runs in K rectified images (K x H x W)."""
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
    """The expected gaps of an n x n lattice; `rows`: the pixels about each line."""

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
    gaps: GapMeasurements, places: FloatArray, middles: FloatArray, trust: FloatArray, n: int
) -> FloatArray:
    """Return homographies near 1 (K x 3 x 3) that map the measurements to their expected places.

    Gaps to their lines, and the centres of stickers (`places`, K x S x 2) to those of their cells
    (`middles`), with weights (`trust`, K x S). Iteratively reweighted least squares.
    """
    points = np.concatenate([gaps.points, places, places], 1) - n / 2
    count = places.shape[1]
    axis = np.concatenate([gaps.axis, np.repeat([0, 1], count)])
    line = np.broadcast_to(gaps.line, gaps.weight.shape)
    goal = np.concatenate([line, middles[..., 0], middles[..., 1]], 1) - n / 2
    weight = np.concatenate([gaps.weight, trust, trust], 1)
    x, y = points[..., 0], points[..., 1]
    design = np.zeros((*goal.shape, 8))
    for k, first in ((0, 0), (1, 3)):
        own = axis == k
        design[:, own, first : first + 2] = points[:, own]
        design[:, own, first + 2] = 1
    design[..., 6] = -goal * x
    design[..., 7] = -goal * y
    residual = goal - np.where(axis == 0, x, y)
    ridge = np.diag([AFFINE_WEIGHT] * 6 + [PERSPECTIVE_RIDGE] * 2)
    robust = weight
    for _ in range(FIT_ROUNDS):
        weighted = np.swapaxes(design * robust[..., None], 1, 2)
        step = np.linalg.solve(weighted @ design + ridge, weighted @ residual[..., None])
        off = (residual - (design @ step)[..., 0]) / CAUCHY_SCALE
        robust = weight / (1 + off**2)
    centred = np.concatenate([step[..., 0], np.zeros((len(step), 1))], 1).reshape(-1, 3, 3)
    there = np.array([[1, 0, n / 2], [0, 1, n / 2], [0, 0, 1.0]])
    back = np.array([[1, 0, -n / 2], [0, 1, -n / 2], [0, 0, 1.0]])
    return np.asarray(there @ (centred + np.eye(3)) @ back, float)
