"""Progress of building the tables of an engine or a puzzle, on stderr."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click

from solver.engines.registry import needs_tables, prepare
from solver.puzzles.registry import Puzzle


def build_engine_tables(method: str, options: Mapping[str, object]) -> None:
    """Load an engine's tables, after building them on first use.

    Shows a progress bar, or a line if stderr is not a terminal. Raises a CubeError if the tables
    cannot be stored.
    """
    if needs_tables(method):
        _show(method, lambda on_progress: prepare(method, on_progress, **options))


def build_puzzle_tables(puzzle: Puzzle) -> None:
    """Load the tables of a puzzle, as `build_engine_tables` does."""
    if puzzle.needs_tables:
        _show(puzzle.name, puzzle.prepare)


def _show(name: str, build: Callable[[Callable[[float], None]], None]) -> None:
    # Imported here, since commands without tables do not need rich.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"loading {name}", total=None)
        is_announced = console.is_terminal

        def on_progress(share: float) -> None:
            nonlocal is_announced
            if not is_announced:
                click.echo(f"building the tables of {name} (first use only)", err=True)
                is_announced = True
            description = "building tables (first use only)"
            bar.update(task, description=description, total=1, completed=share)

        build(on_progress)
