"""Solving by pure sequences alone."""
