"""Bring a lattice to within a few hundredths of a sticker, by the dark gaps between stickers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from vision.arrays import Floats, Image, Ints
from vision.lattice import Lattice, project

CELL = 24  # pixels a cell in the straightened picture
REACH = 8  # how far from a line its gap is looked for, in those pixels
ROUNDS = 3

# A measurement this far off (in cells) counts half: fingers, glare and borders mislead some.
SCALE = 0.04
# Faces are seen from several times their own size away: perspective is slight.
PERSPECTIVE = 0.02

MIDDLE_WEIGHT = 0.35  # of a sticker's middle beside a clear gap
MOST_MISFIT = 0.12  # in cells: what is further off counts no more


def straighten(picture: Image, lattice: Lattice, cell: int, margin: int) -> Image:
    """Return the picture with a lattice's cells made squares of `cell` pixels, and a margin."""
    return straighten_cells(picture, lattice.homography, (lattice.n, lattice.n), cell, margin)


def straighten_cells(
    picture: Image, homography: Floats, cells: tuple[int, int], cell: int, margin: int
) -> Image:
    """Return so many columns and rows of the cells that a homography lays over a picture."""
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
    """Refit a lattice to the gaps in a picture and to the middles of the stickers found in it."""
    return refine_all(brightness, [lattice])[0]


def refine_all(brightness: Image, lattices: Sequence[Lattice]) -> list[Lattice]:
    """Refine several lattices of one size, together in less time."""
    if not lattices:
        return []
    n = lattices[0].n
    count = np.array([len(lattice.stickers) for lattice in lattices])
    most = max(int(count.max()), 1)
    there = np.arange(most) < count[:, None]
    stickers, middles = np.zeros((2, len(lattices), most, 2))
    for k, lattice in enumerate(lattices):
        stickers[k, : count[k]] = lattice.stickers
        middles[k, : count[k]] = np.argwhere(lattice.found)[:, ::-1] + 0.5
    homographies = np.stack([lattice.homography for lattice in lattices])
    for _ in range(ROUNDS):
        sides = (n, n)
        flat = [straighten_cells(brightness, h, sides, CELL, CELL // 2) for h in homographies]
        gaps = find_gaps(np.stack(flat), n)
        places = project(np.linalg.inv(homographies), stickers)
        correction = _correction(gaps, places, middles, MIDDLE_WEIGHT * there, n)
        homographies = homographies @ np.linalg.inv(correction)
        homographies /= homographies[:, 2:, 2:]
    off = np.linalg.norm(project(np.linalg.inv(homographies), stickers) - middles, axis=2)
    misfits = (np.minimum(off, MOST_MISFIT) * there).sum(1) / np.maximum(count, 1)
    return [
        replace(
            lattice,
            homography=homography,
            misfit=float(misfit) if len(lattice.stickers) else lattice.misfit,
        )
        for lattice, homography, misfit in zip(lattices, homographies, misfits, strict=True)
    ]


@dataclass(frozen=True, slots=True, eq=False)
class FlatGaps:
    """Where the gaps between stickers were seen in K straightened pictures of one size.

    The first half of M measurements is of lines across, the second of lines down. `points`
    (K x M x 2), in cells; `axis` (M): 1 for a line across, which tells y, 0 for one down; `line`
    (M): its number; `weight` (K x M): how clear the gap is (0..1).
    """

    points: Floats
    axis: Ints
    line: Floats
    weight: Floats


def find_gaps(flats: Image, n: int) -> FlatGaps:
    """Measure where each inner line's gap runs in K straightened pictures (K x H x W)."""
    layout = _layout(n)
    inner = slice(CELL // 2, -(CELL // 2))
    down = np.swapaxes(flats, 1, 2)
    bands = np.stack([flats[:, layout.rows, inner], down[:, layout.rows, inner]], 1)
    cells = bands.reshape(len(flats), 2, n - 1, 2 * REACH, n, CELL)
    segments = cells[..., CELL // 4 : -CELL // 4].mean(5, dtype=np.float32)
    # picture, axis, line, across, cell
    shore = np.minimum(
        np.maximum.accumulate(segments, 3),
        np.maximum.accumulate(segments[:, :, :, ::-1], 3)[:, :, :, ::-1],
    )
    depth = (shore - segments) ** 2
    total = depth.sum(3)
    across = np.arange(-REACH, REACH) + 0.5
    offset = np.einsum("r,kalrc->kalc", across, depth) / (total + 1e-9) / CELL
    points = np.repeat(layout.points[None], len(flats), 0)
    half = n * (n - 1)
    points[:, :half, 1] += offset[:, 0].reshape(len(flats), -1)
    points[:, half:, 0] += offset[:, 1].reshape(len(flats), -1)
    weight = (total / (total + 200.0)).reshape(len(flats), -1)
    return FlatGaps(points, layout.axis, layout.line, weight)


@dataclass(frozen=True, slots=True, eq=False)
class _Layout:
    """Where the gaps of an n x n lattice should be; `rows`: the pixels about each line."""

    rows: Ints
    points: Floats
    axis: Ints
    line: Floats


@cache
def _layout(n: int) -> _Layout:
    lines = np.arange(1, n)
    rows = CELL // 2 + lines[:, None] * CELL + np.arange(-REACH, REACH)
    line, along = np.repeat(lines, n).astype(float), np.tile(np.arange(n) + 0.5, n - 1)
    points = np.concatenate([np.stack([along, line], 1), np.stack([line, along], 1)])
    return _Layout(rows, points, np.repeat([1, 0], len(line)), np.tile(line, 2))


def _correction(gaps: FlatGaps, places: Floats, middles: Floats, trust: Floats, n: int) -> Floats:
    """Return the homographies near 1 (K x 3 x 3) that take what was measured to where it belongs.

    Gaps to their lines, and the stickers' middles from their places (K x S x 2) to their cells'
    (`middles`), as far as they are trusted (K x S).
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
    missing = goal - np.where(axis == 0, x, y)
    ridge = np.diag([1e-4] * 6 + [PERSPECTIVE] * 2)
    robust = weight
    for _ in range(6):
        weighted = np.swapaxes(design * robust[..., None], 1, 2)
        step = np.linalg.solve(weighted @ design + ridge, weighted @ missing[..., None])
        off = (missing - (design @ step)[..., 0]) / SCALE
        robust = weight / (1 + off**2)
    centred = np.concatenate([step[..., 0], np.zeros((len(step), 1))], 1).reshape(-1, 3, 3)
    there = np.array([[1, 0, n / 2], [0, 1, n / 2], [0, 0, 1.0]])
    back = np.array([[1, 0, -n / 2], [0, 1, -n / 2], [0, 0, 1.0]])
    return np.asarray(there @ (centred + np.eye(3)) @ back, float)
