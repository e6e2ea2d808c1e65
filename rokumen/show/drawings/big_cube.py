"""Drawings of n x n x n cubes from above and below (matplotlib)."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from math import ceil
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files.wording import reason
from rokumen.errors import InputError
from solver.core.geometry import FACES, FRAMES
from solver.puzzles.nxn.layers import Colours

_FILLS = {
    "U": "#f7f7f2",
    "R": "#c8102e",
    "F": "#0f9d58",
    "D": "#ffd500",
    "L": "#ff7a1a",
    "B": "#1f5fd0",
}
# Directions of x, y and z in the drawing: along a diagonal from above, and from below.
_ABOVE = np.array([[0.71, -0.41], [0.0, 0.82], [-0.71, -0.41]])
_BELOW = _ABOVE * np.array([-1.0, 1.0])
_FROM_ABOVE, _FROM_BELOW = "URF", "DLB"
_COLUMNS = 4


def draw_steps(cubes: Sequence[tuple[str, Colours]], n: int, path: Path) -> None:
    """Draw cubes with their titles into a .svg or .png file, each from above and below.

    Raises InputError for a file that cannot be written, and without matplotlib.
    """
    try:
        figures: Any = import_module("matplotlib.figure")
        collections: Any = import_module("matplotlib.collections")
    except ImportError as error:
        raise InputError("a drawing needs matplotlib: pip install 'rokumen[plots]'") from error
    columns = min(_COLUMNS, len(cubes))
    rows = ceil(len(cubes) / columns)
    figure = figures.Figure(figsize=(3.2 * columns, 2.0 * rows), layout="constrained")
    for number, (title, colours) in enumerate(cubes, start=1):
        axes = figure.add_subplot(rows, columns, number)
        for faces, offset in ((_FROM_ABOVE, 0.0), (_FROM_BELOW, 1.6)):
            polygons, fills = _faces(colours, n, faces)
            axes.add_collection(
                collections.PolyCollection(
                    polygons + np.array([offset, 0.0]),
                    facecolors=fills,
                    edgecolors="#222222",
                    linewidths=min(0.8, 4 / n),
                )
            )
        axes.set_title(title, fontsize=9)
        axes.set_aspect("equal")
        axes.autoscale_view()
        axes.axis("off")
    try:
        figure.savefig(path, dpi=80)
    except OSError as error:
        raise InputError(f"cannot draw to {str(path)!r}: {reason(error)}") from error


def _faces(colours: Colours, n: int, faces: str) -> tuple[NDArray[np.float64], list[str]]:
    """Return the corners (stickers x 4 x 2) and fills of three faces around a corner."""
    onto = _ABOVE if faces == _FROM_ABOVE else _BELOW
    polygons, fills = [], []
    for face in faces:
        frame = FRAMES[face]
        normal, right, down = (np.array(part) for part in frame)
        for row in range(n):
            for column in range(n):
                corners = [
                    normal + right * (2 * (column + i) / n - 1) + down * (2 * (row + j) / n - 1)
                    for i, j in ((0, 0), (1, 0), (1, 1), (0, 1))
                ]
                polygons.append(np.array(corners) @ onto / 2)
                colour = colours[FACES.index(face) * n * n + row * n + column]
                fills.append(_FILLS[FACES[colour]])
    return np.array(polygons), fills
