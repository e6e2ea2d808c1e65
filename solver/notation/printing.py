"""JSON output and the move notations of results."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from solver.core.turn import Turn
from solver.notation import shintani


def moves_text(turns: Iterable[Turn]) -> str:
    """Write turns as one line of WCA notation."""
    return " ".join(str(turn) for turn in turns)


Writer = Callable[[Iterable[Turn]], str]

# How turns can be written: R U', or E1 U3 as Shintani (2018) does.
NOTATIONS: Mapping[str, Writer] = {"wca": moves_text, "shintani": shintani.print_turns}

DEFAULT_NOTATION = "wca"
