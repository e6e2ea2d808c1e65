"""What a benchmark says while it runs."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sized
from typing import TypeVar

from rich.console import Console
from rich.progress import Progress as Bars
from rich.progress import TaskID

Item = TypeVar("Item")

# Between two updates of a bar, so that short items are not slowed down.
_UPDATE_SECONDS = 0.1


class Progress:
    """Progress that is not shown."""

    def begin(self, what: str, total: int | None = None) -> None:
        """Say what begins, and of how many items."""

    def reach(self, done: int) -> None:
        """Say how many items are done."""

    def each(self, what: str, items: Iterable[Item], total: int | None = None) -> Iterator[Item]:
        """Yield the items, and say before each how many are done of `total`."""
        if total is None and isinstance(items, Sized):
            total = len(items)
        self.begin(what, total)
        for done, item in enumerate(items):
            yield item
            self.reach(done + 1)


QUIET = Progress()


class TerminalProgress(Progress):
    """A bar on stderr, or a line for each thing that begins if that is no terminal.

    The bar has no thread of its own, which would disturb benchmarks that fork or measure times.
    """

    def __init__(self) -> None:
        console = Console(stderr=True, highlight=False)
        self._lines = None if console.is_terminal else console
        self._bars = Bars(console=console, transient=True, auto_refresh=False)
        self._task: TaskID | None = None
        self._updated = 0.0

    def __enter__(self) -> TerminalProgress:
        if self._lines is None:
            self._bars.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._lines is None:
            self._bars.stop()

    def begin(self, what: str, total: int | None = None) -> None:
        """Show what begins in place of what was shown."""
        if self._lines is not None:
            self._lines.print(what, markup=False)
            return
        if self._task is not None:
            self._bars.remove_task(self._task)
        self._task = self._bars.add_task(what, total=total)
        self._bars.refresh()

    def reach(self, done: int) -> None:
        """Show how many items are done, unless that was shown a moment ago."""
        if self._task is not None and time.monotonic() - self._updated > _UPDATE_SECONDS:
            self._updated = time.monotonic()
            self._bars.update(self._task, completed=done, refresh=True)
