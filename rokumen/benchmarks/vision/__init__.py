"""Benchmarks of finding, tracking and scanning, and of the scanning page."""
