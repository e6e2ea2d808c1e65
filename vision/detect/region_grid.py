"""Grow grids of blobs: assign a column and row to each blob around a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.detect.lattice import Lattice, apply_homography, fit_homographies
from vision.detect.regions import Blobs

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# From a sticker's centre to the next one's, in sides of a sticker: 1.02 where stickers touch,
# 1.4 with the widest borders sold.
PITCH = 1.13
PITCH_RANGE = (0.85, 1.5)

# A neighbour may stand this far (in sides of a sticker) from where it is expected, and its second
# moments may be off by twice this share.
MAX_POSITION_ERROR = 0.28
MAX_SHAPE_DIFFERENCE = 0.55
# Neighbours as near and as like as this make a blob the likelier to be a sticker: they decide
# only in which order seeds are tried.
SEED_POSITION_ERROR = 0.2
SEED_SHAPE_DIFFERENCE = 0.3

# At 640 x 480 an image full of clutter has some hundred blobs; the face's are among the large.
# These limits bound the time of a search.
MAX_BLOBS = 260
MAX_SEEDS = 40
MAX_GRIDS = 8
MIN_CELLS = 3  # blobs of a grid that is worth judging

# A seed has neighbours along both of its sides, or so many along one.
NEIGHBOURS_IN_A_ROW = 3
REPEATED_RINGS = 2  # the first rings are grown twice, the second time by a fitted homography

# A lattice whose support (1 at most) is more than this is sure: what lies within it starts no net
# of its own, but for blobs so many times larger than its cells (areas); nor do blobs anywhere
# that are so much smaller.
CONFIDENT_SCORE = 0.6
MUCH_SMALLER = 0.2
MUCH_LARGER = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class BlobGrid:
    """K blobs numbered by column and row, outwards from one of them.

    `cells` (K x 2): column and row; `centres` (K x 2): pixels; `step_vectors` (2 x 2): the pixels
    of a step to the right and of one down, as columns; `homography` maps columns and rows to
    pixels.
    """

    cells: IntArray
    centres: FloatArray
    step_vectors: FloatArray
    homography: FloatArray


ScoredGrid = tuple[float, Lattice]


def grow_grids(
    blobs: Blobs, max_rings: int, score_grid: Callable[[BlobGrid], ScoredGrid | None]
) -> None:
    """Grow a grid from each promising blob, and pass it to `score_grid`.

    A grid has `max_rings` cells each way. `score_grid` returns the best lattice over a grid with
    its support (1 at most), if there is one. If that is high, the blobs in it start no further
    grids.
    """
    blobs = _largest(blobs)
    if len(blobs) < MIN_CELLS:
        return
    inverse_sides = np.linalg.inv(blobs.sides)
    offsets = _offsets(blobs.centres, inverse_sides)
    alike = _similar_shapes(blobs.sides, inverse_sides, MAX_SHAPE_DIFFERENCE)
    spent = np.zeros(len(blobs), bool)
    nets = 0
    for seed in _seeds(blobs, offsets, inverse_sides, alike):
        if spent[seed]:
            continue
        net = _grow(blobs, seed, alike[seed], max_rings)
        best = score_grid(net) if len(net.cells) >= MIN_CELLS else None
        if best is None:
            continue
        likelihood, lattice = best
        if likelihood > CONFIDENT_SCORE:
            spent |= _covered_by(blobs, lattice)
        nets += 1
        if nets == MAX_GRIDS:
            return


def _largest(blobs: Blobs) -> Blobs:
    keep = np.argsort(-blobs.areas, kind="stable")[:MAX_BLOBS]
    return Blobs(blobs.centres[keep], blobs.sides[keep], blobs.areas[keep])


def _covered_by(blobs: Blobs, lattice: Lattice) -> BoolArray:
    """Return which blobs are a lattice's stickers, or too small beside them to matter."""
    size = blobs.areas / (lattice.area / lattice.n**2)
    places = apply_homography(np.linalg.inv(lattice.homography), blobs.centres)
    inside = ((places > 0) & (places < lattice.n)).all(1)
    return np.asarray((size < MUCH_SMALLER) | (inside & (size < MUCH_LARGER)), np.bool_)


def _seeds(blobs: Blobs, offsets: FloatArray, frames: FloatArray, alike: BoolArray) -> list[int]:
    """Return the blobs that have neighbours both ways, the most probable stickers first."""
    degree = _count_axis_neighbours(offsets, alike, MAX_POSITION_ERROR)
    seeds = np.flatnonzero((degree.sum(1) >= NEIGHBOURS_IN_A_ROW) | (degree.min(1) >= 1))
    same = _similar_shapes(blobs.sides, frames, SEED_SHAPE_DIFFERENCE)
    close = _count_axis_neighbours(offsets, same & same.T, SEED_POSITION_ERROR).sum(1)
    order = np.argsort(-np.sqrt(blobs.areas[seeds]) * (1 + close[seeds]) ** 2)
    return [int(seed) for seed in seeds[order[:MAX_SEEDS]]]


def _offsets(centres: FloatArray, frames: FloatArray) -> FloatArray:
    """Return the position of blob j relative to blob i in sides of i (N x N x 2)."""
    seen = np.einsum("jc,ica->ija", centres, frames, optimize=True)
    own = np.einsum("ic,ica->ia", centres, frames)
    return np.asarray(seen - own[:, None])


def _similar_shapes(sides: FloatArray, frames: FloatArray, like: float) -> BoolArray:
    """Return which blobs (j) have the shape of which (i), however their sides are named (N x N)."""
    (a, b), (c, d) = np.moveaxis(sides, 0, 2)
    gram = np.stack([a * a + c * c, a * b + c * d, b * b + d * d])
    (p, q), (r, s) = np.moveaxis(frames, 0, 2)
    first = np.stack([p * p, 2 * p * r, r * r], 1) @ gram
    mixed = np.stack([p * q, p * s + q * r, r * s], 1) @ gram
    second = np.stack([q * q, 2 * q * s, s * s], 1) @ gram
    most = 2 * like
    return np.asarray((abs(first - 1) < most) & (abs(mixed) < most) & (abs(second - 1) < most))


def _count_axis_neighbours(offsets: FloatArray, alike: BoolArray, beside: float) -> IntArray:
    """Return the number of each blob's neighbours along its first and its second side (N x 2)."""
    size = np.abs(offsets)
    low, high = PITCH_RANGE
    counts = []
    for axis in (0, 1):
        along, across = size[..., axis], size[..., 1 - axis]
        near = (along > low) & (along < high) & (across < beside) & alike
        counts.append(near.sum(1))
    return np.stack(counts, 1)


def _grow(blobs: Blobs, seed: int, alike: BoolArray, reach: int) -> BlobGrid:
    """Return the blobs around a seed numbered by column and row, going outwards from it."""
    candidates = np.flatnonzero(alike)
    centres = blobs.centres[candidates]
    # The first ring in the seed's own frame, then each ring by the lattice fitted so far.
    step = PITCH * blobs.sides[seed].T
    homography: FloatArray = np.eye(3)
    homography[:2, :2] = step
    homography[:2, 2] = blobs.centres[seed]
    own = int(np.flatnonzero(candidates == seed)[0])
    grown = 0
    repeated = range(1, min(reach, REPEATED_RINGS + 1))
    for ring in sorted([*range(1, reach), *repeated]):
        cells, chosen = _match_cells(homography, centres, ring, own)
        used = np.ones((1, len(chosen)), bool)
        (homography,) = fit_homographies(
            cells[None].astype(float), centres[chosen], used, homography[:2, :2]
        )
        if len(cells) == grown and ring > REPEATED_RINGS:
            break
        grown = len(cells)
    # One ring more, as a seed beside a face may have been taken for one of its stickers.
    cells, chosen = _match_cells(homography, centres, reach, own)
    return BlobGrid(cells, centres[chosen], step, homography)


def _match_cells(
    homography: FloatArray, centres: FloatArray, ring: int, seed: int
) -> tuple[IntArray, IntArray]:
    """Return the cells within `ring` of the seed that have a blob near their centre, and the blobs.

    Of several blobs the nearest is taken; the seed is the blob of cell 0, 0.
    """
    places = apply_homography(np.linalg.inv(homography), centres)
    nearest_cells = np.rint(places)
    off = np.abs(places - nearest_cells).max(1)
    off[seed] = -1
    inside = np.flatnonzero((off < MAX_POSITION_ERROR) & (np.abs(nearest_cells).max(1) <= ring))
    inside = inside[np.argsort(off[inside], kind="stable")]
    cells = nearest_cells[inside].astype(int)
    _, first = np.unique(cells @ (1, 1000), return_index=True)
    return cells[first], inside[first]
