"""The history of runs as a table."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from rich.console import Console
from rich.table import Table

from rokumen.history import PastRun

LEAST_WIDTH = 104


def print_history(runs: Sequence[PastRun]) -> None:
    """Print a row for each run on stdout; `plans` counts those made anew on the way."""
    table = Table(box=None, pad_edge=False)
    for name in ("began", "rig", "outcome"):
        table.add_column(name, no_wrap=True)
    for name in ("turns", "motion", "took", "jams", "slips", "retries", "plans"):
        table.add_column(name, justify="right", no_wrap=True)
    for run in runs:
        ending = run.ending
        counts = (ending.jams, ending.slips, ending.retries, ending.replans)
        table.add_row(
            f"{datetime.fromisoformat(run.beginning.began).astimezone():%Y-%m-%d %H:%M}",
            run.beginning.rig,
            ending.outcome,
            str(ending.turns),
            _seconds(ending.motion_seconds),
            _seconds(ending.took_seconds),
            *map(str, counts),
        )
    console = Console(highlight=False)
    # A cell that is cut off says nothing; a line that is too long can be scrolled to.
    console.width = max(console.width, LEAST_WIDTH)
    console.print(table)


def _seconds(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds:.1f} s"
