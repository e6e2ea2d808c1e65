"""Progress bars on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from rich.progress import Progress

# rich is imported in the functions, since commands that show no bar do not need it.
Item = TypeVar("Item")


def with_progress_bar(items: Iterable[Item], total: int | None) -> Iterator[Item]:
    """Yield the items and show their count; `total` is their number, None if unknown."""
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (TextColumn("solving"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total)


def add_progress_bar(progress: Progress, description: str, total: int) -> Callable[[int], None]:
    """Add a bar to `progress` and return a callback that sets how many are done."""
    task = progress.add_task(description, total=total)
    return lambda completed: progress.update(task, completed=completed)
