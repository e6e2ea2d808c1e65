"""The notation of Shintani (2018): faces U D E W S N with 1, 2 or 3 quarter turns."""

from __future__ import annotations

import re
from collections.abc import Iterable

from solver.core.turn import Turn
from solver.notation.move import tokens

_FACES = {"U": "U", "D": "D", "E": "R", "W": "L", "S": "F", "N": "B"}
_LETTERS = {face: letter for letter, face in _FACES.items()}
_TURN = re.compile(r"\s*([UDEWSN])([123])")


def parse(text: str) -> tuple[Turn, ...]:
    """Read turns, parted by spaces or not. Raises NotationError that quotes what is none."""
    advice = "write a face of U D E W S N and 1, 2 or 3, as in E1 U3"
    return tuple(Turn(_FACES[match[1]], int(match[2])) for match in tokens(text, _TURN, advice))


def print_turns(turns: Iterable[Turn]) -> str:
    """Write turns; `parse` reads the same ones back."""
    return " ".join(f"{_LETTERS[turn.face]}{turn.quarter_turns}" for turn in turns)
