"""Live progress of an optimality proof on stderr."""

from __future__ import annotations

from types import TracebackType

from rich.console import Console

from solver.engines.engine import ProofProgress
from solver.notation.printing import moves_text


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
