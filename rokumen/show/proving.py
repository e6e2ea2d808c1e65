"""How far the proof of a shortest solution is, on stderr."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console

from rokumen.output import moves_text
from solver.optimal import Proof


class Proving:
    """Shows a proof as it goes on: in one living line on a terminal, else a line for each length.

    A context manager; `proof` is the last that was told, None before the first.
    """

    def __init__(self) -> None:
        self.proof: Proof | None = None
        self._console = Console(stderr=True, highlight=False)
        self._status = self._console.status("looking for a short solution to begin with")

    def __enter__(self) -> Proving:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._status.stop()

    def watch(self, proof: Proof) -> None:
        """Show how far it is."""
        before, self.proof = self.proof, proof
        if self._console.is_terminal:
            self._status.start()
            self._status.update(in_words(proof))
        elif before is None or proof.excluded > before.excluded:
            self._console.print(in_words(proof), soft_wrap=True)


def in_words(proof: Proof) -> str:
    """Say how far a proof is, in a line."""
    said = (
        f"{proof.looked_at / 1e6:,.1f} million cubes looked up in {proof.seconds:.0f} s: "
        f"no solution has {proof.excluded} turns or fewer"
    )
    best = f"{len(proof.best)}: {moves_text(proof.best)}"
    if proof.is_done:
        return f"{said}; proven, {best}"
    return f"{said}; trying {proof.excluded + 1}; the shortest known has {best}"
