"""The notation of seed 000: xn' ynd zn, an axis, a layer along it, and a suffix.

Lower-case x, y, z turn one layer: 0 the first along the axis, m the middle one, n the last.
Upper-case X, Y, Z with n turn the whole cube. A turn is right-handed about its axis (so xn is R'),
backwards with ', and double with d.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from solver.errors import NotationError
from solver.notation.move import Move

# (axis, layer) -> the family, and the quarters of that family in one right-handed quarter turn.
_FAMILIES: dict[tuple[str, str], tuple[str, int]] = {
    ("x", "0"): ("L", 1),
    ("x", "m"): ("M", 1),
    ("x", "n"): ("R", 3),
    ("y", "0"): ("D", 1),
    ("y", "m"): ("E", 1),
    ("y", "n"): ("U", 3),
    ("z", "0"): ("B", 1),
    ("z", "m"): ("S", 3),
    ("z", "n"): ("F", 3),
    ("X", "n"): ("x", 3),
    ("Y", "n"): ("y", 3),
    ("Z", "n"): ("z", 3),
}
_WRITTEN = {family: (axis + layer, q) for (axis, layer), (family, q) in _FAMILIES.items()}
_QUARTERS = {"": 1, "d": 2, "'": 3}
_SUFFIXES = {quarters: suffix for suffix, quarters in _QUARTERS.items()}
_MOVE = re.compile(r"\s*([xyzXYZ])([0mn])(['d]?)")


def parse(text: str) -> tuple[Move, ...]:
    """Read moves of the 3 x 3 x 3 cube. Raises NotationError that quotes what is none."""
    moves = []
    at, end = 0, len(text.rstrip())
    while at < end:
        match = _MOVE.match(text, at)
        if match is None or (match[1], match[2]) not in _FAMILIES:
            raise NotationError(
                f"{text!r}: {text[at : at + 10].strip()!r} is no move; write an axis x y z, a "
                "layer 0 m n (or Xn Yn Zn for the whole cube), then nothing, ' or d"
            )
        family, right_handed = _FAMILIES[match[1], match[2]]
        moves.append(Move(family, right_handed * _QUARTERS[match[3]] % 4))
        at = match.end()
    return tuple(moves)


def print_moves(moves: Iterable[Move]) -> str:
    """Write moves; `parse` reads the same ones back. Raises NotationError for wide turns."""
    return " ".join(_print(move) for move in moves)


def _print(move: Move) -> str:
    if move.family not in _WRITTEN:
        raise NotationError(
            f"{move.family} turns two layers at once, which this notation cannot say; "
            "resolve it into outer turns first"
        )
    written, right_handed = _WRITTEN[move.family]
    return written + _SUFFIXES[move.quarter_turns * right_handed % 4]
