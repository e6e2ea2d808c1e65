"""The notation of the polyhedra paper for the 3x3x3: axis, layer and suffix, as in xn' ynd.

Lower-case x, y, z turn one layer: 0 the first along the axis, m the middle one, n the last.
Upper-case X, Y, Z with n turn the whole cube. A turn is right-handed about its axis (so xn is R'),
backwards with ', and double with d.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from solver.core.errors import NotationError
from solver.notation.move import Move, tokens

# Axis and layer -> the family, and the quarters of that family in one right-handed quarter turn.
_FAMILIES: dict[str, tuple[str, int]] = {
    "x0": ("L", 1),
    "xm": ("M", 1),
    "xn": ("R", 3),
    "y0": ("D", 1),
    "ym": ("E", 1),
    "yn": ("U", 3),
    "z0": ("B", 1),
    "zm": ("S", 3),
    "zn": ("F", 3),
    "Xn": ("x", 3),
    "Yn": ("y", 3),
    "Zn": ("z", 3),
}
_WRITTEN = {family: (written, quarters) for written, (family, quarters) in _FAMILIES.items()}
_QUARTERS = {"": 1, "d": 2, "'": 3}
_SUFFIXES = {quarters: suffix for suffix, quarters in _QUARTERS.items()}
_MOVE = re.compile(r"\s*([xyz][0mn]|[XYZ]n)(['d]?)")
_ADVICE = (
    "write an axis x y z and a layer 0 m n (or Xn Yn Zn for the whole cube), then nothing, ' or d"
)


def parse(text: str) -> tuple[Move, ...]:
    """Read moves of the 3 x 3 x 3 cube. Raises NotationError that quotes what is none."""
    return tuple(_move(match) for match in tokens(text, _MOVE, _ADVICE))


def _move(match: re.Match[str]) -> Move:
    family, right_handed = _FAMILIES[match[1]]
    return Move(family, right_handed * _QUARTERS[match[2]] % 4)


def print_moves(moves: Iterable[Move]) -> str:
    """Write moves; `parse` reads the same ones back. Raises NotationError for wide turns."""
    return " ".join(_print(move) for move in moves)


def _print(move: Move) -> str:
    if move.family not in _WRITTEN:
        raise NotationError(
            f"{move.family} turns two layers at once, which this notation cannot express; "
            "resolve it into outer turns first"
        )
    written, right_handed = _WRITTEN[move.family]
    return written + _SUFFIXES[move.quarter_turns * right_handed % 4]
