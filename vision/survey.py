"""How many stickers a side the face under a net has: all windows of all sizes, judged at once."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

import numpy as np

from vision.arrays import Floats
from vision.evidence import CELL, MARGIN, Evidence, cell_means
from vision.lattice import Lattice
from vision.net import Net
from vision.refine import straighten_cells
from vision.windows import least_held

BESIDE = 2  # cells around a net that are looked at: a row may be hidden, and it must end there
MOST_CELLS = 16


Surveyed = tuple[int, float, float, Lattice]


def survey(evidence: Evidence, net: Net, sizes: Iterable[int]) -> Iterator[Surveyed]:
    """Yield for each size that fits into a net the window that is most clearly a face.

    Its size, its clarity (as by `Evidence.support` and twice `distinctness`), its support and
    itself, as the whole net has it.
    """
    low, high = net.cells.min(0) - BESIDE, net.cells.max(0) + 1 + BESIDE
    columns, rows = np.minimum(high - low, MOST_CELLS).tolist()
    homography = net.homography @ _moved(low - 0.5)
    shown = straighten_cells(evidence.strength, homography, (columns, rows), CELL, MARGIN)
    flat = shown.astype(np.float32)
    quiet = cell_means(rows)[0] @ flat @ cell_means(columns)[0].T
    across, down = _Contrasts(flat, quiet), _Contrasts(flat.T, quiet.T)
    held = np.zeros((rows, columns))
    x, y = (net.cells - low).T
    inside = (x < columns) & (y < rows)
    held[y[inside], x[inside]] = 1
    for n in sizes:
        if min(columns, rows) < n + 2:
            continue
        support = 0.5 * (across.windows(n) + down.windows(n).T)
        beside = support[:-2, 1:-1] + support[2:, 1:-1] + support[1:-1, :-2] + support[1:-1, 2:]
        inner = support[1:-1, 1:-1]
        clarity = inner + 2 * (inner - beside / 4) * n / 3
        enough = _boxes(held, n, n)[1:-1, 1:-1] >= least_held(n)
        row, column = divmod(int(np.where(enough, clarity, 0).argmax()), clarity.shape[1])
        if enough[row, column] and clarity[row, column] > 0:
            lattice = Lattice.bare(n, homography @ _moved((column + 1, row + 1)))
            yield n, float(clarity[row, column]), float(inner[row, column]), lattice


def _moved(start: Sequence[float] | Floats) -> Floats:
    return np.array([[1, 0, start[0]], [0, 1, start[1]], [0, 0, 1.0]])


class _Contrasts:
    """Lines across a straightened net compared with the cells above and below them."""

    def __init__(self, flat: Floats, quiet: Floats) -> None:
        rows, columns = quiet.shape
        reach = MARGIN + CELL * np.arange(rows + 1)[:, None] + np.arange(-3, 3)
        lines = flat[reach].max(1) @ cell_means(columns)[1].T

        def contrast(line: Floats, level: Floats) -> Floats:
            return np.asarray((line - level) / (line + level + 4))

        self.top = contrast(lines[:-1], quiet)
        self.bottom = contrast(lines[1:], quiet)
        self.inner = contrast(lines[1:-1], np.maximum(quiet[1:], quiet[:-1]))

    def windows(self, n: int) -> Floats:
        """Return the mean for each window of n x n, by its first row and column."""
        inner = _boxes(self.inner, n - 1, n) / (n * (n - 1))
        top, bottom = _boxes(self.top, 1, n) / n, _boxes(self.bottom, 1, n) / n
        outline = (top[: len(inner)] + bottom[n - 1 :]) / 2
        return np.asarray(0.65 * inner + 0.35 * outline)


def _boxes(table: Floats, rows: int, columns: int) -> Floats:
    """Return the sums of all boxes of so many rows and columns."""
    sums = np.pad(table.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    tall = sums[rows:] - sums[:-rows]
    return np.asarray(tall[:, columns:] - tall[:, :-columns])
