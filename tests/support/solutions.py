"""Solutions that are checked by turning the cube."""

from __future__ import annotations

from solver.core.cube import Cube
from solver.core.turn import parse_turns


def solves(cube: Cube, moves: str) -> bool:
    """Return True if moves, written as turns, solve a cube."""
    return cube.apply(parse_turns(moves)).is_solved
