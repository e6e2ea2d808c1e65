"""Moves as text: the WCA/SiGN notation and the seeds' own, each in a file with parse and print."""

from solver.notation.algorithm import Algorithm, Commutator, Conjugate, Group
from solver.notation.move import Move
from solver.notation.resolve import Held, resolve
from solver.notation.wca import parse, print_algorithm

__all__ = [
    "Algorithm",
    "Commutator",
    "Conjugate",
    "Group",
    "Held",
    "Move",
    "parse",
    "print_algorithm",
    "resolve",
]
