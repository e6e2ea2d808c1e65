"""Benchmarks of reading cubes from photographs, and of measured colours."""
