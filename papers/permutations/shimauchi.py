"""The notation of Wada (2005): faces t b e w s n with ' and 2."""

from __future__ import annotations

import re
from collections.abc import Iterable

from solver.core.turn import Turn
from solver.notation.move import tokens

FACES = {"t": "U", "b": "D", "e": "R", "w": "L", "s": "F", "n": "B"}
LETTERS = {face: letter for letter, face in FACES.items()}
_QUARTERS = {"": 1, "2": 2, "²": 2, "'": 3, "’": 3, "3": 3, "³": 3}
_SUFFIXES = {1: "", 2: "2", 3: "'"}
_TURN = re.compile(r"[\s,]*([tbewsn])([23²³'’]?)")


def parse(text: str) -> tuple[Turn, ...]:
    """Read turns, parted or not. Raises NotationError that quotes what is none."""
    advice = "write a face of t b e w s n, then nothing, ' or 2, as in t e' n2"
    return tuple(
        Turn(FACES[match[1]], _QUARTERS[match[2]]) for match in tokens(text, _TURN, advice)
    )


def print_turns(turns: Iterable[Turn]) -> str:
    """Write turns; `parse` reads the same ones back."""
    return " ".join(f"{LETTERS[turn.face]}{_SUFFIXES[turn.quarter_turns]}" for turn in turns)
