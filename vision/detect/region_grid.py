"""Grow grids of blobs: assign a column and row to each blob around a seed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.detect.lattice import Lattice, ScoredLattice, apply_homography, fit_homographies
from vision.detect.regions import Blobs

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# From a sticker's centre to the next one's, in sides of a sticker: 1.02 where stickers touch,
# 1.4 with the widest borders sold.
PITCH = 1.13
PITCH_RANGE = (0.85, 1.5)

# The largest distance (in sides of a sticker) of a neighbour from its expected position, and half
# the largest relative difference of its second moments.
MAX_POSITION_ERROR = 0.28
MAX_SHAPE_DIFFERENCE = 0.55
# Neighbours within these smaller limits make it more probable that a blob is a sticker; they affect
# only the order in which seeds are tried.
SEED_POSITION_ERROR = 0.2
SEED_SHAPE_DIFFERENCE = 0.3

# At 640 x 480 an image full of clutter has some hundred blobs; those of the face are among the
# largest. These limits bound the time of a search.
MAX_BLOBS = 260
MAX_SEEDS = 40
MAX_GRIDS = 8
MIN_CELLS = 3  # blobs of a grid that is scored

# A seed has neighbours along both of its sides, or this many along one.
NEIGHBOURS_IN_A_ROW = 3
REPEATED_RINGS = 2  # the first rings are grown twice, the second time by a fitted homography

# Blobs within a lattice with a larger support (1 at most) than this are not used as seeds, except
# those this many times larger than its cells (areas); nor are blobs anywhere that are smaller than
# this share of its cells.
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


def grow_grids(
    blobs: Blobs, max_rings: int, score_grid: Callable[[BlobGrid], ScoredLattice | None]
) -> None:
    """Grow a grid from each promising blob, and pass it to `score_grid`.

    A grid has `max_rings` cells in each direction. `score_grid` returns the best lattice over a
    grid with its support (1 at most), if there is one. If that is high, the blobs in it start no
    further grids.
    """
    blobs = _largest(blobs)
    if len(blobs.areas) < MIN_CELLS:
        return
    inverse_sides = np.linalg.inv(blobs.sides)
    offsets = _offsets(blobs.centres, inverse_sides)
    is_similar = _similar_shapes(blobs.sides, inverse_sides, MAX_SHAPE_DIFFERENCE)
    is_covered = np.zeros(len(blobs.areas), bool)
    grid_count = 0
    for seed in _seeds(blobs, offsets, inverse_sides, is_similar):
        if is_covered[seed]:
            continue
        grid = _grow(blobs, seed, is_similar[seed], max_rings)
        best = score_grid(grid) if len(grid.cells) >= MIN_CELLS else None
        if best is None:
            continue
        if best.score > CONFIDENT_SCORE:
            is_covered |= _covered_by(blobs, best.lattice)
        grid_count += 1
        if grid_count == MAX_GRIDS:
            return


def _largest(blobs: Blobs) -> Blobs:
    keep = np.argsort(-blobs.areas, kind="stable")[:MAX_BLOBS]
    return Blobs(blobs.centres[keep], blobs.sides[keep], blobs.areas[keep])


def _covered_by(blobs: Blobs, lattice: Lattice) -> BoolArray:
    """Return which blobs are a lattice's stickers, or much smaller than these."""
    area_ratio = blobs.areas / (lattice.area / lattice.n**2)
    cell_points = apply_homography(np.linalg.inv(lattice.homography), blobs.centres)
    inside = ((cell_points > 0) & (cell_points < lattice.n)).all(1)
    return np.asarray((area_ratio < MUCH_SMALLER) | (inside & (area_ratio < MUCH_LARGER)), np.bool_)


def _seeds(
    blobs: Blobs, offsets: FloatArray, inverse_sides: FloatArray, is_similar: BoolArray
) -> list[int]:
    """Return the blobs with neighbours in both directions, the most probable stickers first."""
    degree = _count_axis_neighbours(offsets, is_similar, MAX_POSITION_ERROR)
    seeds = np.flatnonzero((degree.sum(1) >= NEIGHBOURS_IN_A_ROW) | (degree.min(1) >= 1))
    is_close_match = _similar_shapes(blobs.sides, inverse_sides, SEED_SHAPE_DIFFERENCE)
    close_neighbours = _count_axis_neighbours(
        offsets, is_close_match & is_close_match.T, SEED_POSITION_ERROR
    ).sum(1)
    order = np.argsort(-np.sqrt(blobs.areas[seeds]) * (1 + close_neighbours[seeds]) ** 2)
    return [int(seed) for seed in seeds[order[:MAX_SEEDS]]]


def _offsets(centres: FloatArray, inverse_sides: FloatArray) -> FloatArray:
    """Return the position of blob j relative to blob i in sides of i (N x N x 2)."""
    positions = np.einsum("jc,ica->ija", centres, inverse_sides, optimize=True)
    own_positions = np.einsum("ic,ica->ia", centres, inverse_sides)
    return np.asarray(positions - own_positions[:, None])


def _similar_shapes(
    sides: FloatArray, inverse_sides: FloatArray, max_difference: float
) -> BoolArray:
    """Return which blobs (j) have the shape of which (i), in any order of their sides (N x N)."""
    (a, b), (c, d) = np.moveaxis(sides, 0, 2)
    gram = np.stack([a * a + c * c, a * b + c * d, b * b + d * d])
    (p, q), (r, s) = np.moveaxis(inverse_sides, 0, 2)
    first = np.stack([p * p, 2 * p * r, r * r], 1) @ gram
    mixed = np.stack([p * q, p * s + q * r, r * s], 1) @ gram
    second = np.stack([q * q, 2 * q * s, s * s], 1) @ gram
    limit = 2 * max_difference
    return np.asarray((abs(first - 1) < limit) & (abs(mixed) < limit) & (abs(second - 1) < limit))


def _count_axis_neighbours(
    offsets: FloatArray, is_similar: BoolArray, max_error: float
) -> IntArray:
    """Return the number of each blob's neighbours along its first and its second side (N x 2)."""
    size = np.abs(offsets)
    low, high = PITCH_RANGE
    counts = []
    for axis in (0, 1):
        along, across = size[..., axis], size[..., 1 - axis]
        near = (along > low) & (along < high) & (across < max_error) & is_similar
        counts.append(near.sum(1))
    return np.stack(counts, 1)


def _grow(blobs: Blobs, seed: int, is_similar: BoolArray, max_rings: int) -> BlobGrid:
    """Return the blobs around a seed, numbered by column and row, outwards from it."""
    candidates = np.flatnonzero(is_similar)
    centres = blobs.centres[candidates]
    # The first ring is predicted from the seed's own sides, each further ring from the fitted
    # lattice.
    step = PITCH * blobs.sides[seed].T
    homography: FloatArray = np.eye(3)
    homography[:2, :2] = step
    homography[:2, 2] = blobs.centres[seed]
    seed_index = int(np.flatnonzero(candidates == seed)[0])
    cell_count = 0
    repeated = range(1, min(max_rings, REPEATED_RINGS + 1))
    for ring in sorted([*range(1, max_rings), *repeated]):
        cells, chosen = _match_cells(homography, centres, ring, seed_index)
        if not len(cells):
            # The lattice has drifted off its seed.
            return BlobGrid(cells, centres[chosen], step, homography)
        used = np.ones((1, len(chosen)), bool)
        (homography,) = fit_homographies(
            cells[None].astype(float), centres[chosen], used, homography[:2, :2]
        )
        if len(cells) == cell_count and ring > REPEATED_RINGS:
            break
        cell_count = len(cells)
    # One more ring, as the seed may be a blob beside the face.
    cells, chosen = _match_cells(homography, centres, max_rings, seed_index)
    return BlobGrid(cells, centres[chosen], step, homography)


def _match_cells(
    homography: FloatArray, centres: FloatArray, ring: int, seed: int
) -> tuple[IntArray, IntArray]:
    """Return the cells within `ring` of the seed that have a blob near their centre, and the blobs.

    The nearest blob is used; the seed is the blob of cell 0, 0.
    """
    cell_points = apply_homography(np.linalg.inv(homography), centres)
    nearest_cells = np.rint(cell_points)
    distances = np.abs(cell_points - nearest_cells).max(1)
    distances[seed] = -1
    inside = np.flatnonzero(
        (distances < MAX_POSITION_ERROR) & (np.abs(nearest_cells).max(1) <= ring)
    )
    inside = inside[np.argsort(distances[inside], kind="stable")]
    cells = nearest_cells[inside].astype(int)
    _, first = np.unique(cells @ (1, 1000), return_index=True)
    return cells[first], inside[first]
