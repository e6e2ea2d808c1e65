"""A bar on stderr while an engine builds the tables that it needs, once."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import click

from solver.engine import needs_tables, prepare
from solver.puzzle import NeedsTables, Puzzle


def prepare_engine(method: str, options: Mapping[str, object]) -> None:
    """Have an engine's tables ready, built where they are not yet.

    Somebody who sees no bar is told in a line. Raises a CubeError where they cannot be kept.
    """
    if needs_tables(method):
        _show(method, lambda tell: prepare(method, tell, **options))


def prepare_puzzle(puzzle: Puzzle) -> None:
    """Have the tables of a puzzle ready, as `prepare_engine` does."""
    if isinstance(puzzle, NeedsTables):
        _show(puzzle.name, puzzle.prepare)


def _show(name: str, build: Callable[[Callable[[float], None]], None]) -> None:
    # Not imported by commands that need no tables.
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        task = bar.add_task(f"getting {name} ready", total=None)
        is_told = console.is_terminal

        def tell(share: float) -> None:
            nonlocal is_told
            if not is_told:
                click.echo(f"building the tables of {name}, once", err=True)
                is_told = True
            bar.update(task, description="building tables, once", total=1, completed=share)

        build(tell)
