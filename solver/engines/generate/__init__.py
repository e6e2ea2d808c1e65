"""Generation of the case tables by search: `python -m solver.engines.generate`."""
