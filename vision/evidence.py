"""What speaks for a lattice in a picture: edges along its lines, none in its cells."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property

import cv2
import numpy as np

from vision.arrays import Floats, Image
from vision.blobs import Blobs, boundary_strength, find_blobs
from vision.lattice import Lattice, project
from vision.refine import straighten

CELL = 16  # pixels a cell in the straightened picture that a lattice is judged by
MARGIN = CELL // 2
BRIGHT = 190.0  # what the brightest parts of a picture are brought to before edges are sought
NOISY = 1.5  # a picture that is brightened by more shows its noise, and is smoothed
MISFIT_PENALTY = 2.8  # for each cell by which stickers are off the middles of their cells

# A region further than this (in cells) from a cell's middle is not the cell's sticker, nor is one
# much smaller or larger than a cell.
NEAR = 0.2
OWN_SIZE = (0.3, 1.3)
UNKNOWN_MISFIT = 0.04  # of a face without any region of its own

BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))


@dataclass(frozen=True, eq=False)
class Evidence:
    """A picture made ready for finding faces in it.

    `strength` (H x W): how much the colour changes at each pixel; `brightness` (H x W): the
    largest of the three channels.
    """

    strength: Image
    brightness: Image

    @classmethod
    def of(cls, image: Image) -> Evidence:
        """Prepare an H x W x 3 uint8 BGR picture."""
        exposed = _exposed(image)
        strength = boundary_strength(exposed)
        brightness = cv2.max(cv2.max(*cv2.split(exposed)[:2]), exposed[..., 2])
        return cls(strength, np.asarray(brightness, np.uint8))

    @cached_property
    def blobs(self) -> Blobs:
        """The regions that may be stickers."""
        return find_blobs(self.strength)

    @property
    def size(self) -> tuple[int, int]:
        """The picture's width and height."""
        return self.strength.shape[1], self.strength.shape[0]

    def occupied(self, n: int, homography: Floats) -> Lattice:
        """Return the n x n lattice of a homography with the regions that are its stickers."""
        none = np.zeros((n, n), bool)
        lattice = Lattice(n, homography, none, UNKNOWN_MISFIT, np.zeros((0, 2)))
        size = self.blobs.areas / (lattice.area / n**2)
        centres = self.blobs.centres[(size > OWN_SIZE[0]) & (size < OWN_SIZE[1])]
        places = project(np.linalg.inv(homography), centres)
        cells = np.floor(places)
        off = np.abs(places - cells - 0.5).max(1)
        own = (off < NEAR) & ((cells >= 0) & (cells < n)).all(1)
        if not own.any():
            return lattice
        nearest = np.full((n, n), -1)
        for k in sorted(np.flatnonzero(own), key=lambda k: -off[k]):
            nearest[int(cells[k, 1]), int(cells[k, 0])] = k
        found = nearest >= 0
        chosen = nearest[found]
        return Lattice(n, homography, found, float(off[chosen].mean()), centres[chosen])

    def score(self, lattice: Lattice) -> float:
        """Say how likely a lattice is a face (1 at most)."""
        return self.support(lattice) - MISFIT_PENALTY * lattice.misfit

    def distinctness(self, lattice: Lattice) -> float:
        """Say how much more support a lattice has than those beside it by a cell.

        A face ends at its outline; the tiles of a wall go on.
        """
        own, *beside = self.supports([lattice, *(lattice.shifted(*step) for step in BESIDE)])
        return float(own - sum(beside) / len(BESIDE)) * lattice.n / 3

    def support(self, lattice: Lattice) -> float:
        """Say how far there are edges where a lattice has its lines, and none in its cells."""
        return float(self.supports([lattice])[0])

    def supports(self, lattices: Sequence[Lattice]) -> Floats:
        """Say the same of several lattices of one size, together in less time."""
        if not lattices:
            return np.zeros(0)
        shown = [straighten(self.strength, each, CELL, MARGIN) for each in lattices]
        flat = np.stack(shown).astype(np.float32)
        cells, lines = cell_means(lattices[0].n)
        quiet = cells @ flat @ cells.T
        across = _contrast(flat, quiet, lines)
        down = _contrast(np.swapaxes(flat, 1, 2), np.swapaxes(quiet, 1, 2), lines)
        return 0.5 * (across + down)


def rank(score: float, lattice: Lattice) -> float:
    """Weigh how clear a lattice is against how large: clutter has small ones."""
    return float(max(score, 0.0) ** 2 * lattice.area**0.25)


def _exposed(image: Image) -> Image:
    """Brighten a dark picture, so that its edges count as in a bright one, and its noise less."""
    bright = float(np.percentile(image[::4, ::4].max(2), 97))
    scale = float(np.clip(BRIGHT / max(bright, 1), 1, 4))
    exposed = cv2.convertScaleAbs(image, alpha=scale)
    return np.asarray(cv2.GaussianBlur(exposed, (5, 5), 0) if scale > NOISY else exposed, np.uint8)


@cache
def cell_means(n: int) -> tuple[Floats, Floats]:
    """Return the matrices that take a line of pixels to the means of its n cells.

    The first averages the cells' middles, the second all but the ends.
    """
    cell = np.arange(n * CELL + 2 * MARGIN) - MARGIN - CELL * np.arange(n)[:, None]
    middles = (cell >= 4) & (cell < CELL - 4)
    sides = (cell >= 3) & (cell < CELL - 3)
    return tuple((m / m.sum(1, keepdims=True)).astype(np.float32) for m in (middles, sides))


def _contrast(flat: Floats, quiet: Floats, sides: Floats) -> Floats:
    """Compare the lines across with the cells above and below them; the outline counts less."""
    rows = MARGIN + CELL * np.arange(quiet.shape[1] + 1)[:, None] + np.arange(-3, 3)
    lines = flat[:, rows].max(2) @ sides.T
    inner = np.maximum(quiet[:, 1:], quiet[:, :-1])
    level = np.concatenate([quiet[:, :1], inner, quiet[:, -1:]], 1)
    contrast = (lines - level) / (lines + level + 4)
    means = contrast.mean(2)
    return np.asarray(0.65 * means[:, 1:-1].mean(1) + 0.35 * means[:, [0, -1]].mean(1))
