"""A second search of an image, for faces that are dim, hazy, blurred or behind fingers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, Image, IntArray
from vision.detect.face_finder import faces_of_lattices
from vision.detect.lattice import (
    Lattice,
    ScoredLattice,
    apply_homography,
    distinct,
    fit_homographies,
    resized,
    same_outline,
    scaling,
)
from vision.detect.lattice_finder import find_lattices
from vision.detect.lattice_score import EdgeMap
from vision.detect.regions import Blobs

# These numbers were set by hand on the first half of robot-photos; the benchmark `faces` measures
# their effect.

# Longer sides of the image as searched again, in pixels, and whether in logarithmic brightness. An
# outline that is blurred over several pixels is as strong as a sharp one in a smaller image.
COPIES = ((320, False), (320, True), (240, True))
JUDGED = 2  # of COPIES: in which all that was found is scored
# The smallest side of a face that is searched again, in longer sides of the image: clutter is
# smaller, and so is a face that a sharper image shows better.
MIN_FACE_SIDE = 0.38

# Added to the brightness (0..255) before the logarithm: dark stickers differ from a black body by a
# factor, but noise below this is not magnified.
DARK_LEVEL = 16.0
_LEVELS = np.log1p(np.arange(256) / DARK_LEVEL) / np.log1p(255 / DARK_LEVEL)
LOGARITHMIC_LEVELS = np.rint(255 * _LEVELS).astype(np.uint8)

# A covered face: the smallest number of its stickers that are seen, the largest distance of one
# from the middle of its cell (in cells, root mean square), the smallest support, and the largest
# perspective: a face that is not seen from the front has a neighbour, and is found with it.
MIN_STICKERS_OF_COVERED = 6
MAX_MISFIT_OF_COVERED = 0.04
MIN_SUPPORT_OF_COVERED = 0.4
MAX_PERSPECTIVE_OF_COVERED = 0.1
FIT_ROUNDS = 3

# Added to the score of a face for each of its stickers that is seen beyond the first ones, and
# taken off twice for each that is seen beside it.
STICKER_WEIGHT = 0.055
EXPECTED_STICKERS = 5

# Scores with that evidence: at which two faces need not be searched again, nor a face behind
# fingers; and at which one face ends the search, if there was none as clear as the former.
CLEAR_OF_SEVERAL = 0.6
CLEAR_ALONE = 0.75

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


@dataclass(frozen=True, slots=True, eq=False)
class _Copy:
    """A smaller copy of an image; `enlarging` maps its pixels to those of the image."""

    edge_map: EdgeMap
    enlarging: FloatArray

    def lattice_of(self, lattice: Lattice) -> Lattice:
        """Return a lattice of the image, in pixels of this copy."""
        return self.edge_map.lattice_with_blobs(
            lattice.n, np.linalg.inv(self.enlarging) @ lattice.homography
        )


@dataclass(frozen=True, slots=True, eq=False)
class _Result:
    """The faces of one search of an image, and how clear each is (about 1 at most)."""

    faces: Sequence[Lattice]
    clarities: Sequence[float]
    quality: float

    def is_clear(self, smallest: float) -> bool:
        """Return whether there are faces, and all of them are so clear."""
        return min(self.clarities, default=0.0) >= smallest


@dataclass(frozen=True, slots=True, eq=False)
class _Judge:
    """The copy of an image in which all that was found is scored, and the regions of all copies."""

    copy: _Copy
    regions: Blobs

    def result(self, faces: Sequence[Lattice]) -> _Result:
        """Return faces with their scores plus the evidence of the regions, summed up by area."""
        clarities, quality = [], 0.0
        for k, face in enumerate(faces):
            others = [other for i, other in enumerate(faces) if i != k]
            seen = seen_stickers(regions_outside(self.regions, others), face)
            beside = seen.beside if seen.beside >= MIN_STICKERS_BESIDE else 0
            evidence = STICKER_WEIGHT * (len(seen.cells) - EXPECTED_STICKERS - 2 * beside)
            lattice = self.copy.lattice_of(face)
            clarities.append(self.copy.edge_map.score(lattice) + evidence)
            quality += ScoredLattice(clarities[-1], lattice).area_weighted
        return _Result(faces, clarities, quality)


def search_again(image: Image, found: Sequence[Lattice], n: int) -> Sequence[Lattice]:
    """Return the faces of the best of several searches of an image, `found` being one of them.

    The image (H x W x 3 uint8 BGR) is searched at small scales, also in logarithmic brightness, in
    which dim stickers are as clear as bright ones. The lattices are in pixels of the image.
    """
    min_area = (MIN_FACE_SIDE * max(image.shape[:2])) ** 2
    if found and found[0].area < min_area and len(found[0].sticker_centres) >= MIN_STICKERS_ALONE:
        return found
    copies = [_copy(image, side, dim) for side, dim in COPIES]
    judge = _Judge(copies[JUDGED], _regions(copies))
    first = judge.result(found)
    if len(found) > 1 and first.is_clear(CLEAR_OF_SEVERAL):
        return found
    results = [first]
    lattices: list[Lattice] = []
    known = list(found)
    for copy in copies:
        in_copy = find_lattices(copy.edge_map, n)
        lattices += [_enlarged(copy, each.lattice) for each in in_copy]
        found_in_copy = faces_of_lattices(copy.edge_map, in_copy)
        faces = [_enlarged(copy, each.lattice) for each in found_in_copy]
        known += faces
        if all(each.area > min_area for each in faces):
            results.append(judge.result(faces))
            if _is_settled(results[-1], first):
                break
    best = max(results, key=lambda result: result.quality)
    if best.is_clear(CLEAR_OF_SEVERAL):
        return best.faces
    covered = [_covered(judge, each) for each in distinct(lattices)]
    alone = [
        judge.result([each])
        for each in covered
        if each is not None
        and each.area > min_area
        and not any(same_outline(each, other) for other in known)
    ]
    return max([best, *alone], key=lambda result: result.quality).faces


def _is_settled(result: _Result, first: _Result) -> bool:
    """Return whether a search has found what the first one missed, so that no more are needed.

    Or has found the same clear face again, and nothing beside it.
    """
    if len(result.faces) > 1:
        return result.is_clear(CLEAR_OF_SEVERAL)
    if not result.is_clear(CLEAR_ALONE):
        return False
    if not first.is_clear(CLEAR_OF_SEVERAL):
        return True
    return len(first.faces) == 1 and same_outline(first.faces[0], result.faces[0])


def _copy(image: Image, side: int, dim: bool) -> _Copy:
    smaller = resized(image, side)
    searched = logarithmic(smaller) if dim else smaller
    return _Copy(EdgeMap.from_image(searched), scaling(smaller, image))


def logarithmic(image: Image) -> Image:
    """Return an image (H x W x 3 uint8) with the logarithm of its brightness."""
    return np.asarray(cv2.LUT(image, LOGARITHMIC_LEVELS), np.uint8)


def _enlarged(copy: _Copy, lattice: Lattice) -> Lattice:
    return Lattice.without_stickers(lattice.n, copy.enlarging @ lattice.homography)


def _regions(copies: Sequence[_Copy]) -> Blobs:
    """Return the regions of all copies, in pixels of the image."""
    scales = [np.diag(copy.enlarging)[:2] for copy in copies]
    return Blobs(
        np.concatenate(
            [apply_homography(copy.enlarging, copy.edge_map.blobs.centres) for copy in copies]
        ),
        np.concatenate(
            [copy.edge_map.blobs.sides * scale for copy, scale in zip(copies, scales, strict=True)]
        ),
        np.concatenate(
            [
                copy.edge_map.blobs.areas * scale.prod()
                for copy, scale in zip(copies, scales, strict=True)
            ]
        ),
    )


def _covered(judge: _Judge, lattice: Lattice) -> Lattice | None:
    """Return a lattice fitted to its stickers alone, if enough of them are seen for a face.

    Fingers may cover the others: a finger, or a hole in it, is not of their size.
    """
    regions = judge.regions
    seen = seen_stickers(regions, lattice)
    for _ in range(FIT_ROUNDS):
        if len(seen.cells) < MIN_STICKERS:
            return None
        lattice = _fitted(regions, seen, lattice)
        seen = seen_stickers(regions, lattice)
    points = apply_homography(np.linalg.inv(lattice.homography), regions.centres[seen.regions])
    misfit = np.sqrt(((points - seen.cells - 0.5) ** 2).sum(1).mean()) if len(points) else np.inf
    if (
        len(seen.cells) < MIN_STICKERS_OF_COVERED
        or seen.beside >= MIN_STICKERS_BESIDE
        or misfit > MAX_MISFIT_OF_COVERED
        or not lattice.plausible
        or lattice.perspective > MAX_PERSPECTIVE_OF_COVERED
        or judge.copy.edge_map.edge_support(judge.copy.lattice_of(lattice)) < MIN_SUPPORT_OF_COVERED
    ):
        return None
    return lattice


def _fitted(regions: Blobs, seen: SeenStickers, lattice: Lattice) -> Lattice:
    used = np.ones((1, len(seen.cells)), bool)
    step = lattice.homography[:2, :2] / lattice.homography[2, 2]
    (homography,) = fit_homographies(
        seen.cells[None] + 0.5, regions.centres[seen.regions], used, step
    )
    return Lattice.without_stickers(lattice.n, homography)


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
    outside = np.ones(len(regions.areas), bool)
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
