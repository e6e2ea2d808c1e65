"""The n x n lattice of a face in an image: homography fitting, plausibility, rectified copies.

Images are resized here too, with the maps between the pixels of their copies.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import NamedTuple

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, Image

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# Two lattices are duplicates if no corner differs by more than this share of a side (root of the
# area).
MAX_CORNER_DIFFERENCE = 0.12

# The distance of the camera is several times the size of a face, so that the perspective is slight.
# The weight of that prior in a fit (1 for each sticker); and the largest difference of the
# logarithms of opposite sides: 0.5 is a side 1.65 times as long as the other.
PERSPECTIVE_RIDGE = 0.15
MAX_PERSPECTIVE = 0.5

# This many stickers or fewer do not determine a homography; it then has a prior at the seed's own
# frame with this weight (1 for each sticker).
MAX_UNDERDETERMINED = 4
AFFINE_PRIOR_WEIGHT = 0.02
SINGULAR = 1e-9  # keeps the normal equations solvable and changes no result
RIDGE = np.array([SINGULAR] * 6 + [PERSPECTIVE_RIDGE] * 2)
IDENTITY = np.eye(8)
NEXT = [1, 2, 3, 0]  # corner

# Lattices are ranked by the square of the score times this power of the area (pixels): the largest
# of equally clear ones comes first, but twice the area weighs only 1.2 times as much.
AREA_EXPONENT = 0.25

HALVED_FROM = 2  # an image with a longer side of this many times the one wanted is halved first


@dataclass(frozen=True, eq=False)
class Lattice:
    """An n x n lattice of square cells in an image.

    `homography` maps a point (x right, y down, in cells, 0..n) to pixels; `has_sticker` (n x n):
    which cells have a blob; `misfit`: the typical distance in cells between the centre
    of a sticker and that of its cell; `sticker_centres` (K x 2): pixels, by rows.
    """

    n: int
    homography: FloatArray
    has_sticker: BoolArray
    misfit: float
    sticker_centres: FloatArray

    @classmethod
    def without_stickers(cls, n: int, homography: FloatArray) -> Lattice:
        """Return a lattice none of whose stickers has been found."""
        return cls(n, homography, np.zeros((n, n), bool), 0.0, np.zeros((0, 2)))

    @cached_property
    def corners(self) -> FloatArray:
        """The outline's four corners in pixels (4 x 2), clockwise from the top left."""
        return apply_homography(self.homography, _square(self.n))

    @property
    def plausible(self) -> bool:
        """Whether a camera could see a square like this: convex, with slight perspective."""
        return bool(plausible(self.homography[None], self.n)[0])

    @property
    def perspective(self) -> float:
        """The largest difference of the logarithms of two opposite sides: 0 from the front."""
        corners = self.corners[None]
        return float(_perspective(corners[:, NEXT] - corners)[0])

    @cached_property
    def area(self) -> float:
        """The outline's area in pixels."""
        return float(abs(cv2.contourArea(self.corners.astype(np.float32))))

    def shifted(self, columns: int, rows: int) -> Lattice:
        """Return the lattice moved by whole cells."""
        step = np.array([[1, 0, columns], [0, 1, rows], [0, 0, 1.0]])
        return replace(self, homography=self.homography @ step)


class ScoredLattice(NamedTuple):
    """A lattice, and how clear it is that it is a face: `score`, 1 at most."""

    score: float
    lattice: Lattice

    @property
    def area_weighted(self) -> float:
        """The score that prefers large lattices, as lattices over clutter are small."""
        return float(max(self.score, 0.0) ** 2 * self.lattice.area**AREA_EXPONENT)


@cache
def _square(n: int) -> FloatArray:
    return np.array([[0, 0], [n, 0], [n, n], [0, n]], float)


def plausible(homographies: FloatArray, n: int) -> BoolArray:
    """Return which of W homographies a camera could see: convex, with slight perspective."""
    corners = apply_homography(homographies, _square(n))
    along = corners[:, NEXT] - corners
    corner_cross = along[..., 0] * along[:, NEXT, 1] - along[..., 1] * along[:, NEXT, 0]
    is_slight = _perspective(along) < MAX_PERSPECTIVE
    return np.asarray((corner_cross > 0).all(1) & is_slight, np.bool_)


def _perspective(along: FloatArray) -> FloatArray:
    """Return the largest difference of the logarithms of opposite sides (W), from W x 4 sides."""
    lengths = np.hypot(along[..., 0], along[..., 1])
    return np.asarray(np.abs(np.log(lengths[:, :2] / lengths[:, 2:])).max(1))


def face_homography(corners: FloatArray, n: int = 3) -> FloatArray:
    """Return the homography from cells (0..n) to pixels of a face with these corners (4 x 2).

    The corners are clockwise from the top left.
    """
    square, corners = _square(n).astype(np.float32), corners.astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, corners), float)


def apply_homography(homography: FloatArray, points: FloatArray) -> FloatArray:
    """Return (..., 2) points mapped by a homography, or each set of points by one of W."""
    x = points @ np.swapaxes(homography[..., :2], -1, -2) + homography[..., None, :, 2]
    return np.asarray(x[..., :2] / x[..., 2:], float)


def fit_homographies(
    cell_points: FloatArray, pixels: FloatArray, used: BoolArray, step_vectors: FloatArray
) -> FloatArray:
    """Return W homographies (W x 3 x 3), each fitted to some of K cell points and their pixels.

    `cell_points`: W x K x 2; `pixels`: K x 2; `used`: W x K. Least squares with ridge terms: one
    keeps the perspective slight; if the points do not determine the rest (few, or all in a row),
    another is a prior at `step_vectors` (2 x 2, the pixels of a step to the right and of one down,
    as columns).
    """
    weight = used.astype(float)[..., None]
    count = weight.sum(1)
    across = np.swapaxes(weight, 1, 2)
    cell_centre = (across @ cell_points)[:, 0] / count
    pixel_centre = (across @ pixels)[:, 0] / count
    (a, b), (c, d) = step_vectors.tolist()
    size = abs(a * d - b * c) ** 0.5
    centred = weight * (cell_points - cell_centre[:, None])
    # window, point, coordinate u or v of its pixel
    scaled = (pixels - pixel_centre[:, None]) * (weight / size)
    # window, coordinate, point: x, y, 1 in its own columns, perspective, right side
    rows = np.zeros((len(cell_points), 2, len(pixels), 9))
    rows[:, 0, :, :2] = rows[:, 1, :, 3:5] = centred
    rows[:, 0, :, 2] = rows[:, 1, :, 5] = weight[..., 0]
    rows[..., 8] = np.swapaxes(scaled, 1, 2)
    rows[..., 6:8] = -centred[:, None] * rows[..., 8:]
    together = rows.reshape(len(rows), -1, 9)
    sums = np.swapaxes(together, 1, 2) @ together
    ridge = RIDGE + AFFINE_PRIOR_WEIGHT * (count <= MAX_UNDERDETERMINED)
    prior = np.array([a, b, 0, c, d, 0, 0, 0]) / size
    right = sums[:, :8, 8] + ridge * prior
    entries = np.ones((len(rows), 9))
    entries[:, :8] = np.linalg.solve(
        sums[:, :8, :8] + ridge[..., None] * IDENTITY, right[..., None]
    )[..., 0]
    homographies = entries.reshape(-1, 3, 3)
    # Undo the centring and scaling.
    homographies[:, :, 2:] -= homographies[:, :, :2] @ cell_centre[..., None]
    homographies[:, :2] = size * homographies[:, :2] + pixel_centre[..., None] * homographies[:, 2:]
    return np.asarray(homographies / homographies[:, 2:, 2:], float)


def distinct(lattices: Iterable[Lattice]) -> Iterator[Lattice]:
    """Yield lattices without those whose outline is that of an earlier one."""
    kept: list[Lattice] = []
    for each in lattices:
        if not any(same_outline(each, other) for other in kept):
            kept.append(each)
            yield each


def same_outline(a: Lattice, b: Lattice) -> bool:
    """Return whether two lattices have the same corners, possibly with different stickers."""
    return bool(np.abs(a.corners - b.corners).max() < MAX_CORNER_DIFFERENCE * np.sqrt(b.area))


def resized(image: Image, side: int) -> Image:
    """Return an image (H x W x 3 uint8) with a longer side of `side` pixels.

    A large one is halved first, which is several times as fast as averaging parts of pixels. An odd
    last row or column is left out then.
    """
    factor = side / max(image.shape[:2])
    height, width = (max(1, round(factor * length)) for length in image.shape[:2])
    while max(image.shape[:2]) >= HALVED_FROM * side and min(image.shape[:2]) > 1:
        low, right = (length // 2 for length in image.shape[:2])
        even = image[: 2 * low, : 2 * right]
        image = np.asarray(cv2.resize(even, (right, low), interpolation=cv2.INTER_AREA), np.uint8)
    method = cv2.INTER_AREA if factor < 1 else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(image, (width, height), interpolation=method), np.uint8)


def enlarging(scale: FloatArray) -> FloatArray:
    """Return the map (3 x 3) from pixels of an image to those of one `scale` (x, y) times as large.

    The centre of a pixel is at its whole number, so that an image begins at -0.5.
    """
    result = np.diag([*scale, 1.0])
    result[:2, 2] = (scale - 1) / 2
    return result


def scaling(source: Image, target: Image) -> FloatArray:
    """Return the map (3 x 3) from pixels of one copy of an image to those of another."""
    return enlarging(np.array(target.shape[1::-1]) / source.shape[1::-1])


def rectify(image: Image, lattice: Lattice, cell: int, margin: int) -> Image:
    """Return the image warped: a lattice's cells are squares of `cell` pixels."""
    return rectify_cells(image, lattice.homography, (lattice.n, lattice.n), cell, margin)


def rectify_cells(
    image: Image, homography: FloatArray, cells: tuple[int, int], cell: int, margin: int
) -> Image:
    """Return cells (columns, rows) of a homography as squares of `cell` pixels, with a margin."""
    columns, rows = cells
    return np.asarray(
        cv2.warpPerspective(
            image,
            homography @ _pixels_to_cells(cell, margin),
            (columns * cell + 2 * margin, rows * cell + 2 * margin),
            flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP,
            borderMode=cv2.BORDER_REPLICATE,
        ),
        np.uint8,
    )


@cache
def _pixels_to_cells(cell: int, margin: int) -> FloatArray:
    """Return the map from pixels of a rectified image to cells."""
    scale = np.diag([1 / cell, 1 / cell, 1.0])
    scale[:2, 2] = (0.5 - margin) / cell
    return scale
