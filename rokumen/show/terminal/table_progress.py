"""Progress of building the tables of an engine or a puzzle, on stderr."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from threading import Event, Thread

from rokumen.show.remaining_time import RemainingTime
from solver.engines.registry import needs_tables, prepare
from solver.puzzles.registry import Puzzle

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
        # Imported here, since it is slow and most often there is nothing to show.
        from rokumen.show.terminal.table_display import show_until

        show_until(ended, name, estimate, began)

    watching = Thread(target=watch, daemon=True)
    watching.start()
    try:
        build(lambda share: estimate.report(share, time.monotonic() - began))
    finally:
        ended.set()
        watching.join()
