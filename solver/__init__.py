"""Cube model, notation, legality checks and solving engines.

This package imports nothing but the standard library, so that a command which solves one cube
starts at once.
"""

from solver.core.turn import Turn
from solver.cube import Cube
from solver.engines.registry import solve
from solver.solution import CubeSolution, Solution, Stage

__all__ = ["Cube", "CubeSolution", "Solution", "Stage", "Turn", "solve"]
