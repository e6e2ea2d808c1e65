"""Progress on stderr: a line, a bar, or (`rokumen.show.scan_display`) a picture."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

# rich is imported in the functions, since commands that show no progress do not need it.
if TYPE_CHECKING:
    from typing import Self

    from rich.live import Live
    from rich.progress import Progress, ProgressColumn, TaskID
    from rich.status import Status

Item = TypeVar("Item")

# Where there is no terminal, a line says after this time that the work goes on.
LINE_SECONDS = 5.0

# What `StatusLine.counting` says of pictures and of a film.
PHOTOGRAPHS_SEARCHED = "searching photograph {number} of {total}"
FILM_SEEN = "{done} of {total} s of the film seen"


class Display:
    """A display on stderr that ends with a `with` block; `live` starts when there is something."""

    live: Live | Progress | Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.live is not None:
            self.live.stop()


class StatusLine(Display):
    """Display of one line: updated on a terminal, and otherwise printed now and then."""

    live: Status | None = None

    def show(self, line: str, logged: str | None) -> None:
        """Update the line on a terminal; elsewhere print `logged`, where it is not None."""
        if self.live is None:
            from rich.console import Console

            self.live = Console(stderr=True, highlight=False).status("")
        if self.live.console.is_terminal:
            self.live.start()
            self.live.update(line)
        elif logged is not None:
            self.live.console.print(logged, soft_wrap=True)

    def counting(self, words: str) -> Callable[[int, int], None]:
        """Return a callback that shows how many are done, of how many.

        `words` have `done`, `number` (the next one) and `total` in braces.
        """
        last = time.monotonic()

        def show_count(done: int, total: int) -> None:
            nonlocal last
            now = time.monotonic()
            is_due = now - last >= LINE_SECONDS
            if is_due:
                last = now
            line = words.format(done=done, number=done + 1, total=total or "?")
            self.show(line, line if is_due else None)

        return show_count


class ProgressBar(Display):
    """Display of how much of the present task is done, in columns of rich."""

    live: Progress

    def __init__(self, *columns: ProgressColumn) -> None:
        from rich.console import Console
        from rich.progress import Progress

        console = Console(stderr=True, highlight=False)
        self.live = Progress(*columns, console=console, transient=True)
        self._task: TaskID | None = None

    def advance_to(
        self, description: str, completed: float, total: float | None, **fields: Any
    ) -> None:
        """Show how much is done; `total` is None while that is unknown."""
        if self._task is None:
            self.live.start()
            self._task = self.live.add_task(description, total=total, **fields)
        self.live.update(
            self._task, description=description, completed=completed, total=total, **fields
        )

    def end_task(self) -> None:
        """Remove the bar until there is another task."""
        if self._task is not None:
            self.live.remove_task(self._task)
            self._task = None


def with_progress_bar(items: Iterable[Item], total: int | None) -> Iterator[Item]:
    """Yield the items and show their count; `total` is their number, None if unknown."""
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn

    description = TextColumn("{task.description}")
    with ProgressBar(description, BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()) as bar:
        bar.advance_to("solving", 0, total)
        for done, item in enumerate(items, 1):
            yield item
            bar.advance_to("solving", done, total)
