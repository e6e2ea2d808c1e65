"""The figures of Avendia19 (2018): what its program prints."""

from __future__ import annotations

from papers.figure import Figure, PublishedFigure
from papers.packing import SETS, Box, pack
from papers.packing.published_search import first_packing

DOCUMENT = "Avendia19 (2018)"


def packed_pieces() -> Figure:
    """Return how many of Avendia19's pieces the first packing holds; 0 if there is none."""
    found = pack(Box(3, 3, 3), SETS["six"])
    return Figure(len(SETS["six"]) if found.distinct else 0)


FIGURES = (
    PublishedFigure(
        DOCUMENT,
        "",
        "blocks that its program prints",
        Figure(6),
        "rokumen paper pack --published",
        lambda _: Figure(len(first_packing().free)),
    ),
    PublishedFigure(
        DOCUMENT,
        "",
        "pieces in the 3 x 3 x 3 box, all placed",
        Figure(6),
        "rokumen paper pack",
        lambda _: packed_pieces(),
    ),
)
