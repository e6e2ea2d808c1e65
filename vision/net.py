"""Nets of regions: which regions of a picture are each other's neighbours, by column and row."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from vision.arrays import Flags, Floats, Ints
from vision.blobs import Blobs
from vision.lattice import Lattice, fit_homographies, project

# From a sticker's centre to the next one's, in sides of a sticker: 1.02 where stickers touch,
# 1.4 with the widest borders sold.
PITCH = 1.13
PITCH_RANGE = (0.85, 1.5)

# A neighbour may stand this far from where it is expected, and be this much off in shape.
NEAR = 0.28
LIKE = 0.55
# Neighbours as near and as like as this make a region the likelier to be a sticker.
VERY_NEAR = 0.2
VERY_LIKE = 0.3

# At 640 x 480 a picture full of clutter has some hundred regions; the face's are among the large.
MOST_BLOBS = 260
MOST_SEEDS = 40
MOST_NETS = 8
LEAST_CELLS = 3

# A lattice judged better than this is sure: what lies within it starts no net of its own, but for
# regions so much larger than its cells; nor do regions anywhere that are so much smaller.
SURE = 0.6
MUCH_SMALLER = 0.2
MUCH_LARGER = 2.0


@dataclass(frozen=True, slots=True, eq=False)
class Net:
    """K regions numbered outwards from one of them.

    `cells` (K x 2): column and row; `centres` (K x 2): pixels; `step` (2 x 2): the pixels of a
    step to the right and of one down, as columns; `homography` takes columns and rows to pixels.
    """

    cells: Ints
    centres: Floats
    step: Floats
    homography: Floats


Judged = tuple[float, Lattice]


def grow_nets(blobs: Blobs, reach: int, judge: Callable[[Net], Judged | None]) -> None:
    """Grow a net of `reach` cells each way from each promising region and show it to `judge`.

    `judge` gives the likeliest lattice over a net with its likelihood (1 at most), if there is
    one. If it is sure, its regions start no further nets.
    """
    blobs = _largest(blobs)
    if len(blobs) < LEAST_CELLS:
        return
    frames = np.linalg.inv(blobs.sides)
    offsets = _offsets(blobs.centres, frames)
    alike = _alike(blobs.sides, frames, LIKE)
    spent = np.zeros(len(blobs), bool)
    nets = 0
    for seed in _seeds(blobs, offsets, frames, alike):
        if spent[seed]:
            continue
        net = _grow(blobs, seed, alike[seed], reach)
        best = judge(net) if len(net.cells) >= LEAST_CELLS else None
        if best is None:
            continue
        likelihood, lattice = best
        if likelihood > SURE:
            spent |= _explained(blobs, lattice)
        nets += 1
        if nets == MOST_NETS:
            return


def _largest(blobs: Blobs) -> Blobs:
    keep = np.argsort(-blobs.areas, kind="stable")[:MOST_BLOBS]
    return Blobs(blobs.centres[keep], blobs.sides[keep], blobs.areas[keep])


def _explained(blobs: Blobs, lattice: Lattice) -> Flags:
    """Tell which regions are a lattice's stickers, or too small beside them to matter."""
    size = blobs.areas / (lattice.area / lattice.n**2)
    places = project(np.linalg.inv(lattice.homography), blobs.centres)
    inside = ((places > 0) & (places < lattice.n)).all(1)
    return np.asarray((size < MUCH_SMALLER) | (inside & (size < MUCH_LARGER)), np.bool_)


def _seeds(blobs: Blobs, offsets: Floats, frames: Floats, alike: Flags) -> list[int]:
    """Return the regions that have neighbours both ways, the likeliest to be stickers first."""
    degree = _straight_neighbours(offsets, alike, NEAR)
    seeds = np.flatnonzero((degree >= 2).all(1) | (degree.sum(1) >= 3) | (degree.min(1) >= 1))
    same = _alike(blobs.sides, frames, VERY_LIKE)
    close = _straight_neighbours(offsets, same & same.T, VERY_NEAR).sum(1)
    order = np.argsort(-np.sqrt(blobs.areas[seeds]) * (1 + close[seeds]) ** 2)
    return [int(seed) for seed in seeds[order[:MOST_SEEDS]]]


def _offsets(centres: Floats, frames: Floats) -> Floats:
    """Say how far region j is from region i in sides of i (N x N x 2)."""
    seen = np.einsum("jc,ica->ija", centres, frames, optimize=True)
    own = np.einsum("ic,ica->ia", centres, frames)
    return np.asarray(seen - own[:, None])


def _alike(sides: Floats, frames: Floats, like: float) -> Flags:
    """Tell which region (j) has the shape of which (i), however its sides are named."""
    (a, b), (c, d) = np.moveaxis(sides, 0, 2)
    gram = np.stack([a * a + c * c, a * b + c * d, b * b + d * d])
    (p, q), (r, s) = np.moveaxis(frames, 0, 2)
    first = np.stack([p * p, 2 * p * r, r * r], 1) @ gram
    mixed = np.stack([p * q, p * s + q * r, r * s], 1) @ gram
    second = np.stack([q * q, 2 * q * s, s * s], 1) @ gram
    most = 2 * like
    return np.asarray((abs(first - 1) < most) & (abs(mixed) < most) & (abs(second - 1) < most))


def _straight_neighbours(offsets: Floats, alike: Flags, beside: float) -> Ints:
    """Count each region's neighbours along its first and its second side (N x 2)."""
    size = np.abs(offsets)
    low, high = PITCH_RANGE
    counts = []
    for axis in (0, 1):
        along, across = size[..., axis], size[..., 1 - axis]
        near = (along > low) & (along < high) & (across < beside) & alike
        counts.append(near.sum(1))
    return np.stack(counts, 1)


def _grow(blobs: Blobs, seed: int, alike: Flags, reach: int) -> Net:
    """Number the regions around a seed by column and row, going outwards from it."""
    candidates = np.flatnonzero(alike)
    centres = blobs.centres[candidates]
    # The first ring in the seed's own frame, then each ring by the lattice fitted so far.
    step = PITCH * blobs.sides[seed].T
    homography: Floats = np.eye(3)
    homography[:2, :2] = step
    homography[:2, 2] = blobs.centres[seed]
    own = int(np.flatnonzero(candidates == seed)[0])
    grown = 0
    for ring in sorted([*range(1, reach), *range(1, min(reach, 3))]):
        cells, chosen = _matched(homography, centres, ring, own)
        used = np.ones((1, len(chosen)), bool)
        (homography,) = fit_homographies(
            cells[None].astype(float), centres[chosen], used, homography[:2, :2]
        )
        if len(cells) == grown and ring > 2:
            break
        grown = len(cells)
    # One ring more, as a seed beside a face may have been taken for one of its stickers.
    cells, chosen = _matched(homography, centres, reach, own)
    return Net(cells, centres[chosen], step, homography)


def _matched(homography: Floats, centres: Floats, ring: int, seed: int) -> tuple[Ints, Ints]:
    """Return the cells within `ring` of the seed that have a region near their middle, and which.

    Of several regions the nearest; the seed is the region of cell 0, 0.
    """
    places = project(np.linalg.inv(homography), centres)
    whole = np.rint(places)
    off = np.abs(places - whole).max(1)
    off[seed] = -1
    inside = np.flatnonzero((off < NEAR) & (np.abs(whole).max(1) <= ring))
    inside = inside[np.argsort(off[inside], kind="stable")]
    cells = whole[inside].astype(int)
    _, first = np.unique(cells @ (1, 1000), return_index=True)
    return cells[first], inside[first]
