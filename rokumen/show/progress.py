"""Progress on stderr: of photographs, of many items, and of a proof."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

from files.wording import counted
from solver.engines.engine import ProofProgress
from solver.notation.printing import moves_text

# rich is imported in the functions, since commands that show no progress do not need it.
if TYPE_CHECKING:
    from typing import Self

    from rich.live import Live
    from rich.progress import Progress
    from rich.status import Status

Item = TypeVar("Item")


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


class ProofDisplay(StatusLine):
    """Progress display of a proof: one updated line on a terminal, else a line for each length.

    `proof` is the last reported progress, None before the first.
    """

    def __init__(self) -> None:
        self.proof: ProofProgress | None = None

    def watch(self, proof: ProofProgress) -> None:
        """Show the progress."""
        before, self.proof = self.proof, proof
        is_longer = before is None or proof.excluded > before.excluded
        line = format_proof(proof)
        self.show(line, line if is_longer else None)


def format_proof(proof: ProofProgress) -> str:
    """Return the progress of a proof in one line."""
    said = (
        f"{proof.lookups / 1e6:,.1f} million cubes looked up in {proof.seconds:.0f} s: "
        f"no solution has {counted(proof.excluded, 'turn')} or fewer"
    )
    best = f"{len(proof.best)}: {moves_text(proof.best)}"
    if proof.is_done:
        return f"{said}; proven, {best}"
    return f"{said}; trying {proof.excluded + 1}; the shortest known has {best}"


# Where there is no terminal, a line says after this time that the work goes on.
LINE_SECONDS = 5.0


class CountDisplay(StatusLine):
    """Progress display of photographs or of a film: one updated line, elsewhere one now and then.

    `words` say what is done, with `done`, `number` (the next one) and `total` in braces.
    """

    def __init__(self, words: str) -> None:
        self._words = words
        self._last = time.monotonic()

    def watch(self, done: int, total: int) -> None:
        """Show how many were done, and how many there are."""
        now = time.monotonic()
        is_due = now - self._last >= LINE_SECONDS
        if is_due:
            self._last = now
        line = self._words.format(done=done, number=done + 1, total=total or "?")
        self.show(line, line if is_due else None)


def picture_progress() -> CountDisplay:
    """Return a display of the photograph that is searched."""
    return CountDisplay("searching photograph {number} of {total}")


def film_progress() -> CountDisplay:
    """Return a display of the seconds of a film that were seen."""
    return CountDisplay("{done} of {total} s of the film seen")


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
