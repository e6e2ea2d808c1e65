"""Wada (2005): the algebra of permutations, and solutions from four pure sequences."""
