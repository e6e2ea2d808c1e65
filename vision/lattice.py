"""Lattices of stickers: an n x n net of square regions, its homography, and how well it fits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

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
MOST_GROUPS = 16

# A lattice judged better than this is sure; regions this much smaller than its cells are not tried.
SURE = 0.5
MUCH_SMALLER = 0.2

# A window over regions may hold so many fewer than the best one.
MOST_FEWER = 3

# Perspective is held back when a lattice is fitted: a face is seen from several times its own
# size away, so that opposite sides never differ by more than this (as a logarithm).
PERSPECTIVE = 0.15
MOST_PERSPECTIVE = 0.5

# So few stickers leave a homography open, which is then drawn to the seed's own frame.
FEW = 4
START_WEIGHT = 0.02

# A sticker further than this from its cell's middle (in cells) is not the lattice's.
MISFIT = 0.11


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

    @property
    def corners(self) -> Floats:
        """The outline's four corners in pixels (4 x 2), clockwise from the top left."""
        n = self.n
        return project(self.homography, np.array([[0, 0], [n, 0], [n, n], [0, n]], float))

    @property
    def plausible(self) -> bool:
        """Whether a camera could see a square like this: convex, with slight perspective only."""
        corners = self.corners
        along = corners[NEXT] - corners
        turns = along[:, 0] * along[NEXT, 1] - along[:, 1] * along[NEXT, 0]
        lengths = np.hypot(*along.T)
        opposite = np.log(lengths[:2] / lengths[2:])
        return bool((turns > 0).all() and np.abs(opposite).max() < MOST_PERSPECTIVE)

    @property
    def area(self) -> float:
        """The outline's area in pixels."""
        return float(abs(cv2.contourArea(self.corners.astype(np.float32))))

    def shifted(self, columns: int, rows: int) -> Lattice:
        """Return the lattice moved by whole cells."""
        step = np.array([[1, 0, columns], [0, 1, rows], [0, 0, 1.0]])
        return replace(self, homography=self.homography @ step)


Judged = tuple[float, Lattice]


def project(homography: Floats, points: Floats) -> Floats:
    """Take (..., 2) points through a homography, or each set of points through one of W."""
    x = points @ np.swapaxes(homography[..., :2], -1, -2) + homography[..., None, :, 2]
    return np.asarray(x[..., :2] / x[..., 2:], float)


def grow_lattices(
    blobs: Blobs, n: int, judge: Callable[[Lattice], float]
) -> Iterator[list[Judged]]:
    """For each promising region yield the n x n lattices that could be laid over its neighbours.

    Lattices of one group explain the same regions and differ by a shift of whole cells: which of
    them is right the regions alone cannot say, but `judge` does (1 at most). The likeliest comes
    first; if it is sure, neither its regions nor much smaller ones are tried again.
    """
    blobs = _largest(blobs)
    if len(blobs) < 3:
        return
    frames = np.linalg.inv(blobs.sides)
    offsets = _offsets(blobs.centres, frames)
    alike = _alike(blobs.sides, frames)
    spent: set[tuple[float, ...]] = set()
    smallest, groups = 0.0, 0
    for seed in _seeds(blobs, offsets, alike):
        if tuple(blobs.centres[seed].tolist()) in spent or blobs.areas[seed] < smallest:
            continue
        cells = _grow(blobs, seed, offsets[seed], alike[seed], n)
        windows = _windows(blobs, cells, n) if len(cells) >= max(3, n) else []
        if not windows:
            continue
        group = sorted(((judge(lattice), lattice) for lattice in windows), key=lambda j: -j[0])
        yield group
        groups += 1
        if groups == MOST_GROUPS:
            return
        likelihood, lattice = group[0]
        if likelihood > SURE:
            spent.update(map(tuple, lattice.stickers.tolist()))
            smallest = max(smallest, MUCH_SMALLER * lattice.area / n**2)


def _seeds(blobs: Blobs, offsets: Floats, alike: Flags) -> list[int]:
    """Return the regions that have neighbours both ways, the likeliest to be stickers first."""
    degree = _straight_neighbours(offsets, alike)
    seeds = np.flatnonzero((degree >= 2).all(1) | (degree.sum(1) >= 3) | (degree.min(1) >= 1))
    order = seeds[np.argsort(-blobs.areas[seeds] * (1 + degree[seeds].sum(1)))]
    return [int(seed) for seed in order[:MOST_SEEDS]]


def _largest(blobs: Blobs) -> Blobs:
    keep = np.argsort(-blobs.areas, kind="stable")[:MOST_BLOBS]
    return Blobs(blobs.centres[keep], blobs.sides[keep], blobs.areas[keep])


def _offsets(centres: Floats, frames: Floats) -> Floats:
    """Say how far region j is from region i in sides of i (N x N x 2)."""
    seen = np.einsum("jc,ica->ija", centres, frames, optimize=True)
    own = np.einsum("ic,ica->ia", centres, frames)
    return np.asarray(seen - own[:, None])


def _alike(sides: Floats, frames: Floats) -> Flags:
    """Tell which region (j) has the shape of which (i), however its sides are named."""
    (a, b), (c, d) = np.moveaxis(sides, 0, 2)
    gram = np.stack([a * a + c * c, a * b + c * d, b * b + d * d])
    (p, q), (r, s) = np.moveaxis(frames, 0, 2)
    first = np.stack([p * p, 2 * p * r, r * r], 1) @ gram
    mixed = np.stack([p * q, p * s + q * r, r * s], 1) @ gram
    second = np.stack([q * q, 2 * q * s, s * s], 1) @ gram
    most = 2 * LIKE
    return np.asarray((abs(first - 1) < most) & (abs(mixed) < most) & (abs(second - 1) < most))


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
            chosen = list(cells.values())
            used = np.ones((1, len(chosen)), bool)
            start = homography[:2, :2]
            (homography,) = fit_homographies(places[None], blobs.centres[chosen], used, start)
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
    size = np.sqrt(abs(np.linalg.det(start)))
    local = (places - middle[:, None]) * weight[..., None]
    seen = (pixels - centre[:, None]) * (weight[..., None] / size)
    x, y, u, v = local[..., 0], local[..., 1], seen[..., 0], seen[..., 1]
    zero = np.zeros_like(x)
    across = np.stack([x, y, weight, zero, zero, zero, -u * x, -u * y], 2)
    down = np.stack([zero, zero, zero, x, y, weight, -v * x, -v * y], 2)
    design = np.concatenate([across, down], 1)
    transposed = np.swapaxes(design, 1, 2)
    prior = np.zeros(8)
    prior[[0, 1, 3, 4]] = (start / size).ravel()
    ridge = np.array([1e-9] * 6 + [PERSPECTIVE] * 2) + np.where(count <= FEW, START_WEIGHT, 0)
    left = transposed @ design + ridge[:, None] * np.eye(8)
    right = (transposed @ np.concatenate([u, v], 1)[..., None])[..., 0] + ridge * prior
    h = np.linalg.solve(left, right[..., None])[..., 0]
    inner = np.concatenate([h, np.ones((len(h), 1))], 1).reshape(-1, 3, 3)
    back = np.tile(np.diag([size, size, 1.0]), (len(h), 1, 1))
    back[:, :2, 2] = centre
    there = np.tile(np.eye(3), (len(h), 1, 1))
    there[:, :2, 2] = -middle
    fitted = back @ inner @ there
    return np.asarray(fitted / fitted[:, 2:, 2:], float)


def _windows(blobs: Blobs, cells: dict[tuple[int, int], int], n: int) -> list[Lattice]:
    """Return a lattice for each n x n window over numbered regions that holds enough of them.

    Regions that do not fit a window's lattice are left out of it.
    """
    taken, chosen = np.array(list(cells)), list(cells.values())
    centres, start = blobs.centres[chosen], PITCH * blobs.sides[cells[0, 0]].T
    enough = max(4, (n * n) // 2)
    low, high = taken.min(0) - n + 1, taken.max(0) + 1
    shifts = np.array([(x, y) for x in range(low[0], high[0]) for y in range(low[1], high[1])])
    steps = taken - shifts[:, None]
    used = np.asarray(((steps >= 0) & (steps < n)).all(2))
    held = used.sum(1)
    likely = held >= max(enough, held.max() - MOST_FEWER)
    lattices: list[Lattice] = []
    used, places = used[likely], steps[likely] + 0.5
    while len(used):
        homographies = fit_homographies(places, centres, used, start)
        away = project(np.linalg.inv(homographies), centres) - places
        off = np.where(used, np.hypot(away[..., 0], away[..., 1]), 0)
        fits = off.max(1) < MISFIT
        for k in np.flatnonzero(fits):
            inside = np.flatnonzero(used[k])
            column, row = (places[k, inside] - 0.5).astype(int).T
            found = np.zeros((n, n), bool)
            found[row, column] = True
            by_rows = inside[np.lexsort((column, row))]
            misfit = float(np.sqrt(np.mean(off[k, inside] ** 2)))
            lattices.append(Lattice(n, homographies[k], found, misfit, centres[by_rows]))
        used[np.arange(len(used)), off.argmax(1)] = False
        left = ~fits & (used.sum(1) >= enough) & _two_ways(places, used)
        used, places = used[left], places[left]
    return [lattice for lattice in lattices if lattice.plausible]


def _two_ways(places: Floats, used: Flags) -> Flags:
    """Tell which of W sets of K places are not all in one row or column."""
    low = np.where(used[..., None], places, np.inf).min(1)
    high = np.where(used[..., None], places, -np.inf).max(1)
    return np.asarray((high - low).min(1) >= 1, np.bool_)
