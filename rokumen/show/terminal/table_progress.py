"""Progress of building the tables of an engine or a puzzle, on stderr."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from solver.engines.registry import needs_tables, prepare
from solver.puzzles.registry import Puzzle


def build_engine_tables(method: str, options: Mapping[str, object]) -> None:
    """Load an engine's tables, after building them on first use.

    Shows a progress bar with the time left, or lines if stderr is not a terminal. Raises a
    CubeError if the tables cannot be stored.
    """
    if needs_tables(method):
        _show(method, lambda on_progress: prepare(method, on_progress, **options))


def build_puzzle_tables(puzzle: Puzzle) -> None:
    """Load the tables of a puzzle, as `build_engine_tables` does."""
    if puzzle.needs_tables:
        _show(puzzle.name, puzzle.prepare)


def _show(name: str, build: Callable[[Callable[[float], None]], None]) -> None:
    # Imported here, since commands without tables do not need rich.
    from rokumen.show.terminal.table_display import TableDisplay

    with TableDisplay(name) as display:
        build(display.show)
