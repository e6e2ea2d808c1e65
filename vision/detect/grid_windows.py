"""Fit a lattice to each n x n window of a blob grid, and score windows of all sizes at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from vision.arrays import BoolArray, FloatArray
from vision.detect.lattice import Lattice, apply_homography, fit_homographies, plausible
from vision.detect.lattice_score import (
    BORDER_PIXELS,
    EDGE_CELL_PIXELS,
    INNER_WEIGHT,
    OUTLINE_WEIGHT,
    REFERENCE_SIZE,
    SHIFT_CONTRAST_WEIGHT,
    EdgeMap,
    cell_averaging_matrices,
    contrast,
    line_rows,
)
from vision.detect.refinement import rectify_cells
from vision.detect.region_grid import BlobGrid

# These numbers were set by hand; `rokumen bench reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# cells around a grid that are looked at: a row may be hidden, and it must end there
BORDER_CELLS = 2
MAX_CELLS = 16  # each way: the largest cube has 7, and a grid may have begun beside it

SizeCandidate = tuple[int, float, float, Lattice]

# A window may hold so many blobs fewer than the best one of the same net.
MAX_FEWER_BLOBS = 3

# A sticker further than this from its cell's middle (in cells) is not the lattice's.
MAX_RESIDUAL = 0.11

# So few blobs still fix a homography.
MIN_HOMOGRAPHY_BLOBS = 4


def size_candidates(
    evidence: EdgeMap, net: BlobGrid, sizes: Iterable[int]
) -> Iterator[SizeCandidate]:
    """Yield for each size that fits into a grid the window that is most probably a whole face.

    Yields its size, its clarity (support and SHIFT_CONTRAST_WEIGHT times shift contrast), its
    support and the lattice, by the homography of the whole grid.
    """
    low, high = net.cells.min(0) - BORDER_CELLS, net.cells.max(0) + 1 + BORDER_CELLS
    columns, rows = np.minimum(high - low, MAX_CELLS).tolist()
    homography = net.homography @ _translation(low - 0.5)
    shown = rectify_cells(
        evidence.gradient, homography, (columns, rows), EDGE_CELL_PIXELS, BORDER_PIXELS
    )
    flat = shown.astype(np.float32)
    quiet = cell_averaging_matrices(rows)[0] @ flat @ cell_averaging_matrices(columns)[0].T
    across, down = _LineContrasts(flat, quiet), _LineContrasts(flat.T, quiet.T)
    has_blob = np.zeros((rows, columns))
    x, y = (net.cells - low).T
    inside = (x < columns) & (y < rows)
    has_blob[y[inside], x[inside]] = 1
    for n in sizes:
        if min(columns, rows) < n + 2:
            continue
        support = 0.5 * (across.windows(n) + down.windows(n).T)
        beside = support[:-2, 1:-1] + support[2:, 1:-1] + support[1:-1, :-2] + support[1:-1, 2:]
        inner = support[1:-1, 1:-1]
        clarity = inner + SHIFT_CONTRAST_WEIGHT * (inner - beside / 4) * n / REFERENCE_SIZE
        enough = _box_sums(has_blob, n, n)[1:-1, 1:-1] >= min_blobs(n)
        row, column = divmod(int(np.where(enough, clarity, 0).argmax()), clarity.shape[1])
        if enough[row, column] and clarity[row, column] > 0:
            lattice = Lattice.without_stickers(n, homography @ _translation((column + 1, row + 1)))
            yield n, float(clarity[row, column]), float(inner[row, column]), lattice


def _translation(start: Sequence[float] | FloatArray) -> FloatArray:
    return np.array([[1, 0, start[0]], [0, 1, start[1]], [0, 0, 1.0]])


class _LineContrasts:
    """Contrasts of the lines of a rectified grid with the cells on both sides of them."""

    def __init__(self, flat: FloatArray, quiet: FloatArray) -> None:
        rows, columns = quiet.shape
        lines = flat[line_rows(rows)].max(1) @ cell_averaging_matrices(columns)[1].T
        self.top = contrast(lines[:-1], quiet)
        self.bottom = contrast(lines[1:], quiet)
        self.inner = contrast(lines[1:-1], np.maximum(quiet[1:], quiet[:-1]))

    def windows(self, n: int) -> FloatArray:
        """Return the mean contrast of each window of n x n, by its first row and column."""
        inner = _box_sums(self.inner, n - 1, n) / (n * (n - 1))
        top, bottom = _box_sums(self.top, 1, n) / n, _box_sums(self.bottom, 1, n) / n
        outline = (top[: len(inner)] + bottom[n - 1 :]) / 2
        return np.asarray(INNER_WEIGHT * inner + OUTLINE_WEIGHT * outline)


def _box_sums(table: FloatArray, rows: int, columns: int) -> FloatArray:
    """Return the sums of all boxes of so many rows and columns."""
    sums = np.pad(table.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    tall = sums[rows:] - sums[:-rows]
    return np.asarray(tall[:, columns:] - tall[:, :-columns])


def min_blobs(n: int) -> int:
    """Return how many cells of an n x n window must hold a blob: half of them, four at least."""
    return max(MIN_HOMOGRAPHY_BLOBS, n * n // 2)


def window_lattices(net: BlobGrid, n: int) -> list[Lattice]:
    """Return a lattice for each n x n window of a grid that holds enough of its blobs.

    Blobs that do not fit the lattice of a window are left out of it.
    """
    enough = min_blobs(n)
    low, high = net.cells.min(0) - n + 1, net.cells.max(0) + 1
    shifts = np.stack(np.meshgrid(*map(np.arange, low, high), indexing="ij"), 2).reshape(-1, 2)
    steps = net.cells - shifts[:, None]
    used = np.asarray(((steps >= 0) & (steps < n)).all(2))
    held = used.sum(1)
    likely = held >= max(enough, held.max() - MAX_FEWER_BLOBS)
    lattices: list[Lattice] = []
    used, places = used[likely], steps[likely] + 0.5
    while len(used):
        homographies = fit_homographies(places, net.centres, used, net.step_vectors)
        away = apply_homography(np.linalg.inv(homographies), net.centres) - places
        off = np.where(used, np.hypot(away[..., 0], away[..., 1]), 0)
        fits = off.max(1) < MAX_RESIDUAL
        for k in np.flatnonzero(fits & plausible(homographies, n)):
            lattices.append(_lattice(net, n, homographies[k], places[k], used[k], off[k]))
        used[np.arange(len(used)), off.argmax(1)] = False
        left = ~fits & (used.sum(1) >= enough) & _span_both_axes(places, used)
        used, places = used[left], places[left]
    return lattices


def _lattice(
    net: BlobGrid,
    n: int,
    homography: FloatArray,
    places: FloatArray,
    used: BoolArray,
    off: FloatArray,
) -> Lattice:
    column, row = (places[used] - 0.5).astype(int).T
    found = np.zeros((n, n), bool)
    found[row, column] = True
    by_rows = np.flatnonzero(used)[np.lexsort((column, row))]
    misfit = float(np.sqrt((off[used] ** 2).mean()))
    return Lattice(n, homography, found, misfit, net.centres[by_rows])


def _span_both_axes(places: FloatArray, used: BoolArray) -> BoolArray:
    """Return which of W sets of K cells are not all in one row or column."""
    low = np.where(used[..., None], places, np.inf).min(1)
    high = np.where(used[..., None], places, -np.inf).max(1)
    return np.asarray((high - low).min(1) >= 1, np.bool_)
