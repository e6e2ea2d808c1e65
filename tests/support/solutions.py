"""Solutions that are checked by turning the cube."""

from __future__ import annotations

from solver.cube import Cube


def solves(cube: Cube, moves: str) -> bool:
    """Return True if moves, written as turns, solve a cube."""
    return cube.apply(moves).is_solved()
