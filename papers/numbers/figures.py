"""The worked example of mmays (2014)."""

from __future__ import annotations

from papers.figure import Figure, PublishedFigure
from solver.cube import Cube

# mmays (2014): the numbers of the cube whose right face is turned.
_NUMBERS_AFTER_R = (
    *(1, 2, 19, 4, 21, 6, 7, 24, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 43, 20, 45, 22, 23, 48),
    *(30, 28, 25, 31, 26, 32, 29, 27, 8, 34, 35, 5, 37, 3, 39, 40, 41, 42, 38, 44, 36, 46, 47, 33),
)


def numbers_after_r() -> Figure:
    """Return how many of the 48 numbers of the example are found from the colours."""
    turned = Cube.solved().apply("R")
    numbers = Cube.from_facelets(turned.facelets).numbers
    return Figure(sum(a == b for a, b in zip(numbers, _NUMBERS_AFTER_R, strict=True)))


FIGURES = (
    PublishedFigure(
        "mmays (2014)",
        "example",
        "numbers of a cube after R, from its colours",
        Figure(48),
        "rokumen puzzle state R --format numbers",
        lambda _: numbers_after_r(),
    ),
)
