"""How far a search is, on stderr."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING

from rokumen.memory import in_words, peak_memory
from solver.search.found import Effort

if TYPE_CHECKING:
    from rich.status import Status

# A search that is no longer than this says nothing, and does not wait for what would say it.
_PATIENCE_SECONDS = 0.5


class Searching:
    """Shows a search as it goes on: in one living line on a terminal, else a line for each depth.

    A context manager.
    """

    def __init__(self) -> None:
        self._began: float | None = None
        self._last: Effort | None = None
        self._status: Status | None = None

    def __enter__(self) -> Searching:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status is not None:
            self._status.stop()

    def watch(self, effort: Effort) -> None:
        """Show how far it is."""
        now = time.perf_counter()
        self._began = self._began or now
        before, self._last = self._last, effort
        if before is None or now - self._began < _PATIENCE_SECONDS:
            return
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True, highlight=False).status("")
        if self._status.console.is_terminal:
            self._status.start()
            self._status.update(effort_in_words(effort))
        elif effort.depth > before.depth:
            self._status.console.print(effort_in_words(before), soft_wrap=True)


def effort_in_words(effort: Effort) -> str:
    """Say how far a search is, in a line."""
    return (
        f"{effort.depth} turns: {effort.stands_for:,} cubes gone through, "
        f"{effort.kept:,} kept, {in_words(peak_memory())}"
    )
