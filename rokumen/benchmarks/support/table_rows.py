"""The rows of the tables that the benchmarks of seeing print."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rich.table import Table


@dataclass(frozen=True, slots=True)
class TableRow:
    """Row of a table: quantity, result and target."""

    what: str
    measured: str
    target: str = ""


def as_table(title: str, rows: Iterable[TableRow]) -> Table:
    """Return a table of the rows, with numbers on the right."""
    shown = Table("", "rokumen", "asked for", title=title)
    shown.columns[1].justify = shown.columns[2].justify = "right"
    for row in rows:
        shown.add_row(row.what, row.measured, row.target)
    return shown
