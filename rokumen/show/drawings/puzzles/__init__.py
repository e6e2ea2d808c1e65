"""Drawings of puzzles that are not the 3x3x3, and of what is computed about puzzles."""
