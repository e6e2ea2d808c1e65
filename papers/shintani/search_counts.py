"""The number of cubes at each depth, as counted by a search: a table and a bar chart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import log10
from typing import TYPE_CHECKING, NamedTuple

from drawing.canvas import FOREGROUND, Drawing, Polygon, TextLine
from papers.shintani.exhaustive.result import format_bytes
from papers.shintani.exhaustive.shintani_tree import TreeLevel, tree_levels

if TYPE_CHECKING:
    from rich.table import Table

_KINDS = (
    ("#b9b9b9", "nodes of Shintani (2018), some of them the same cube"),
    ("#1f5fc8", "cubes at this depth"),
    ("#f5821f", "cubes stored (up to symmetry)"),
)
_LEFT, _BOTTOM = 90.0, 420.0
_GROUP, _BAR = 96.0, 27.0
# Height of a power of ten, in drawing units.
_DECADE = 34.0
_POWERS = (
    *("1", "10", "100", "1,000", "10,000", "100,000"),
    *("1 million", "10 million", "100 million", "1,000 million"),
)


class DepthCount(NamedTuple):
    """Number of cubes at `depth` turns, and how many of them are stored (up to symmetry).

    `seconds` is the time since the start, `memory` the peak in bytes.
    """

    depth: int
    cubes: int
    kept: int
    seconds: float
    memory: int | None


def counts_table(counted: Sequence[DepthCount]) -> Table:
    """Return a table of the counts by depth, with the nodes of Shintani (2018)."""
    from rich.table import Table

    shown = Table(
        "turns", "cubes", "stored (up to symmetry)", "seconds so far", "memory", "Shintani"
    )
    for column in shown.columns:
        column.justify = "right"
    tree = tree_levels(counted[-1].depth)
    for level in counted:
        shown.add_row(
            str(level.depth),
            f"{level.cubes:,}",
            f"{level.kept:,}",
            f"{level.seconds:.3f}",
            format_bytes(level.memory),
            f"{tree[level.depth].nodes:,}",
        )
    shown.add_section()
    shown.add_row(
        "",
        f"{sum(level.cubes for level in counted):,}",
        f"{sum(level.kept for level in counted):,}",
    )
    shown.caption = "Shintani (2018): its nodes at this level, some of which are the same cube"
    return shown


def tree_table(levels: Sequence[TreeLevel]) -> Table:
    """Return a table of the search tree of Shintani (2018)."""
    from rich.table import Table

    shown = Table("level", "nodes", "total", "deleted")
    for column in shown.columns:
        column.justify = "right"
    for level in levels:
        shown.add_row(
            str(level.depth), f"{level.nodes:,}", f"{level.total:,}", f"{level.deleted:,}"
        )
    return shown


def growth(counted: Sequence[DepthCount]) -> Drawing:
    """Draw for each depth Shintani's nodes, all cubes, and the stored cubes."""
    return Drawing(_LEFT + _GROUP * len(counted) + 20, _BOTTOM + 50, [*_scale(), *_bars(counted)])


def _scale() -> Iterator[Polygon | TextLine]:
    for line, (paint, words) in enumerate(_KINDS):
        y = 20.0 + 22 * line
        yield _box(_LEFT, y - 11, _LEFT + 14, y + 2, paint)
        yield TextLine((_LEFT + 22, y), words, 13)
    for power, words in enumerate(_POWERS):
        y = _BOTTOM - _DECADE * power
        yield _box(_LEFT - 8, y, _LEFT - 2, y, FOREGROUND)
        yield TextLine((4, y + 4), words, 10)


def _bars(counted: Sequence[DepthCount]) -> Iterator[Polygon | TextLine]:
    tree = tree_levels(counted[-1].depth)
    for level in counted:
        left = _LEFT + _GROUP * level.depth + 6
        for (paint, _), number in zip(
            _KINDS, (tree[level.depth].nodes, level.cubes, level.kept), strict=True
        ):
            if number:
                top = _BOTTOM - _DECADE * log10(number) - 2
                yield _box(left, top, left + _BAR, _BOTTOM, paint)
            left += _BAR + 1
        x = _LEFT + _GROUP * level.depth
        yield TextLine((x + 12, _BOTTOM + 18), f"{level.depth} turns", 13)
        yield TextLine((x + 2, _BOTTOM + 36), f"{level.cubes:,}", 11)


def _box(left: float, top: float, right: float, bottom: float, fill: str) -> Polygon:
    return Polygon(((left, top), (right, top), (right, bottom), (left, bottom)), fill)
