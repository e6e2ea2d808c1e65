"""What the regions of an image say for and against faces that were found in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from vision.arrays import BoolArray, FloatArray, IntArray
from vision.detect.lattice import Lattice, apply_homography
from vision.detect.lattice_score import EdgeMap
from vision.detect.regions import Blobs

# These numbers were set by hand on the first half of robot-photos; `rokumen bench faces` measures
# their effect.

# A face beside which fewer of its stickers are seen may be misplaced.
MIN_STICKERS_ALONE = 6
MIN_STICKERS_OF_SEVERAL = 3
# This many regions like stickers in the row beside a face are those of a neighbour, or show that
# the face goes on there.
MIN_STICKERS_BESIDE = 2
# Such a region lies within this distance (in cells) outside of the outline, and has an area between
# these shares of a cell.
BESIDE = (0.1, 1.1)
BESIDE_AREA = (0.15, 1.3)
END_INSET = 0.2  # of the row beside a face, at both ends

# A region is a sticker if it is no further than this from the middle of a cell (in cells), covers
# between these shares of it, and is at most this many times larger or smaller than the others of
# the face: all are of one size, but a hole in a finger is smaller.
MAX_OFFSET = 0.22
CELL_SHARE = (0.25, 1.15)
MAX_SIZE_RATIO = 1.5
MIN_STICKERS = 4  # that determine a size, and a lattice


def shows_more_faces(edge_map: EdgeMap, found: Sequence[Lattice]) -> bool:
    """Return whether the faces that were found in an image are too few, or doubtful."""
    if not found:
        return True
    required = MIN_STICKERS_ALONE if len(found) == 1 else MIN_STICKERS_OF_SEVERAL
    if min(len(face.sticker_centres) for face in found) < required:
        return True
    unexplained = regions_outside(edge_map.blobs, found)
    return any(_goes_on(unexplained, face) for face in found)


def regions_outside(regions: Blobs, faces: Sequence[Lattice]) -> Blobs:
    """Return the regions that are on none of some faces."""
    outside = np.ones(len(regions), bool)
    for face in faces:
        points = apply_homography(np.linalg.inv(face.homography), regions.centres)
        outside &= ~((points > 0) & (points < face.n)).all(1)
    return Blobs(regions.centres[outside], regions.sides[outside], regions.areas[outside])


def _goes_on(regions: Blobs, face: Lattice) -> bool:
    """Return whether there are regions like stickers in a row beside a face."""
    ratio = regions.areas / (face.area / face.n**2)
    like = (ratio > BESIDE_AREA[0]) & (ratio < BESIDE_AREA[1])
    points = apply_homography(np.linalg.inv(face.homography), regions.centres[like])
    return any(
        _in_row(points[:, [axis, 1 - axis]], at_end, face.n).sum() >= MIN_STICKERS_BESIDE
        for axis in (0, 1)
        for at_end in (False, True)
    )


def _in_row(points: FloatArray, at_end: bool, n: int) -> BoolArray:
    distance = points[:, 0] - n if at_end else -points[:, 0]
    along = points[:, 1]
    return np.asarray(
        (distance > BESIDE[0])
        & (distance < BESIDE[1])
        & (along > END_INSET)
        & (along < n - END_INSET)
    )


class SeenStickers(NamedTuple):
    """The regions that are stickers of a face.

    `cells` (K x 2): column and row; `regions` (K): their indices; `beside`: how many cells of one
    row beside the face hold a region of the same size.
    """

    cells: IntArray
    regions: IntArray
    beside: int


def seen_stickers(regions: Blobs, face: Lattice) -> SeenStickers:
    """Return which of the regions are stickers of a face: in the middle of a cell, of one size."""
    points = apply_homography(np.linalg.inv(face.homography), regions.centres)
    cells = np.floor(points).astype(int)
    offsets = np.abs(points - cells - 0.5).max(1)
    shares = regions.areas / cell_areas(face.homography, points)
    fits = (offsets < MAX_OFFSET) & (shares > CELL_SHARE[0]) & (shares < CELL_SHARE[1])
    inside = fits & ((cells >= 0) & (cells < face.n)).all(1)
    number = cells[:, 1] * face.n + cells[:, 0]
    largest = [shares[inside & (number == k)].max() for k in np.unique(number[inside])]
    if len(largest) < MIN_STICKERS:
        return SeenStickers(np.zeros((0, 2), int), np.zeros(0, int), 0)
    size = float(np.median(largest))
    alike = fits & (shares > size / MAX_SIZE_RATIO) & (shares < size * MAX_SIZE_RATIO)
    chosen = np.flatnonzero(alike & inside)
    chosen = chosen[np.argsort(offsets[chosen], kind="stable")]
    _, first = np.unique(number[chosen], return_index=True)
    chosen = chosen[first]
    return SeenStickers(cells[chosen], chosen, _most_beside(cells[alike], face.n))


def cell_areas(homography: FloatArray, points: FloatArray) -> FloatArray:
    """Return the area in pixels of a cell at each of some points of a lattice (N x 2)."""
    depth = points @ homography[2, :2] + homography[2, 2]
    return np.asarray(np.abs(np.linalg.det(homography) / depth**3))


def _most_beside(cells: IntArray, n: int) -> int:
    """Return how many cells are taken in that row beside a face in which most are."""
    rows = [
        len(set(cells[(cells[:, axis] == place) & _within(cells[:, 1 - axis], n), 1 - axis]))
        for axis in (0, 1)
        for place in (-1, n)
    ]
    return max(rows)


def _within(values: IntArray, n: int) -> BoolArray:
    return np.asarray((values >= 0) & (values < n))
