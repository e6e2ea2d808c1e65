"""The figures of Wada (2005): what its four sequences move."""

from __future__ import annotations

from functools import partial

from papers.figure import Figure, PublishedFigure
from papers.permutations.algebra import evaluate
from papers.permutations.sticker_names import STICKERS


def pieces_moved(name: str, cubes: int) -> Figure:
    """Return how many pieces one of Wada's sequences moves; it does not depend on `cubes`."""
    permutation = evaluate(name, STICKERS)
    moved = {frozenset(STICKERS.points[i]) for cycle in permutation.cycles() for i in cycle}
    return Figure(len(moved))


FIGURES = tuple(
    PublishedFigure(
        "Wada (2005)",
        "Rubik cube",
        f"{name}: {what}",
        Figure(count),
        f"rokumen paper permutation {name}",
        partial(pieces_moved, name),
    )
    for name, what, count in (
        ("H", "edges that cycle", 3),
        ("I", "edges that flip", 2),
        ("J", "corners that cycle", 3),
        ("K", "corners that twist", 2),
    )
)
