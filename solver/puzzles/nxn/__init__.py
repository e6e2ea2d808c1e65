"""Cubes of any size."""
