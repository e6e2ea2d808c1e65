"""Score lattices by image gradients: high on the lines, low inside the cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np

from vision.arrays import FloatArray, Image, IntArray
from vision.detect.lattice import Lattice, apply_homography
from vision.detect.refinement import rectify
from vision.detect.regions import Blobs, find_blobs, gradient_magnitude

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

EDGE_CELL_PIXELS = 16  # pixels a cell in the rectified image that a lattice is judged by
BORDER_PIXELS = EDGE_CELL_PIXELS // 2

# A dark image is brightened before edges are sought, so that this percentile of the largest
# channel comes to TARGET_BRIGHTNESS (0..255), but by no more than MAX_GAIN. It is taken of every
# SPARSE-th row and column.
BRIGHT_PERCENTILE = 97
TARGET_BRIGHTNESS = 190.0
MAX_GAIN = 4
SPARSE = 4
# An image that is brightened by more shows its noise, and is smoothed over so many pixels.
SMOOTHING_GAIN = 1.5
NOISE_SMOOTHING = 5

# Taken from a lattice's support for each cell by which its stickers are off the middles of theirs.
MISFIT_PENALTY = 2.8

# A blob further than this (in cells) from a cell's middle is not the cell's sticker, nor is one
# smaller or larger than these shares of a cell's area.
MAX_CENTRE_OFFSET = 0.2
AREA_RATIO_RANGE = (0.3, 1.3)
DEFAULT_MISFIT = 0.04  # in cells, of a face without any blob of its own: a poor but possible fit
NEIGHBOUR_SHIFTS = ((0, 1), (1, 0), (0, -1), (-1, 0))

# Pixels of the rectified image: what is left out of a cell on each side when its inside is
# averaged, and at the ends of a line; and how far on both sides of a line its edge is sought.
CELL_INSET = 4
LINE_INSET = 3
LINE_HALF_WIDTH = 3
CONTRAST_FLOOR = 4  # grey levels of gradient added to both, so that noise makes no contrast

# What the lines between stickers and the outline weigh in a lattice's support: the outline may be
# covered by fingers, or lie against something of its own colour.
INNER_WEIGHT, OUTLINE_WEIGHT = 0.65, 0.35

# Moved by one cell a lattice keeps all but one in n of its lines, so that what it loses is compared
# as if it were of this size. How much that loss counts beside the support itself.
REFERENCE_SIZE = 3
SHIFT_CONTRAST_WEIGHT = 2

# A lattice is ranked by the square of its score and this power of its area (pixels): the largest
# of equally clear ones comes first, but a face twice as large weighs only 1.2 times as much.
AREA_EXPONENT = 0.25


@dataclass(frozen=True, eq=False)
class EdgeMap:
    """The gradient and the brightness of an image, prepared for finding faces in it.

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
        """Return the n x n lattice of a homography with the blobs that are its stickers."""
        none = np.zeros((n, n), bool)
        lattice = Lattice(n, homography, none, DEFAULT_MISFIT, np.zeros((0, 2)))
        size = self.blobs.areas / (lattice.area / n**2)
        centres = self.blobs.centres[(size > AREA_RATIO_RANGE[0]) & (size < AREA_RATIO_RANGE[1])]
        places = apply_homography(np.linalg.inv(homography), centres)
        cells = np.floor(places)
        off = np.abs(places - cells - 0.5).max(1)
        own = (off < MAX_CENTRE_OFFSET) & ((cells >= 0) & (cells < n)).all(1)
        if not own.any():
            return lattice
        nearest = np.full((n, n), -1)
        for k in sorted(np.flatnonzero(own), key=lambda k: -off[k]):
            nearest[int(cells[k, 1]), int(cells[k, 0])] = k
        found = nearest >= 0
        chosen = nearest[found]
        return Lattice(n, homography, found, float(off[chosen].mean()), centres[chosen])

    def score(self, lattice: Lattice) -> float:
        """Return the edge support of a lattice less a penalty for its misfit (1 at most)."""
        return self.edge_support(lattice) - MISFIT_PENALTY * lattice.misfit

    def shift_contrast(self, lattice: Lattice) -> float:
        """Return the support of a lattice less the mean support of those one cell beside it.

        A face ends at its outline; the tiles of a wall go on.
        """
        own, *beside = self.edge_supports(
            [lattice, *(lattice.shifted(*step) for step in NEIGHBOUR_SHIFTS)]
        )
        return float(own - sum(beside) / len(NEIGHBOUR_SHIFTS)) * lattice.n / REFERENCE_SIZE

    def edge_support(self, lattice: Lattice) -> float:
        """Return the contrast of a lattice's lines with its cells (1 at most)."""
        return float(self.edge_supports([lattice])[0])

    def edge_supports(self, lattices: Sequence[Lattice]) -> FloatArray:
        """Return `edge_support` of several lattices of one size, computed together."""
        if not lattices:
            return np.zeros(0)
        shown = [rectify(self.gradient, each, EDGE_CELL_PIXELS, BORDER_PIXELS) for each in lattices]
        flat = np.stack(shown).astype(np.float32)
        cells, lines = cell_averaging_matrices(lattices[0].n)
        cell_gradient = cells @ flat @ cells.T
        across = _line_contrast(flat, cell_gradient, lines)
        down = _line_contrast(np.swapaxes(flat, 1, 2), np.swapaxes(cell_gradient, 1, 2), lines)
        return 0.5 * (across + down)


def area_weighted_score(score: float, lattice: Lattice) -> float:
    """Return a score that prefers large lattices, since clutter has small ones."""
    return float(max(score, 0.0) ** 2 * lattice.area**AREA_EXPONENT)


def _normalise_exposure(image: Image) -> Image:
    """Return an image with its exposure raised where it is dark, and noise smoothed."""
    bright = float(np.percentile(image[::SPARSE, ::SPARSE].max(2), BRIGHT_PERCENTILE))
    scale = float(np.clip(TARGET_BRIGHTNESS / max(bright, 1), 1, MAX_GAIN))
    exposed = cv2.convertScaleAbs(image, alpha=scale)
    if scale > SMOOTHING_GAIN:
        exposed = cv2.GaussianBlur(exposed, (NOISE_SMOOTHING, NOISE_SMOOTHING), 0)
    return np.asarray(exposed, np.uint8)


@cache
def cell_averaging_matrices(n: int) -> tuple[FloatArray, FloatArray]:
    """Return the matrices that map a line of pixels to the means of its n cells.

    The first averages the insides of the cells, the second all but the ends of the lines.
    """
    cell = (
        np.arange(n * EDGE_CELL_PIXELS + 2 * BORDER_PIXELS)
        - BORDER_PIXELS
        - EDGE_CELL_PIXELS * np.arange(n)[:, None]
    )
    middles = (cell >= CELL_INSET) & (cell < EDGE_CELL_PIXELS - CELL_INSET)
    sides = (cell >= LINE_INSET) & (cell < EDGE_CELL_PIXELS - LINE_INSET)
    return tuple((m / m.sum(1, keepdims=True)).astype(np.float32) for m in (middles, sides))


def _line_contrast(flat: FloatArray, quiet: FloatArray, sides: FloatArray) -> FloatArray:
    """Return the mean contrast of the lines across with the cells above and below them."""
    lines = flat[:, line_rows(quiet.shape[1])].max(2) @ sides.T
    inner = np.maximum(quiet[:, 1:], quiet[:, :-1])
    level = np.concatenate([quiet[:, :1], inner, quiet[:, -1:]], 1)
    means = contrast(lines, level).mean(2)
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
