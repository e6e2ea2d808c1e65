"""Bring a lattice to within a few hundredths of a sticker, by the dark gaps between stickers."""

from __future__ import annotations

from dataclasses import replace

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


def straighten(picture: Image, lattice: Lattice, cell: int, margin: int) -> Image:
    """Return the picture with a lattice's cells made squares of `cell` pixels, and a margin."""
    scale = np.diag([1 / cell, 1 / cell, 1.0])
    scale[:2, 2] = -margin / cell + 0.5 / cell
    side = lattice.n * cell + 2 * margin
    return np.asarray(
        cv2.warpPerspective(
            picture,
            lattice.homography @ scale,
            (side, side),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


def refine(brightness: Image, lattice: Lattice) -> Lattice:
    """Refit a lattice to the gaps in a picture and to the middles of the stickers found in it."""
    middles = np.argwhere(lattice.found)[:, ::-1] + 0.5
    for _ in range(ROUNDS):
        measured, axis, target, weight = find_gaps(
            straighten(brightness, lattice, CELL, CELL // 2), lattice.n
        )
        places = project(np.linalg.inv(lattice.homography), lattice.stickers)
        for k in (0, 1):
            measured = np.vstack([measured, places])
            axis = np.append(axis, np.full(len(places), k))
            target = np.append(target, middles[:, k])
            weight = np.append(weight, np.full(len(places), 0.35))
        correction = _correction(measured, axis, target, weight, lattice.n)
        homography = lattice.homography @ np.linalg.inv(correction)
        lattice = replace(lattice, homography=homography / homography[2, 2])
    if not len(middles):
        return lattice
    off = project(np.linalg.inv(lattice.homography), lattice.stickers) - middles
    return replace(lattice, misfit=float(np.minimum(np.hypot(*off.T), 0.12).mean()))


def find_gaps(flat: Image, n: int) -> tuple[Floats, Ints, Floats, Floats]:
    """Measure where each inner line's gap runs: points (in cells), axis, line, weight."""
    lines = np.arange(1, n)
    rows = CELL // 2 + lines[:, None] * CELL + np.arange(-REACH, REACH)
    inner = slice(CELL // 2, -(CELL // 2))
    bands = np.stack([flat[:, inner][rows], flat.T[:, inner][rows]]).astype(np.float32)
    cells = bands.reshape(2, n - 1, 2 * REACH, n, CELL)
    segments = cells[..., CELL // 4 : -CELL // 4].mean(4)  # axis, line, across, cell
    shore = np.minimum(
        np.maximum.accumulate(segments, 2),
        np.maximum.accumulate(segments[:, :, ::-1], 2)[:, :, ::-1],
    )
    depth = (shore - segments) ** 2
    total = depth.sum(2)
    across = np.arange(-REACH, REACH) + 0.5
    offset = np.einsum("r,alrc->alc", across, depth) / (total + 1e-9) / CELL
    target = np.broadcast_to(lines[None, :, None], total.shape)
    along = np.broadcast_to(np.arange(n) + 0.5, total.shape)
    axis = np.broadcast_to(np.array([1, 0])[:, None, None], total.shape)
    place = np.where(axis[..., None] == [0, 1], (target + offset)[..., None], along[..., None])
    weight = total / (total + 200.0)
    return place.reshape(-1, 2), axis.ravel(), target.ravel().astype(float), weight.ravel()


def _correction(points: Floats, axis: Ints, target: Floats, weight: Floats, n: int) -> Floats:
    """Return the homography near 1 that takes measured points to the lines they belong on."""
    x, y = (points - n / 2).T
    goal = target - n / 2
    zero = np.zeros_like(x)
    one = np.ones_like(x)
    across = np.column_stack([x, y, one, zero, zero, zero, -goal * x, -goal * y])
    down = np.column_stack([zero, zero, zero, x, y, one, -goal * x, -goal * y])
    design = np.where((axis == 0)[:, None], across, down)
    missing = goal - np.where(axis == 0, x, y)
    ridge = np.diag([1e-4] * 6 + [PERSPECTIVE] * 2)
    robust = weight
    step = np.zeros(8)
    for _ in range(6):
        step = np.linalg.solve(
            design.T @ (design * robust[:, None]) + ridge, design.T @ (robust * missing)
        )
        off = (missing - design @ step) / SCALE
        robust = weight / (1 + off**2)
    centred = np.append(step, 0.0).reshape(3, 3) + np.eye(3)
    there = np.array([[1, 0, n / 2], [0, 1, n / 2], [0, 0, 1.0]])
    return np.asarray(there @ centred @ np.linalg.inv(there), float)
