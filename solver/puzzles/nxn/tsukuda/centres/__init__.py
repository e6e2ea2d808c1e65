"""Solving the centre pieces with block commutators, bars and insertions."""
