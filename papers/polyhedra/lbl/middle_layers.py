"""Outer turns written with turns of middle layers, in the fewest quarter turns.

The polyhedra paper writes its sequences so (14.2), and counts a quarter turn of a middle layer as
one and a rotation of the whole cube as none. R L' is M' and a rotation: what is on the right after
it is another face, and later turns are written for the cube that is held so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from solver.core.geometry import OPPOSITE
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.notation.move import FAMILIES, Move

_SLICES = {FAMILIES[family][0]: family for family in "MES"}


def with_middle_layers(turns: Iterable[Turn]) -> tuple[Move, ...]:
    """Return moves that do the same, but for how the cube is held, in the fewest quarter turns."""
    return tuple(_moves(turns))


def _moves(turns: Iterable[Turn]) -> Iterator[Move]:
    held = Orientation.identity()
    for _, on_axis in groupby(turns, key=lambda turn: frozenset((turn.face, OPPOSITE[turn.face]))):
        quarters: dict[str, int] = {}
        for turn in on_axis:
            quarters[turn.face] = quarters.get(turn.face, 0) + turn.quarter_turns
        position = held.position_of(next(iter(quarters)))
        near = position if position in _SLICES else OPPOSITE[position]
        first, second = (quarters.get(held.face_at(face), 0) for face in (near, OPPOSITE[near]))
        middle = min(range(4), key=lambda n: (_cost(first + n) + _cost(second - n) + _cost(n), n))
        for family, n in (
            (near, first + middle),
            (OPPOSITE[near], second - middle),
            (_SLICES[near], middle),
        ):
            if n % 4:
                yield Move(family, n % 4)
        held = held.rotated(near, middle)


def _cost(quarters: int) -> int:
    return min(quarters % 4, -quarters % 4)
