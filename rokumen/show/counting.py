"""A bar on stderr while many things are done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

Item = TypeVar("Item")


def counted(items: Iterable[Item], total: int | None) -> Iterator[Item]:
    """Pass things on and count them; `total` is how many will come, where that is known."""
    columns = (TextColumn("solving"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, total=total)


def advancing(progress: Progress, description: str, total: int) -> Callable[[int], None]:
    """Add a bar to `progress`, and give what is told how many are done."""
    task = progress.add_task(description, total=total)
    return lambda completed: progress.update(task, completed=completed)
