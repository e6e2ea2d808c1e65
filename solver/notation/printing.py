"""How moves and states are written: the notations of turns and the formats of cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from solver.core.legality import numbers_from_facelets
from solver.core.numbers import colours_from_facelets
from solver.core.turn import Turn
from solver.notation import shintani


def moves_text(turns: Iterable[Turn]) -> str:
    """Write turns as one line of WCA notation."""
    return " ".join(str(turn) for turn in turns)


Writer = Callable[[Iterable[Turn]], str]

# How turns can be written: R U', or E1 U3 as Shintani (2018) does.
NOTATIONS: Mapping[str, Writer] = {"wca": moves_text, "shintani": shintani.print_turns}

DEFAULT_NOTATION = "wca"

# How the state of a cube, given as 54 face letters, can be written: so, as 48 numbers, or as a
# listing of Shintani (2018).
STATE_FORMATS: Mapping[str, Callable[[str], str]] = {
    "facelets": str,
    "colours": lambda facelets: " ".join(colours_from_facelets(facelets)),
    "numbers": lambda facelets: " ".join(map(str, numbers_from_facelets(facelets))),
    "listing": shintani.print_listing,
}
