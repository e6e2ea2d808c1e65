"""Score lattices by image gradients: high on the lines, low inside the cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, Image, IntArray
from vision.detect.lattice import Lattice, ScoredLattice, apply_homography, rectify
from vision.detect.regions import Blobs, brightest_channel, find_blobs, gradient_magnitude

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

EDGE_CELL_PIXELS = 16  # pixels per cell of the rectified image in which a lattice is scored
BORDER_PIXELS = EDGE_CELL_PIXELS // 2

# A dark image is brightened before edges are detected, so that this percentile of the largest
# channel becomes TARGET_BRIGHTNESS (0..255), but by no more than MAX_GAIN. It is computed from
# every SPARSE-th row and column.
BRIGHT_PERCENTILE = 97
TARGET_BRIGHTNESS = 190.0
MAX_GAIN = 4
SPARSE = 4
# An image that is brightened by more than this is noisy, and is smoothed over NOISE_SMOOTHING
# pixels.
SMOOTHING_GAIN = 1.5
NOISE_SMOOTHING = 5

# Subtracted from a lattice's support, for a misfit of one cell.
MISFIT_PENALTY = 2.8

# A blob is the sticker of a cell if it is no further than this from its centre (in cells), and its
# area lies between these shares of the cell's area.
MAX_CENTRE_OFFSET = 0.2
AREA_RATIO_RANGE = (0.3, 1.3)
DEFAULT_MISFIT = 0.04  # in cells, of a face without any blob: a poor but possible fit
NEIGHBOUR_SHIFTS = ((0, 1), (1, 0), (0, -1), (-1, 0))

# Pixels of the rectified image: the margin of a cell that is excluded from its average; the same at
# the ends of a line; and the distance from a line within which its edge is searched.
CELL_INSET = 4
LINE_INSET = 3
LINE_HALF_WIDTH = 3
UNSEEN_CONTRAST = 0.2  # of a line outside of the image: less than of most lines of a face
CONTRAST_FLOOR = 4  # grey levels of gradient added in the denominator, against noise

# Weights of the inner lines and of the outline in a lattice's support: the outline may be covered
# by fingers, or the background may have the same colour.
INNER_WEIGHT, OUTLINE_WEIGHT = 0.65, 0.35

# A lattice shifted by one cell keeps (n - 1) / n of its lines; the difference in support is
# therefore scaled to this n. The weight of that difference relative to the support itself.
REFERENCE_SIZE = 3
SHIFT_CONTRAST_WEIGHT = 2


@dataclass(frozen=True, eq=False)
class EdgeMap:
    """The gradient and the brightness of an image, for detecting faces in it.

    `gradient` (H x W, 0..255); `brightness` (H x W): the largest of the three channels.
    """

    gradient: Image
    brightness: Image

    @classmethod
    def from_image(cls, image: Image) -> EdgeMap:
        """Return the edge map of an H x W x 3 uint8 BGR image."""
        exposed = _normalise_exposure(image)
        strength = gradient_magnitude(exposed)
        return cls(strength, brightest_channel(exposed))

    @cached_property
    def blobs(self) -> Blobs:
        """The regions that may be stickers."""
        return find_blobs(self.gradient)

    @property
    def size(self) -> tuple[int, int]:
        """The width and height of the image."""
        return self.gradient.shape[1], self.gradient.shape[0]

    def lattice_with_blobs(self, n: int, homography: FloatArray) -> Lattice:
        """Return the n x n lattice of a homography, with its stickers among the blobs."""
        return self.lattices_with_blobs(n, homography[None])[0]

    def lattices_with_blobs(self, n: int, homographies: FloatArray) -> list[Lattice]:
        """Return the lattices of several homographies (K x 3 x 3), as `lattice_with_blobs`."""
        empty = [
            Lattice(n, each, np.zeros((n, n), bool), DEFAULT_MISFIT, np.zeros((0, 2)))
            for each in homographies
        ]
        cell_area = np.array([[each.area] for each in empty]) / n**2
        is_like = (self.blobs.areas > AREA_RATIO_RANGE[0] * cell_area) & (
            self.blobs.areas < AREA_RATIO_RANGE[1] * cell_area
        )
        cell_points = apply_homography(np.linalg.inv(homographies), self.blobs.centres)
        cells = np.floor(cell_points)
        offsets = np.abs(cell_points - cells - 0.5).max(2)
        is_inside = ((cells >= 0) & (cells < n)).all(2)
        is_sticker = is_like & (offsets < MAX_CENTRE_OFFSET) & is_inside
        return [
            self._with_stickers(lattice, np.flatnonzero(chosen), own_cells, own_offsets)
            for lattice, chosen, own_cells, own_offsets in zip(
                empty, is_sticker, cells, offsets, strict=True
            )
        ]

    def _with_stickers(
        self, lattice: Lattice, blobs: IntArray, cells: FloatArray, offsets: FloatArray
    ) -> Lattice:
        """Return a lattice with the nearest of some blobs (indices) in each of its cells."""
        if not len(blobs):
            return lattice
        furthest_first = blobs[np.argsort(-offsets[blobs], kind="stable")]
        column, row = cells[furthest_first].astype(int).T
        nearest = np.full((lattice.n, lattice.n), -1)
        # Of several blobs in one cell, the last one stays.
        nearest[row, column] = furthest_first
        found = nearest >= 0
        chosen = nearest[found]
        misfit = float(offsets[chosen].mean())
        return Lattice(lattice.n, lattice.homography, found, misfit, self.blobs.centres[chosen])

    def score(self, lattice: Lattice) -> float:
        """Return the edge support of a lattice minus a penalty for its misfit (1 at most)."""
        return self.scored([lattice])[0].score

    def scored(self, lattices: Sequence[Lattice]) -> list[ScoredLattice]:
        """Return several lattices of one size with the `score` of each, computed together."""
        misfits = np.array([each.misfit for each in lattices])
        scores = (self.edge_supports(lattices) - MISFIT_PENALTY * misfits).tolist()
        return [ScoredLattice(*each) for each in zip(scores, lattices, strict=True)]

    def shift_contrast(self, lattice: Lattice) -> float:
        """Return the support of a lattice minus the mean support of those shifted by one cell.

        A face ends at its outline, whereas the tiles of a wall continue.
        """
        support, *shifted_supports = self.edge_supports(
            [lattice, *(lattice.shifted(*step) for step in NEIGHBOUR_SHIFTS)]
        )
        return (
            float(support - sum(shifted_supports) / len(NEIGHBOUR_SHIFTS))
            * lattice.n
            / REFERENCE_SIZE
        )

    def edge_support(self, lattice: Lattice) -> float:
        """Return the contrast of a lattice's lines with its cells (1 at most)."""
        return float(self.edge_supports([lattice])[0])

    def edge_supports(self, lattices: Sequence[Lattice]) -> FloatArray:
        """Return `edge_support` of several lattices of one size, computed together."""
        if not lattices:
            return np.zeros(0)
        rectified = [
            rectify(self.gradient, each, EDGE_CELL_PIXELS, BORDER_PIXELS) for each in lattices
        ]
        gradient = np.stack(rectified)
        cells, lines = cell_averaging_matrices(lattices[0].n)
        cell_gradient = cells @ gradient.astype(np.float32) @ cells.T
        # Across and down, in this order.
        contrasts = contrast(
            np.stack([_along_lines(gradient), _along_lines(np.swapaxes(gradient, 1, 2))]) @ lines.T,
            np.stack([_beside_lines(cell_gradient), _beside_lines(cell_gradient.swapaxes(1, 2))]),
        )
        unseen = self._unseen_segments(lattices)
        if unseen.any():
            contrasts = np.where(unseen, np.maximum(contrasts, UNSEEN_CONTRAST), contrasts)
        supports: FloatArray = (contrasts * _segment_weights(lattices[0].n)).sum((0, 2, 3))
        return supports

    def _unseen_segments(self, lattices: Sequence[Lattice]) -> BoolArray:
        """Return which segments of the lines of K lattices are outside of the image.

        2 x K x n + 1 x n: of the lines across, and of those down.
        """
        n = lattices[0].n
        segments = _segment_middles(n)
        last = np.array(self.size) - 1
        corners = np.stack([each.corners for each in lattices])
        if (corners >= 0).all() and (corners <= last).all():
            return np.zeros((2, len(lattices), n + 1, n), bool)
        homographies = np.stack([each.homography for each in lattices])
        pixels = apply_homography(homographies, segments.reshape(-1, 2))
        outside = ((pixels < 0) | (pixels > last)).any(2)
        return np.swapaxes(outside.reshape(len(lattices), 2, n + 1, n), 0, 1)


def _normalise_exposure(image: Image) -> Image:
    """Return an image with its exposure raised where it is dark, and noise smoothed."""
    brightest = brightest_channel(np.ascontiguousarray(image[::SPARSE, ::SPARSE]))
    level = float(np.percentile(brightest, BRIGHT_PERCENTILE))
    scale = float(np.clip(TARGET_BRIGHTNESS / max(level, 1), 1, MAX_GAIN))
    exposed = cv2.convertScaleAbs(image, alpha=scale) if scale > 1 else image
    if scale > SMOOTHING_GAIN:
        exposed = cv2.GaussianBlur(exposed, (NOISE_SMOOTHING, NOISE_SMOOTHING), 0)
    return np.asarray(exposed, np.uint8)


@cache
def cell_averaging_matrices(n: int) -> tuple[FloatArray, FloatArray]:
    """Return the matrices that map a line of pixels to the means of its n cells.

    The first averages the interior of each cell, the second the lines without their ends.
    """
    cell = (
        np.arange(n * EDGE_CELL_PIXELS + 2 * BORDER_PIXELS)
        - BORDER_PIXELS
        - EDGE_CELL_PIXELS * np.arange(n)[:, None]
    )
    interior = (cell >= CELL_INSET) & (cell < EDGE_CELL_PIXELS - CELL_INSET)
    line = (cell >= LINE_INSET) & (cell < EDGE_CELL_PIXELS - LINE_INSET)
    return tuple((m / m.sum(1, keepdims=True)).astype(np.float32) for m in (interior, line))


@cache
def _segment_middles(n: int) -> FloatArray:
    """Return the middles of the segments of lines (2 x n + 1 x n x 2, x and y in cells).

    Of lines across, and of those down.
    """
    x, y = np.meshgrid(np.arange(n) + 0.5, np.arange(n + 1.0))
    return np.stack([np.stack([x, y], 2), np.stack([y, x], 2)])


@cache
def _segment_weights(n: int) -> FloatArray:
    """Return the weight of each segment of the lines in one direction (n + 1 x n)."""
    weights = np.full((n + 1, n), INNER_WEIGHT / (n - 1))
    weights[[0, -1]] = OUTLINE_WEIGHT / 2
    return weights / (2 * n)


def _along_lines(gradient: Image) -> FloatArray:
    """Return the largest gradient near each pixel of the horizontal lines (K x n + 1 x W)."""
    first = BORDER_PIXELS - LINE_HALF_WIDTH
    last = gradient.shape[1] - BORDER_PIXELS - LINE_HALF_WIDTH
    near = [
        gradient[:, first + k : last + k + 1 : EDGE_CELL_PIXELS] for k in range(2 * LINE_HALF_WIDTH)
    ]
    return np.asarray(np.maximum.reduce(near), np.float32)


def _beside_lines(cell_gradient: FloatArray) -> FloatArray:
    """Return the larger gradient of the cells above and below each segment (K x n + 1 x n)."""
    beside = np.empty((len(cell_gradient), cell_gradient.shape[1] + 1, cell_gradient.shape[2]))
    beside[:, 0], beside[:, -1] = cell_gradient[:, 0], cell_gradient[:, -1]
    np.maximum(cell_gradient[:, 1:], cell_gradient[:, :-1], out=beside[:, 1:-1])
    return beside


@cache
def line_rows(n: int) -> IntArray:
    """Return the rows of pixels about each of the n + 1 lines of a rectified image."""
    return (
        BORDER_PIXELS
        + EDGE_CELL_PIXELS * np.arange(n + 1)[:, None]
        + np.arange(-LINE_HALF_WIDTH, LINE_HALF_WIDTH)
    )


def contrast(line: FloatArray, level: FloatArray) -> FloatArray:
    """Return the contrast (-1..1) of the gradient on lines with that in the cells beside them."""
    return np.asarray((line - level) / (line + level + CONTRAST_FLOOR))
