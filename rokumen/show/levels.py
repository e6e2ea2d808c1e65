"""How many cubes there are at each depth, as a table."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from rich.table import Table

from rokumen.memory import in_words
from solver.search.seed_002 import NODES


class Counted(NamedTuple):
    """How many cubes need `depth` turns, and how many of them are kept.

    `seconds` is the time from the start on, `memory` the peak in bytes.
    """

    depth: int
    cubes: int
    kept: int
    seconds: float
    memory: int | None


def table(counted: Sequence[Counted]) -> Table:
    """Lay the counts out, a depth a line, beside the nodes of seed 002."""
    shown = Table("turns", "cubes", "kept: alike once", "seconds so far", "memory", "seed 002")
    for column in shown.columns:
        column.justify = "right"
    for level in counted:
        shown.add_row(
            str(level.depth),
            f"{level.cubes:,}",
            f"{level.kept:,}",
            f"{level.seconds:.3f}",
            in_words(level.memory),
            f"{NODES[level.depth]:,}" if level.depth < len(NODES) else "",
        )
    shown.add_section()
    shown.add_row(
        "",
        f"{sum(level.cubes for level in counted):,}",
        f"{sum(level.kept for level in counted):,}",
    )
    shown.caption = "seed 002: its nodes at this level, some of which are the same cube"
    return shown
