"""Solving a twisty polyhedron along a stabiliser chain."""
