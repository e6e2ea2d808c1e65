"""Benchmarks of planning, of the link and of whole jobs under faults."""
