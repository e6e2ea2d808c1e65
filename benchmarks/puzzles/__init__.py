"""Benchmarks of puzzles other than the 3x3x3."""
