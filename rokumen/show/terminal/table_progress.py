"""Progress of building the tables of an engine or a puzzle, on stderr: a bar, or lines in a log."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Event, Thread
from typing import TYPE_CHECKING

from rokumen.show.remaining_time import RemainingTime, building
from solver.engines.registry import needs_tables, prepare
from solver.puzzles.registry import Puzzle

if TYPE_CHECKING:
    from rich.console import Console

# Tables that are there are loaded in less, and need no display.
QUIET_SECONDS = 0.5


def build_engine_tables(method: str, options: Mapping[str, object]) -> None:
    """Load an engine's tables, after building them on first use.

    Shows a progress bar with the time left, or lines if stderr is not a terminal. Raises a
    CubeError if the tables cannot be stored.
    """

    def build(on_progress: Callable[[float], None]) -> None:
        # The import of an engine may take a while too.
        if needs_tables(method):
            prepare(method, on_progress, **options)

    _show(method, build)


def build_puzzle_tables(puzzle: Puzzle) -> None:
    """Load the tables of a puzzle, as `build_engine_tables` does."""
    if puzzle.needs_tables:
        _show(puzzle.name, puzzle.prepare)


def _show(name: str, build: Callable[[Callable[[float], None]], None]) -> None:
    estimate, began, ended = RemainingTime(), time.monotonic(), Event()

    def watch() -> None:
        if ended.wait(QUIET_SECONDS):
            return
        _show_until(ended, name, estimate, began)

    watching = Thread(target=watch, daemon=True)
    watching.start()
    try:
        build(lambda share: estimate.report(share, time.monotonic() - began))
    finally:
        ended.set()
        watching.join()


REFRESH_SECONDS = 0.1
# Where stderr is not a terminal there is a line now and then.
LINE_SECONDS = 5.0


def _show_until(ended: Event, name: str, estimate: RemainingTime, began: float) -> None:
    """Show on stderr how far the tables of `name` are, until `ended` is set.

    `estimate` is what was reported meanwhile; `began` is the start by the monotonic clock.
    """
    # Imported here, since it is slow and most often there is nothing to show.
    from rich.console import Console

    console = Console(stderr=True, highlight=False)
    if console.is_terminal:
        _show_bar(console, ended, name, estimate, began)
    else:
        _write_lines(console, ended, name, estimate, began)


def _show_bar(
    console: Console, ended: Event, name: str, estimate: RemainingTime, began: float
) -> None:
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn

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
