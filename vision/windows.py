"""The n x n windows over a net of regions, each with a lattice fitted to the regions in it."""

from __future__ import annotations

import numpy as np

from vision.arrays import Flags, Floats
from vision.lattice import Lattice, fit_homographies, plausible, project
from vision.net import Net

# A window may hold so many regions fewer than the best one.
MOST_FEWER = 3

# A sticker further than this from its cell's middle (in cells) is not the lattice's.
MISFIT = 0.11


def least_held(n: int) -> int:
    """Return how many cells of an n x n window must hold a region: half of them, four at least."""
    return max(4, n * n // 2)


def windows(net: Net, n: int) -> list[Lattice]:
    """Return a lattice for each n x n window over a net that holds enough of its regions.

    Regions that do not fit a window's lattice are left out of it.
    """
    enough = least_held(n)
    low, high = net.cells.min(0) - n + 1, net.cells.max(0) + 1
    shifts = np.stack(np.meshgrid(*map(np.arange, low, high), indexing="ij"), 2).reshape(-1, 2)
    steps = net.cells - shifts[:, None]
    used = np.asarray(((steps >= 0) & (steps < n)).all(2))
    held = used.sum(1)
    likely = held >= max(enough, held.max() - MOST_FEWER)
    lattices: list[Lattice] = []
    used, places = used[likely], steps[likely] + 0.5
    while len(used):
        homographies = fit_homographies(places, net.centres, used, net.step)
        away = project(np.linalg.inv(homographies), net.centres) - places
        off = np.where(used, np.hypot(away[..., 0], away[..., 1]), 0)
        fits = off.max(1) < MISFIT
        for k in np.flatnonzero(fits & plausible(homographies, n)):
            lattices.append(_lattice(net, n, homographies[k], places[k], used[k], off[k]))
        used[np.arange(len(used)), off.argmax(1)] = False
        left = ~fits & (used.sum(1) >= enough) & _two_ways(places, used)
        used, places = used[left], places[left]
    return lattices


def _lattice(
    net: Net, n: int, homography: Floats, places: Floats, used: Flags, off: Floats
) -> Lattice:
    column, row = (places[used] - 0.5).astype(int).T
    found = np.zeros((n, n), bool)
    found[row, column] = True
    by_rows = np.flatnonzero(used)[np.lexsort((column, row))]
    misfit = float(np.sqrt((off[used] ** 2).mean()))
    return Lattice(n, homography, found, misfit, net.centres[by_rows])


def _two_ways(places: Floats, used: Flags) -> Flags:
    """Tell which of W sets of K places are not all in one row or column."""
    low = np.where(used[..., None], places, np.inf).min(1)
    high = np.where(used[..., None], places, -np.inf).max(1)
    return np.asarray((high - low).min(1) >= 1, np.bool_)
