"""Lattices of stickers: an n x n net of square regions, its homography, and how well it fits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache

import cv2
import numpy as np

from vision.arrays import Flags, Floats

# Perspective is held back when a lattice is fitted: a face is seen from several times its own
# size away, so that opposite sides never differ by more than this (as a logarithm).
PERSPECTIVE = 0.15
MOST_PERSPECTIVE = 0.5

# So few stickers leave a homography open, which is then drawn to the seed's own frame.
FEW = 4
START_WEIGHT = 0.02

RIDGE = np.array([1e-9] * 6 + [PERSPECTIVE] * 2)
DIAGONAL = range(8)

NEXT = [1, 2, 3, 0]  # corner


@dataclass(frozen=True, slots=True)
class Lattice:
    """An n x n net laid over a picture.

    `homography` takes a point (x right, y down, in cells, 0..n) to pixels; `found` (n x n) tells
    which cells have a sticker of their own in the picture; `misfit` is the typical distance in
    cells between a sticker's middle and its cell's.
    """

    n: int
    homography: Floats
    found: Flags
    misfit: float
    stickers: Floats  # (K, 2) the pixels of the middles of the stickers found, by rows

    @classmethod
    def bare(cls, n: int, homography: Floats) -> Lattice:
        """Return a lattice none of whose stickers has been found."""
        return cls(n, homography, np.zeros((n, n), bool), 0.0, np.zeros((0, 2)))

    @property
    def corners(self) -> Floats:
        """The outline's four corners in pixels (4 x 2), clockwise from the top left."""
        return project(self.homography, _square(self.n))

    @property
    def plausible(self) -> bool:
        """Whether a camera could see a square like this: convex, with slight perspective only."""
        return bool(plausible(self.homography[None], self.n)[0])

    @property
    def area(self) -> float:
        """The outline's area in pixels."""
        return float(abs(cv2.contourArea(self.corners.astype(np.float32))))

    def shifted(self, columns: int, rows: int) -> Lattice:
        """Return the lattice moved by whole cells."""
        step = np.array([[1, 0, columns], [0, 1, rows], [0, 0, 1.0]])
        return replace(self, homography=self.homography @ step)


@cache
def _square(n: int) -> Floats:
    return np.array([[0, 0], [n, 0], [n, n], [0, n]], float)


def plausible(homographies: Floats, n: int) -> Flags:
    """Tell which of W lattices' homographies a camera could see: convex, in slight perspective."""
    corners = project(homographies, _square(n))
    along = corners[:, NEXT] - corners
    turns = along[..., 0] * along[:, NEXT, 1] - along[..., 1] * along[:, NEXT, 0]
    lengths = np.hypot(along[..., 0], along[..., 1])
    opposite = np.abs(np.log(lengths[:, :2] / lengths[:, 2:])).max(1)
    return np.asarray((turns > 0).all(1) & (opposite < MOST_PERSPECTIVE), np.bool_)


def project(homography: Floats, points: Floats) -> Floats:
    """Take (..., 2) points through a homography, or each set of points through one of W."""
    x = points @ np.swapaxes(homography[..., :2], -1, -2) + homography[..., None, :, 2]
    return np.asarray(x[..., :2] / x[..., 2:], float)


def fit_homographies(places: Floats, pixels: Floats, used: Flags, start: Floats) -> Floats:
    """Fit W homographies (W x 3 x 3), each to some of K places in cells and their pixels.

    `places`: W x K x 2, `pixels`: K x 2, `used`: W x K. Perspective is held back, as it is slight;
    where the pairs leave the rest open (few, or all in a row) it is drawn to `start` (2 x 2, the
    pixels of a step to the right and of one down, as columns). Regularised least squares.
    """
    weight = used.astype(float)
    count = weight.sum(1)[:, None]
    middle = (places * weight[..., None]).sum(1) / count
    centre = weight @ pixels / count
    size = np.sqrt(abs(start[0, 0] * start[1, 1] - start[0, 1] * start[1, 0]))
    local = (places - middle[:, None]) * weight[..., None]
    seen = (pixels - centre[:, None]) * (weight[..., None] / size)
    flat = np.concatenate([local, weight[..., None]], 2)  # x, y, 1
    u, v = local * seen[..., :1], local * seen[..., 1:]  # ux, uy; vx, vy
    flat_u, flat_v = (np.swapaxes(flat, 1, 2) @ each for each in (u, v))
    right = np.swapaxes(flat, 1, 2) @ seen
    left = np.zeros((len(places), 8, 8))
    left[:, :3, :3] = left[:, 3:6, 3:6] = np.swapaxes(flat, 1, 2) @ flat
    left[:, :3, 6:], left[:, 3:6, 6:] = -flat_u, -flat_v
    left[:, 6:, :3], left[:, 6:, 3:6] = -np.swapaxes(flat_u, 1, 2), -np.swapaxes(flat_v, 1, 2)
    left[:, 6:, 6:] = np.swapaxes(u, 1, 2) @ u + np.swapaxes(v, 1, 2) @ v
    last = -((u * seen[..., :1]) + (v * seen[..., 1:])).sum(1)
    prior = np.zeros(8)
    prior[[0, 1, 3, 4]] = (start / size).ravel()
    ridge = RIDGE + np.where(count <= FEW, START_WEIGHT, 0)
    left[:, DIAGONAL, DIAGONAL] += ridge
    right = np.concatenate([right[..., 0], right[..., 1], last], 1) + ridge * prior
    h = np.linalg.solve(left, right[..., None])[..., 0]
    inner = np.concatenate([h, np.ones((len(h), 1))], 1).reshape(-1, 3, 3)
    # Back from the middles, and from the size, of each.
    inner[:, :, 2] -= (inner[:, :, :2] @ middle[..., None])[..., 0]
    inner[:, :2] = size * inner[:, :2] + centre[..., None] * inner[:, 2:]
    return np.asarray(inner / inner[:, 2:, 2:], float)
