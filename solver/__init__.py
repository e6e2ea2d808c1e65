"""The cube: states, turns, notation, legality, and the engines that solve it.

This package imports nothing but the standard library, so that a command which solves one cube
starts at once.
"""

from solver.cube import Cube
from solver.engine import Solution, Stage, solve
from solver.turn import Turn

__all__ = ["Cube", "Solution", "Stage", "Turn", "solve"]
