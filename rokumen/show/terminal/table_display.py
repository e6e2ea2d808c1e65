"""A display of how far tables are built, which never stands still: a bar, or lines in a log."""

from __future__ import annotations

import time
from threading import Event

from rich.console import Console
from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

from rokumen.show.remaining_time import RemainingTime, building

REFRESH_SECONDS = 0.1
# Where stderr is not a terminal there is a line now and then.
LINE_SECONDS = 5.0


def show_until(ended: Event, name: str, estimate: RemainingTime, began: float) -> None:
    """Show on stderr how far the tables of `name` are, until `ended` is set.

    `estimate` is what was reported meanwhile; `began` is the start by the monotonic clock.
    """
    console = Console(stderr=True, highlight=False)
    if console.is_terminal:
        _show_bar(console, ended, name, estimate, began)
    else:
        _write_lines(console, ended, name, estimate, began)


def _show_bar(
    console: Console, ended: Event, name: str, estimate: RemainingTime, began: float
) -> None:
    columns = (SpinnerColumn(), TextColumn("{task.description}"), BarColumn(bar_width=20))
    left = TextColumn("{task.fields[left]}")
    with Progress(*columns, left, console=console, transient=True) as bar:
        task = bar.add_task(f"loading {name}", total=None, left="")
        while not ended.wait(REFRESH_SECONDS):
            bar.update(task, left=estimate.describe(time.monotonic() - began))
            if estimate.share is not None:
                bar.update(task, description=building(name), total=1, completed=estimate.share)


def _write_lines(
    console: Console, ended: Event, name: str, estimate: RemainingTime, began: float
) -> None:
    while not ended.is_set():
        what = f"loading {name}" if estimate.share is None else building(name)
        left = estimate.describe(time.monotonic() - began)
        console.print(f"{what}: {left}", soft_wrap=True)
        ended.wait(LINE_SECONDS)
