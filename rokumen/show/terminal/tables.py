"""Table of the history of runs, and a console for wide tables."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from rokumen.storage.history import RunRecord


def print_history(runs: Sequence[RunRecord]) -> None:
    """Print a row for each run on stdout; the column `plans` counts the replans."""
    table = Table(box=None, pad_edge=False)
    for name in ("began", "rig", "outcome"):
        table.add_column(name, no_wrap=True)
    for name in ("turns", "motion", "took", "jams", "slips", "retries", "plans"):
        table.add_column(name, justify="right", no_wrap=True)
    for run in runs:
        ending = run.ending
        counts = (ending.jams, ending.slips, ending.retries, ending.replans)
        table.add_row(
            _local_time(run.beginning.began),
            escape(run.beginning.rig),
            escape(ending.outcome),
            _count(ending.turns),
            _seconds(ending.motion_seconds),
            _seconds(ending.took_seconds),
            *map(_count, counts),
        )
    wide_output().print(table)


def _local_time(began: str) -> str:
    try:
        return f"{datetime.fromisoformat(began).astimezone():%Y-%m-%d %H:%M}"
    except (ValueError, OverflowError):
        return escape(began)


def _count(count: int | None) -> str:
    return "" if count is None else str(count)


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.1f} s"


# Truncated numbers are useless; a narrower terminal wraps the lines instead.
MIN_WIDTH = 104


def wide_output() -> Console:
    """Return a console for stdout that is at least MIN_WIDTH wide."""
    output = Console(highlight=False)
    output.width = max(output.width, MIN_WIDTH)
    return output
