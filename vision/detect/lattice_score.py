"""Score lattices by image gradients: high on the lines, low inside the cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np

from vision.arrays import BoolArray, FloatArray, Image, IntArray
from vision.detect.lattice import Lattice, apply_homography
from vision.detect.refinement import rectify
from vision.detect.regions import Blobs, find_blobs, gradient_magnitude

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
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

# Lattices are ranked by the square of the score times this power of the area (pixels): the largest
# of equally clear ones comes first, but twice the area weighs only 1.2 times as much.
AREA_EXPONENT = 0.25


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
        brightness = cv2.max(cv2.max(*cv2.split(exposed)[:2]), exposed[..., 2])
        return cls(strength, np.asarray(brightness, np.uint8))

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
        no_stickers = np.zeros((n, n), bool)
        lattice = Lattice(n, homography, no_stickers, DEFAULT_MISFIT, np.zeros((0, 2)))
        area_ratio = self.blobs.areas / (lattice.area / n**2)
        centres = self.blobs.centres[
            (area_ratio > AREA_RATIO_RANGE[0]) & (area_ratio < AREA_RATIO_RANGE[1])
        ]
        cell_points = apply_homography(np.linalg.inv(homography), centres)
        cells = np.floor(cell_points)
        offsets = np.abs(cell_points - cells - 0.5).max(1)
        is_sticker = (offsets < MAX_CENTRE_OFFSET) & ((cells >= 0) & (cells < n)).all(1)
        if not is_sticker.any():
            return lattice
        nearest = np.full((n, n), -1)
        for k in sorted(np.flatnonzero(is_sticker), key=lambda k: -offsets[k]):
            nearest[int(cells[k, 1]), int(cells[k, 0])] = k
        found = nearest >= 0
        chosen = nearest[found]
        return Lattice(n, homography, found, float(offsets[chosen].mean()), centres[chosen])

    def score(self, lattice: Lattice) -> float:
        """Return the edge support of a lattice minus a penalty for its misfit (1 at most)."""
        return self.edge_support(lattice) - MISFIT_PENALTY * lattice.misfit

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
        gradient = np.stack(rectified).astype(np.float32)
        cells, lines = cell_averaging_matrices(lattices[0].n)
        cell_gradient = cells @ gradient @ cells.T
        unseen = np.stack([self._unseen_segments(each) for each in lattices])
        across = _line_contrast(gradient, cell_gradient, lines, unseen[:, 0])
        down = _line_contrast(
            np.swapaxes(gradient, 1, 2), np.swapaxes(cell_gradient, 1, 2), lines, unseen[:, 1]
        )
        return 0.5 * (across + down)

    def _unseen_segments(self, lattice: Lattice) -> BoolArray:
        """Return which segments of the lines are outside of the image (2 x n + 1 x n).

        Of the lines across, and of those down.
        """
        n = lattice.n
        width, height = self.size
        across = _segment_middles(n)
        x, y = apply_homography(lattice.homography, np.stack([across, across[..., ::-1]])).T
        outside = (x < 0) | (x > width - 1) | (y < 0) | (y > height - 1)
        return np.asarray(outside.T.reshape(2, n + 1, n), np.bool_)


def area_weighted_score(score: float, lattice: Lattice) -> float:
    """Return a score that prefers large lattices, as lattices over clutter are small."""
    return float(max(score, 0.0) ** 2 * lattice.area**AREA_EXPONENT)


def _normalise_exposure(image: Image) -> Image:
    """Return an image with its exposure raised where it is dark, and noise smoothed."""
    level = float(np.percentile(image[::SPARSE, ::SPARSE].max(2), BRIGHT_PERCENTILE))
    scale = float(np.clip(TARGET_BRIGHTNESS / max(level, 1), 1, MAX_GAIN))
    exposed = cv2.convertScaleAbs(image, alpha=scale)
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
    """Return the middles of the segments of lines across (n + 1 x n x 2, x and y in cells)."""
    x, y = np.meshgrid(np.arange(n) + 0.5, np.arange(n + 1.0))
    return np.stack([x, y], 2)


def _line_contrast(
    gradient: FloatArray, cell_gradient: FloatArray, line_matrix: FloatArray, unseen: BoolArray
) -> FloatArray:
    """Return the mean contrast of the horizontal lines with the cells above and below them.

    `unseen`: which of their segments are outside of the image.
    """
    lines = gradient[:, line_rows(cell_gradient.shape[1])].max(2) @ line_matrix.T
    inner = np.maximum(cell_gradient[:, 1:], cell_gradient[:, :-1])
    level = np.concatenate([cell_gradient[:, :1], inner, cell_gradient[:, -1:]], 1)
    contrasts = contrast(lines, level)
    means = np.where(unseen, np.maximum(contrasts, UNSEEN_CONTRAST), contrasts).mean(2)
    inner, outline = means[:, 1:-1].mean(1), means[:, [0, -1]].mean(1)
    return np.asarray(INNER_WEIGHT * inner + OUTLINE_WEIGHT * outline)


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
