"""Simulated robot: firmware, physics, faults and camera behind a serial port.

`simulator.run` starts all of it; docs/simulate.md shows how to use it.
"""
