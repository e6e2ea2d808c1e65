"""Turns as text: layer, axis, amount and prime, as in 2X'.

Layer 1 lies at the end of the axis. A turn without a prime is clockwise for who looks at that end.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from solver.core.errors import NotationError
from solver.puzzles.polyhedra.polyhedron import Polyhedron, PolyhedronTurn

_TURN = re.compile(r"([0-9]{1,9})([A-Z])([0-9]?)('?)")


def parse(puzzle: Polyhedron, text: str) -> tuple[PolyhedronTurn, ...]:
    """Parse turns separated by spaces. Raises NotationError, which quotes a bad one."""
    return tuple(_parse_one(puzzle, word) for word in text.split())


def format_turn(puzzle: Polyhedron, turn: PolyhedronTurn) -> str:
    """Write a turn, counterclockwise where that is the shorter way."""
    axis = puzzle.axes[turn.axis]
    back = axis.order - turn.amount
    amount, prime = (back, "'") if back < turn.amount else (turn.amount, "")
    return f"{turn.layer}{axis.name}{amount if amount > 1 else ''}{prime}"


def format_turns(puzzle: Polyhedron, turns: Iterable[PolyhedronTurn]) -> tuple[str, ...]:
    """Write turns in order."""
    return tuple(format_turn(puzzle, turn) for turn in turns)


def _parse_one(puzzle: Polyhedron, word: str) -> PolyhedronTurn:
    names = [axis.name for axis in puzzle.axes]
    match = _TURN.fullmatch(word)
    if match is None or match[2] not in names or not 1 <= int(match[1]) <= puzzle.layers:
        raise NotationError(
            f"{word!r} is not a turn of {puzzle.name}: write a layer from 1 to {puzzle.layers}, "
            f"an axis of {' '.join(names)}, and 2 or ' where wanted, like 1{names[0]}'"
        )
    axis = names.index(match[2])
    order = puzzle.axes[axis].order
    amount = int(match[3] or 1) * (-1 if match[4] else 1) % order
    if amount == 0:
        raise NotationError(
            f"{word!r} turns nothing: {order} turns about {match[2]} make a whole one"
        )
    return PolyhedronTurn(axis, int(match[1]), amount)
