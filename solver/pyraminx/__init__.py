"""The Pyraminx: the method of seed 000, 14.4, and the fewest turns from a complete table."""

from solver.pyraminx.puzzle import Pyraminx, puzzle

__all__ = ["Pyraminx", "puzzle"]
