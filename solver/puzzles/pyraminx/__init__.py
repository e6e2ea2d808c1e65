"""The Pyraminx: shortest solutions from a full table, and the polyhedra paper's method (14.4)."""

from solver.puzzles.pyraminx.puzzle import Pyraminx, puzzle

__all__ = ["Pyraminx", "puzzle"]
