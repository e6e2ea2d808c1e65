"""Moves as text, each notation in a file with parse and print.

The notations are WCA/SiGN and those of Shintani (2018), Wada (2005) and the polyhedra paper.
"""

from solver.notation.algorithm import Algorithm, Commutator, Conjugate, Group
from solver.notation.move import Move, ResolvedMoves, resolve
from solver.notation.wca import parse, print_algorithm

__all__ = [
    "Algorithm",
    "Commutator",
    "Conjugate",
    "Group",
    "Move",
    "ResolvedMoves",
    "parse",
    "print_algorithm",
    "resolve",
]
