"""How far a reading of photographs is, on stderr."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console


@contextmanager
def picture_progress() -> Iterator[Callable[[int, int], None]]:
    """Yield a callback that takes how many photographs were searched, and how many there are.

    The line is shown in a terminal only, until the end of the block.
    """
    with Console(stderr=True).status("loading the photographs") as status:
        yield lambda done, total: status.update(f"searching photograph {done + 1} of {total}")
