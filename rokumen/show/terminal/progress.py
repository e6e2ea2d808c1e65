"""Progress on stderr: of photographs, of many items, and of a proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console

from solver.engines.engine import ProofProgress
from solver.notation.printing import moves_text

if TYPE_CHECKING:
    from rich.progress import Progress


@contextmanager
def picture_progress() -> Iterator[Callable[[int, int], None]]:
    """Yield a callback that takes how many photographs were searched, and how many there are.

    The line is shown in a terminal only, until the end of the block.
    """
    with Console(stderr=True).status("loading the photographs") as status:
        yield lambda done, total: status.update(f"searching photograph {done + 1} of {total}")


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


class ProofDisplay:
    """Progress display of a proof: one updated line on a terminal, else a line for each length.

    A context manager; `proof` is the last reported progress, None before the first.
    """

    def __init__(self) -> None:
        self.proof: ProofProgress | None = None
        self._console = Console(stderr=True, highlight=False)
        self._status = self._console.status("searching for a first solution")

    def __enter__(self) -> ProofDisplay:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._status.stop()

    def watch(self, proof: ProofProgress) -> None:
        """Show the progress."""
        before, self.proof = self.proof, proof
        if self._console.is_terminal:
            self._status.start()
            self._status.update(format_proof(proof))
        elif before is None or proof.excluded > before.excluded:
            self._console.print(format_proof(proof), soft_wrap=True)


def format_proof(proof: ProofProgress) -> str:
    """Return the progress of a proof in one line."""
    said = (
        f"{proof.lookups / 1e6:,.1f} million cubes looked up in {proof.seconds:.0f} s: "
        f"no solution has {proof.excluded} turns or fewer"
    )
    best = f"{len(proof.best)}: {moves_text(proof.best)}"
    if proof.is_done:
        return f"{said}; proven, {best}"
    return f"{said}; trying {proof.excluded + 1}; the shortest known has {best}"
