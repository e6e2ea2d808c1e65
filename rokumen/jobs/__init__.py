"""Whole jobs: scan, solve, drive and check; calibrations; many cubes at once."""
