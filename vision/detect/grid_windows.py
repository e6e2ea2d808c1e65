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

# cells around a grid that are examined: a row may be hidden, and the face must end there
BORDER_CELLS = 2
MAX_CELLS = 16  # in each direction: the largest cube has 7, and a grid may extend beyond it

SizeCandidate = tuple[int, float, float, Lattice]

# The largest difference in blobs between a window and the best window of the same grid.
MAX_FEWER_BLOBS = 3

# A sticker further than this from the centre of its cell (in cells) does not belong to the lattice.
MAX_RESIDUAL = 0.11

# The smallest number of blobs that determines a homography.
MIN_HOMOGRAPHY_BLOBS = 4


def size_candidates(
    edge_map: EdgeMap, grid: BlobGrid, sizes: Iterable[int]
) -> Iterator[SizeCandidate]:
    """Yield for each size that fits into a grid the window that is most probably a whole face.

    Yields its size, its clarity (support plus SHIFT_CONTRAST_WEIGHT times shift contrast), its
    support and its lattice, from the homography of the whole grid.
    """
    low, high = grid.cells.min(0) - BORDER_CELLS, grid.cells.max(0) + 1 + BORDER_CELLS
    columns, rows = np.minimum(high - low, MAX_CELLS).tolist()
    homography = grid.homography @ _translation(low - 0.5)
    rectified = rectify_cells(
        edge_map.gradient, homography, (columns, rows), EDGE_CELL_PIXELS, BORDER_PIXELS
    )
    gradient = rectified.astype(np.float32)
    cell_gradient = (
        cell_averaging_matrices(rows)[0] @ gradient @ cell_averaging_matrices(columns)[0].T
    )
    across, down = (
        _LineContrasts(gradient, cell_gradient),
        _LineContrasts(gradient.T, cell_gradient.T),
    )
    has_blob = np.zeros((rows, columns))
    x, y = (grid.cells - low).T
    inside = (x < columns) & (y < rows)
    has_blob[y[inside], x[inside]] = 1
    for n in sizes:
        if min(columns, rows) < n + 2:
            continue
        support = 0.5 * (across.windows(n) + down.windows(n).T)
        neighbour_sum = (
            support[:-2, 1:-1] + support[2:, 1:-1] + support[1:-1, :-2] + support[1:-1, 2:]
        )
        inner = support[1:-1, 1:-1]
        clarity = inner + SHIFT_CONTRAST_WEIGHT * (inner - neighbour_sum / 4) * n / REFERENCE_SIZE
        has_enough_blobs = _box_sums(has_blob, n, n)[1:-1, 1:-1] >= min_blobs(n)
        row, column = divmod(int(np.where(has_enough_blobs, clarity, 0).argmax()), clarity.shape[1])
        if has_enough_blobs[row, column] and clarity[row, column] > 0:
            lattice = Lattice.without_stickers(n, homography @ _translation((column + 1, row + 1)))
            yield n, float(clarity[row, column]), float(inner[row, column]), lattice


def _translation(start: Sequence[float] | FloatArray) -> FloatArray:
    return np.array([[1, 0, start[0]], [0, 1, start[1]], [0, 0, 1.0]])


class _LineContrasts:
    """Contrasts of the lines of a rectified grid with the cells on both sides of them."""

    def __init__(self, gradient: FloatArray, cell_gradient: FloatArray) -> None:
        rows, columns = cell_gradient.shape
        lines = gradient[line_rows(rows)].max(1) @ cell_averaging_matrices(columns)[1].T
        self.top = contrast(lines[:-1], cell_gradient)
        self.bottom = contrast(lines[1:], cell_gradient)
        self.inner = contrast(lines[1:-1], np.maximum(cell_gradient[1:], cell_gradient[:-1]))

    def windows(self, n: int) -> FloatArray:
        """Return the mean contrast of each window of n x n, by its first row and column."""
        inner = _box_sums(self.inner, n - 1, n) / (n * (n - 1))
        top, bottom = _box_sums(self.top, 1, n) / n, _box_sums(self.bottom, 1, n) / n
        outline = (top[: len(inner)] + bottom[n - 1 :]) / 2
        return np.asarray(INNER_WEIGHT * inner + OUTLINE_WEIGHT * outline)


def _box_sums(table: FloatArray, rows: int, columns: int) -> FloatArray:
    """Return the sums over all boxes of a number of rows and columns."""
    sums = np.pad(table.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    tall = sums[rows:] - sums[:-rows]
    return np.asarray(tall[:, columns:] - tall[:, :-columns])


def min_blobs(n: int) -> int:
    """Return how many cells of an n x n window must have a blob: half of them, at least four."""
    return max(MIN_HOMOGRAPHY_BLOBS, n * n // 2)


def window_lattices(grid: BlobGrid, n: int) -> list[Lattice]:
    """Return a lattice for each n x n window of a grid that contains enough of its blobs.

    Blobs that do not fit the lattice of a window are excluded.
    """
    required = min_blobs(n)
    low, high = grid.cells.min(0) - n + 1, grid.cells.max(0) + 1
    shifts = np.stack(np.meshgrid(*map(np.arange, low, high), indexing="ij"), 2).reshape(-1, 2)
    cells = grid.cells - shifts[:, None]
    used = np.asarray(((cells >= 0) & (cells < n)).all(2))
    blob_counts = used.sum(1)
    candidates = blob_counts >= max(required, blob_counts.max() - MAX_FEWER_BLOBS)
    lattices: list[Lattice] = []
    used, cell_points = used[candidates], cells[candidates] + 0.5
    while len(used):
        homographies = fit_homographies(cell_points, grid.centres, used, grid.step_vectors)
        residual = apply_homography(np.linalg.inv(homographies), grid.centres) - cell_points
        distances = np.where(used, np.hypot(residual[..., 0], residual[..., 1]), 0)
        fits = distances.max(1) < MAX_RESIDUAL
        for k in np.flatnonzero(fits & plausible(homographies, n)):
            lattices.append(
                _lattice(grid, n, homographies[k], cell_points[k], used[k], distances[k])
            )
        used[np.arange(len(used)), distances.argmax(1)] = False
        remaining = ~fits & (used.sum(1) >= required) & _span_both_axes(cell_points, used)
        used, cell_points = used[remaining], cell_points[remaining]
    return lattices


def _lattice(
    grid: BlobGrid,
    n: int,
    homography: FloatArray,
    cell_points: FloatArray,
    used: BoolArray,
    distances: FloatArray,
) -> Lattice:
    column, row = (cell_points[used] - 0.5).astype(int).T
    found = np.zeros((n, n), bool)
    found[row, column] = True
    by_rows = np.flatnonzero(used)[np.lexsort((column, row))]
    misfit = float(np.sqrt((distances[used] ** 2).mean()))
    return Lattice(n, homography, found, misfit, grid.centres[by_rows])


def _span_both_axes(cell_points: FloatArray, used: BoolArray) -> BoolArray:
    """Return which of W sets of K cells are not all in one row or column."""
    low = np.where(used[..., None], cell_points, np.inf).min(1)
    high = np.where(used[..., None], cell_points, -np.inf).max(1)
    return np.asarray((high - low).min(1) >= 1, np.bool_)
