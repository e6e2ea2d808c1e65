"""The 2x2x2, solved in the fewest turns the closing wish of seed 000."""

from solver.pocket.puzzle import Pocket2x2x2, puzzle

__all__ = ["Pocket2x2x2", "puzzle"]
