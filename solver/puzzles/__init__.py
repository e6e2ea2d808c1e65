"""Puzzles other than the 3x3x3."""
