"""The 2x2x2, solved in the fewest turns, as the polyhedra paper (section 16) proposes."""

from solver.puzzles.pocket.puzzle import PocketPuzzle, puzzle

__all__ = ["PocketPuzzle", "puzzle"]
