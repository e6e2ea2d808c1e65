"""A display of how far tables are built, which never stands still: a bar, or lines in a log."""

from __future__ import annotations

import time
from threading import Event, Thread
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, SpinnerColumn, Task, TextColumn
from rich.text import Text

from rokumen.show.remaining_time import RemainingTime, building

# Where stderr is not a terminal: tables that are loaded at once need no line, and others one now
# and then.
FIRST_LINE_SECONDS = 1.0
LINE_SECONDS = 5.0


class _RemainingColumn(ProgressColumn):
    """The share that is done and the time left, anew at every refresh of the bar."""

    def __init__(self, estimate: RemainingTime) -> None:
        super().__init__()
        self._estimate = estimate

    def render(self, task: Task) -> Text:
        return Text(self._estimate.describe(task.elapsed or 0.0))


class TableDisplay:
    """What is shown on stderr while tables are loaded or built; a context manager."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._estimate = RemainingTime()
        self._began = time.monotonic()
        self._ended = Event()
        self._console = Console(stderr=True, highlight=False)
        columns = (
            SpinnerColumn(),
            TextColumn("{task.description}"),
            BarColumn(bar_width=20),
            _RemainingColumn(self._estimate),
        )
        self._bar = Progress(*columns, console=self._console, transient=True)
        self._task = self._bar.add_task(f"loading {name}", total=None)
        self._lines = Thread(target=self._write_lines, daemon=True)

    def __enter__(self) -> Self:
        if self._console.is_terminal:
            self._bar.start()
        else:
            self._lines.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._ended.set()
        if self._console.is_terminal:
            self._bar.stop()
        else:
            self._lines.join()

    def show(self, share: float) -> None:
        """Show the share that is built, 0 to 1."""
        self._estimate.report(share, time.monotonic() - self._began)
        self._bar.update(self._task, description=building(self._name), total=1, completed=share)

    def _write_lines(self) -> None:
        wait = FIRST_LINE_SECONDS
        while not self._ended.wait(wait):
            wait = LINE_SECONDS
            words = (
                f"loading {self._name}" if self._estimate.share is None else building(self._name)
            )
            seconds = time.monotonic() - self._began
            self._console.print(f"{words}: {self._estimate.describe(seconds)}", soft_wrap=True)
