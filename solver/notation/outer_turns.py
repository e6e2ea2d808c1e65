"""Resolution of moves into outer face turns and the final cube orientation.

A slice is the whole cube turned and the outer layers turned back, so every sequence is a sequence
of outer turns of a cube with fixed centres, followed by a rotation of the whole cube.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from solver.core.geometry import OPPOSITE
from solver.core.orientation import Orientation
from solver.core.turn import Turn
from solver.notation.move import Move


@dataclass(frozen=True, slots=True)
class ResolvedMoves:
    """The outer turns of a sequence, and how the cube is held after it."""

    turns: tuple[Turn, ...]
    orientation: Orientation


def resolve(moves: Iterable[Move], start: Orientation | None = None) -> ResolvedMoves:
    """Return the outer turns of moves on a cube in the orientation `start` (default: standard)."""
    held = start or Orientation.identity()
    turns: list[Turn] = []
    for move in moves:
        near, far = move.face, OPPOSITE[move.face]
        quarters = move.quarter_turns
        if 1 not in move.layers:
            turns.append(Turn(held.face_at(near), quarters))
            continue
        # The middle layer carries the centres: rotate the whole cube, then turn the other layers
        # back.
        if 0 not in move.layers:
            turns.append(Turn(held.face_at(near), 4 - quarters))
        if 2 not in move.layers:
            turns.append(Turn(held.face_at(far), quarters))
        held = held.rotated(near, quarters)
    return ResolvedMoves(tuple(turns), held)


def as_moves(turns: Iterable[Turn]) -> tuple[Move, ...]:
    """Return outer turns as written moves."""
    return tuple(Move(turn.face, turn.quarter_turns) for turn in turns)
