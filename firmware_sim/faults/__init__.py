"""Faults that the simulator injects, and when they trigger."""
