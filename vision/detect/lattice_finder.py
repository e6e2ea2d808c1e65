"""Find the lattices in an image that may be faces: over the windows of grids of blobs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import NamedTuple

import numpy as np

from vision.arrays import BoolArray, FloatArray
from vision.detect.lattice import (
    Lattice,
    ScoredLattice,
    apply_homography,
    distinct,
    fit_homographies,
    plausible,
    rectify_cells,
)
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
from vision.detect.refinement import refine_all
from vision.detect.region_grid import BlobGrid, grow_grids

# These numbers were set by hand; the benchmark `reading` measures their effect on cube-photos,
# real-photos and drawn scenes.

# cells around a grid that are examined: a row may be hidden, and the face must end there
BORDER_CELLS = 2
MAX_CELLS = 16  # in each direction: the largest cube has 7, and a grid may extend beyond it

# The largest difference in blobs between a window and the best window of the same grid.
MAX_FEWER_BLOBS = 3

# A sticker further than this from the centre of its cell (in cells) does not belong to the lattice.
MAX_RESIDUAL = 0.11

# The smallest number of blobs that determines a homography.
MIN_HOMOGRAPHY_BLOBS = 4

MAX_WINDOWS_PER_GRID = 3  # lattices over the same blobs that are examined
MAX_REFINED = 6  # lattices that are refined, the most probable ones

SIZES = range(2, 8)
USUAL_SIZE = 3  # of the cubes that pictures show where nothing else is said
# A size is examined if its clarity is at least this share of the best one.
MIN_RELATIVE_CLARITY = 0.75
MAX_SIZES = 2
MIN_CLARITY = 0.5  # support plus shift contrast of a grid, for a size to be examined


def find_lattices(edge_map: EdgeMap, n: int) -> tuple[ScoredLattice, ...]:
    """Return lattices that may be faces, with their scores, the largest and clearest first."""
    candidates: list[ScoredLattice] = []

    def score_grid(grid: BlobGrid) -> ScoredLattice | None:
        lattices = _window_candidates(edge_map, grid, n)
        candidates.extend(lattices)
        return lattices[0] if lattices else None

    grow_grids(edge_map.blobs, n, score_grid)
    return _refine_best(edge_map, candidates)


def find_lattices_any_size(edge_map: EdgeMap) -> list[tuple[ScoredLattice, ...]]:
    """Return the result of `find_lattices` for each size that the face probably has."""
    best_clarity: dict[int, float] = {}
    grids: dict[int, list[BlobGrid]] = {n: [] for n in SIZES}

    def score_grid(grid: BlobGrid) -> ScoredLattice | None:
        best, most = None, -np.inf
        for each in size_candidates(edge_map, grid, SIZES):
            n = each.lattice.n
            clarity = ScoredLattice(each.clarity, each.lattice).area_weighted
            best_clarity[n] = max(clarity, best_clarity.get(n, 0.0))
            if clarity > most:
                best, most = ScoredLattice(each.support, each.lattice), clarity
            if each.clarity > MIN_CLARITY:
                grids[n].append(grid)
        return best

    grow_grids(edge_map.blobs, max(SIZES), score_grid)
    min_clarity = MIN_RELATIVE_CLARITY * max(best_clarity.values(), default=0.0)
    sizes = sorted(
        (n for n in best_clarity if best_clarity[n] > min_clarity), key=lambda n: -best_clarity[n]
    )
    return [
        _refine_best(
            edge_map, [face for grid in grids[n] for face in _window_candidates(edge_map, grid, n)]
        )
        for n in sizes[:MAX_SIZES]
    ]


def _window_candidates(edge_map: EdgeMap, grid: BlobGrid, n: int) -> list[ScoredLattice]:
    """Return the best supported lattices over a grid, each with its support."""
    lattices = window_lattices(grid, n) if len(grid.cells) >= n else []
    supports = edge_map.edge_supports(lattices)
    best = np.argsort(-supports)[:MAX_WINDOWS_PER_GRID]
    return [ScoredLattice(float(supports[k]), lattices[k]) for k in best]


def _refine_best(edge_map: EdgeMap, candidates: list[ScoredLattice]) -> tuple[ScoredLattice, ...]:
    """Return the best of some lattices of one size, refined, with their scores."""
    best_first = sorted(candidates, key=_largest_and_clearest)
    outlines = distinct([each.lattice for each in best_first])
    chosen = list(islice(outlines, MAX_REFINED))
    if not chosen:
        return ()
    homographies = np.stack([lattice.homography for lattice in chosen])
    with_blobs = [
        max(lattice, searched, key=_sticker_count)
        for lattice, searched in zip(
            chosen, edge_map.lattices_with_blobs(chosen[0].n, homographies), strict=True
        )
    ]
    refined = [each for each in refine_all(edge_map.brightness, with_blobs) if each.plausible]
    return tuple(sorted(edge_map.scored(refined), key=_largest_and_clearest))


def _largest_and_clearest(found: ScoredLattice) -> float:
    """Return the key of a sort that puts large and clear lattices first."""
    return -found.area_weighted


def _sticker_count(lattice: Lattice) -> int:
    return len(lattice.sticker_centres)


class SizeCandidate(NamedTuple):
    """The window of a grid that is most probably a whole face, of those of one size.

    `clarity`: its support plus SHIFT_CONTRAST_WEIGHT times its shift contrast; `support`, 1 at
    most; `lattice`, from the homography of the whole grid.
    """

    clarity: float
    support: float
    lattice: Lattice


def size_candidates(
    edge_map: EdgeMap, grid: BlobGrid, sizes: Iterable[int]
) -> Iterator[SizeCandidate]:
    """Yield for each size that fits into a grid the window that is most probably a whole face."""
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
            yield SizeCandidate(float(clarity[row, column]), float(inner[row, column]), lattice)


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
