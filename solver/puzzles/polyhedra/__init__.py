"""Twisty polyhedra, made from a solid, a kind of axis and cutting planes (polyhedra paper)."""
