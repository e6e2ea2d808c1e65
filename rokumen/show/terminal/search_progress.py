"""Progress of an exhaustive search, its table of counts, and the peak memory."""

from __future__ import annotations

import sys
import time
from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, NamedTuple

from rich.table import Table

from solver.engines.exhaustive.result import NODES, SearchStats

if TYPE_CHECKING:
    from rich.status import Status


def peak_memory() -> int | None:
    """Return the peak resident memory in bytes, or None where the system does not report it."""
    try:
        import resource
    except ImportError:
        # Windows does not have this module.
        return None
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def format_bytes(size: int | None) -> str:
    """Return a number of bytes as text."""
    return "unknown" if size is None else f"{size / 1e6:,.0f} MB"


class DepthCount(NamedTuple):
    """Number of cubes at `depth` turns, and how many of them are stored (up to symmetry).

    `seconds` is the time since the start, `memory` the peak in bytes.
    """

    depth: int
    cubes: int
    kept: int
    seconds: float
    memory: int | None


def table(counted: Sequence[DepthCount]) -> Table:
    """Return a table of the counts by depth, with the nodes of Shintani (2018)."""
    shown = Table(
        "turns", "cubes", "stored (up to symmetry)", "seconds so far", "memory", "Shintani"
    )
    for column in shown.columns:
        column.justify = "right"
    for level in counted:
        shown.add_row(
            str(level.depth),
            f"{level.cubes:,}",
            f"{level.kept:,}",
            f"{level.seconds:.3f}",
            format_bytes(level.memory),
            f"{NODES[level.depth]:,}" if level.depth < len(NODES) else "",
        )
    shown.add_section()
    shown.add_row(
        "",
        f"{sum(level.cubes for level in counted):,}",
        f"{sum(level.kept for level in counted):,}",
    )
    shown.caption = "Shintani (2018): its nodes at this level, some of which are the same cube"
    return shown


# A shorter search shows no progress and does not import the display.
_SHOW_AFTER_SECONDS = 0.5


class SearchDisplay:
    """Progress display of a search: one updated line on a terminal, else a line for each depth.

    A context manager.
    """

    def __init__(self) -> None:
        self._began: float | None = None
        self._last: SearchStats | None = None
        self._status: Status | None = None

    def __enter__(self) -> SearchDisplay:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def watch(self, effort: SearchStats) -> None:
        """Show the progress."""
        now = time.perf_counter()
        self._began = self._began or now
        before, self._last = self._last, effort
        if before is None or now - self._began < _SHOW_AFTER_SECONDS:
            return
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False).status("")
        if self._status.console.is_terminal:
            self._status.start()
            self._status.update(format_stats(effort))
        elif effort.depth > before.depth:
            self._status.console.print(format_stats(before), soft_wrap=True)


def format_stats(effort: SearchStats) -> str:
    """Return the progress of a search in one line."""
    return (
        f"depth {effort.depth}: {effort.covered:,} cubes searched, "
        f"{effort.stored:,} stored, {format_bytes(peak_memory())}"
    )
