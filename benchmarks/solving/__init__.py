"""Benchmarks of the engines for the 3x3x3."""
