"""Lattices of stickers: an n x n net of square regions, its homography, and how well it fits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.blobs import Blobs

# From a sticker's centre to the next one's, in sides of a sticker: 1.02 where stickers touch,
# 1.4 with the widest borders sold.
PITCH = 1.13
PITCH_RANGE = (0.85, 1.5)

# A neighbour may stand this far from where it is expected, and be this much off in shape.
NEAR = 0.28
LIKE = 0.55

# At 640 x 480 a picture full of clutter has some hundred regions; the face's are among the large.
MOST_BLOBS = 260
MOST_SEEDS = 40

# Perspective is held back when a lattice is fitted: a face is seen from several times its own
# size away, so that opposite sides never differ by more than this (as a logarithm).
PERSPECTIVE = 0.15
MOST_PERSPECTIVE = 0.5

# A sticker further than this from its cell's middle (in cells) is not the lattice's.
MISFIT = 0.11


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

    @property
    def corners(self) -> Floats:
        """The outline's four corners in pixels (4 x 2), clockwise from the top left."""
        n = self.n
        return project(self.homography, np.array([[0, 0], [n, 0], [n, n], [0, n]], float))

    @property
    def plausible(self) -> bool:
        """Whether a camera could see a square like this: convex, with slight perspective only."""
        corners = self.corners
        along = np.roll(corners, -1, 0) - corners
        turns = along[:, 0] * np.roll(along[:, 1], -1) - along[:, 1] * np.roll(along[:, 0], -1)
        lengths = np.hypot(*along.T)
        opposite = np.log(lengths[:2] / lengths[2:])
        return bool((turns > 0).all() and np.abs(opposite).max() < MOST_PERSPECTIVE)

    @property
    def area(self) -> float:
        """The outline's area in pixels."""
        return float(abs(cv2.contourArea(self.corners.astype(np.float32))))


def project(homography: Floats, points: Floats) -> Floats:
    """Take (..., 2) points through a homography."""
    x = points @ homography[:, :2].T + homography[:, 2]
    return np.asarray(x[..., :2] / x[..., 2:], float)


def grow_lattices(blobs: Blobs, n: int) -> Iterator[list[Lattice]]:
    """For each promising region yield the n x n lattices that could be laid over its neighbours.

    Lattices of one group explain the same regions and differ by a shift of whole cells: which of
    them is right the regions alone cannot say.
    """
    blobs = _largest(blobs)
    if len(blobs) < 3:
        return
    frames = np.linalg.inv(blobs.sides)
    offsets = (blobs.centres[None] - blobs.centres[:, None]) @ frames
    alike = _alike(blobs.sides, frames)
    degree = _straight_neighbours(offsets, alike)
    seeds = np.flatnonzero((degree >= 2).all(1) | (degree.sum(1) >= 3) | (degree.min(1) >= 1))
    order = seeds[np.argsort(-blobs.areas[seeds] * (1 + degree[seeds].sum(1)))]
    spent: set[int] = set()
    for seed in order[:MOST_SEEDS]:
        if seed in spent:
            continue
        cells = _grow(blobs, int(seed), offsets[seed], alike[seed], n)
        if len(cells) < max(3, n):
            continue
        group = _windows(blobs, cells, n)
        if group:
            spent.update(cells.values())
            yield group


def _largest(blobs: Blobs) -> Blobs:
    keep = np.argsort(-blobs.areas, kind="stable")[:MOST_BLOBS]
    return Blobs(blobs.centres[keep], blobs.sides[keep], blobs.areas[keep])


def _alike(sides: Floats, frames: Floats) -> Flags:
    """Tell which region (j) has the shape of which (i), however its sides are named."""
    gram = np.swapaxes(sides, 1, 2) @ sides
    seen = np.swapaxes(frames, 1, 2)[:, None] @ gram[None] @ frames[:, None]
    return np.asarray(np.abs(seen - np.eye(2)).max((2, 3)) < 2 * LIKE, np.bool_)


def _straight_neighbours(offsets: Floats, alike: Flags) -> Ints:
    """Count each region's neighbours along its first and its second side (N x 2)."""
    size = np.abs(offsets)
    low, high = PITCH_RANGE
    counts = []
    for axis in (0, 1):
        along, across = size[..., axis], size[..., 1 - axis]
        near = (along > low) & (along < high) & (across < NEAR) & alike
        counts.append(near.sum(1))
    return np.stack(counts, 1)


def _grow(
    blobs: Blobs, seed: int, offsets: Floats, alike: Flags, n: int
) -> dict[tuple[int, int], int]:
    """Number the regions around a seed by column and row, going outwards from it."""
    cells = {(0, 0): seed}
    candidates = np.flatnonzero(alike)
    if len(candidates) < 3:
        return cells
    centres = blobs.centres[candidates]
    # The first ring in the seed's own frame, then each ring by the lattice fitted so far.
    pitch = PITCH * blobs.sides[seed]
    homography: Floats = np.eye(3)
    homography[:2, :2] = pitch.T
    homography[:2, 2] = blobs.centres[seed]
    for ring in range(1, n):
        for _ in range(2):
            cells = _matched(homography, centres, candidates, ring, seed)
            places = np.array(list(cells), float)
            homography = fit_homography(places, blobs.centres[list(cells.values())], homography)
    return _matched(homography, centres, candidates, n - 1, seed)


def _matched(
    homography: Floats, centres: Floats, candidates: Ints, ring: int, seed: int
) -> dict[tuple[int, int], int]:
    """Return for each cell within `ring` of the seed the region nearest to its middle."""
    places = project(np.linalg.inv(homography), centres)
    whole = np.rint(places)
    off = np.abs(places - whole).max(1)
    inside = (off < NEAR) & (np.abs(whole).max(1) <= ring)
    cells: dict[tuple[int, int], int] = {}
    best: dict[tuple[int, int], float] = {}
    for k in np.flatnonzero(inside):
        cell = (int(whole[k, 0]), int(whole[k, 1]))
        if off[k] < best.get(cell, np.inf):
            best[cell] = float(off[k])
            cells[cell] = int(candidates[k])
    cells[0, 0] = seed
    return cells


def fit_homography(places: Floats, pixels: Floats, start: Floats | None = None) -> Floats:
    """Fit a homography to N pairs of places (in cells) and pixels by regularised least squares.

    Perspective is held back, as it is slight; where the pairs leave the rest open (fewer than
    three, or all in a row) it is drawn to `start`.
    """
    middle, centre = places.mean(0), pixels.mean(0)
    x, y = (places - middle).T
    size = 1.0 if start is None else float(np.sqrt(abs(np.linalg.det(start[:2, :2]))))
    u, v = ((pixels - centre) / size).T
    zero, one = np.zeros_like(x), np.ones_like(x)
    design = np.vstack(
        [
            np.column_stack([x, y, one, zero, zero, zero, -u * x, -u * y]),
            np.column_stack([zero, zero, zero, x, y, one, -v * x, -v * y]),
        ]
    )
    prior = np.zeros(8)
    ridge = np.array([1e-9] * 6 + [PERSPECTIVE] * 2)
    if start is not None:
        prior[[0, 1, 3, 4]] = (start[:2, :2] / size).ravel()
        ridge[[0, 1, 3, 4]] = 0.02
    left = design.T @ design + np.diag(ridge)
    h = np.linalg.solve(left, design.T @ np.concatenate([u, v]) + ridge * prior)
    inner = np.append(h, 1.0).reshape(3, 3)
    back = np.array([[size, 0, centre[0]], [0, size, centre[1]], [0, 0, 1.0]])
    there = np.array([[1, 0, -middle[0]], [0, 1, -middle[1]], [0, 0, 1.0]])
    fitted = back @ inner @ there
    return np.asarray(fitted / fitted[2, 2], float)


def _windows(blobs: Blobs, cells: dict[tuple[int, int], int], n: int) -> list[Lattice]:
    """Return a lattice for each n x n window over numbered regions that holds enough of them."""
    columns = [c for c, _ in cells]
    rows = [r for _, r in cells]
    lattices = []
    for left in range(min(columns) - n + 1, max(columns) + 1):
        for top in range(min(rows) - n + 1, max(rows) + 1):
            inside = {
                (c - left, r - top): i
                for (c, r), i in cells.items()
                if left <= c < left + n and top <= r < top + n
            }
            lattice = _window(blobs, inside, n)
            if lattice is not None:
                lattices.append(lattice)
    return lattices


def _window(blobs: Blobs, inside: dict[tuple[int, int], int], n: int) -> Lattice | None:
    """Lay a lattice over the regions of one window, leaving out those that do not fit."""
    inside = dict(inside)
    while len(inside) >= max(4, (n * n) // 2):
        places = np.array(list(inside), float) + 0.5
        if np.ptp(places, axis=0).min() < 1:
            return None
        chosen = list(inside.values())
        centres = blobs.centres[chosen]
        start = np.eye(3)
        start[:2, :2] = PITCH * blobs.sides[chosen[0]].T
        homography = fit_homography(places, centres, None if len(inside) > 4 else start)
        off = np.hypot(*(project(np.linalg.inv(homography), centres) - places).T)
        if off.max() < MISFIT:
            found = np.zeros((n, n), bool)
            for c, r in inside:
                found[r, c] = True
            by_rows = np.lexsort((places[:, 0], places[:, 1]))
            misfit = float(np.sqrt(np.mean(off**2)))
            lattice = Lattice(n, homography, found, misfit, centres[by_rows])
            return lattice if lattice.plausible else None
        inside.pop(list(inside)[int(off.argmax())])
    return None
