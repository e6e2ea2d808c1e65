"""The robot in software: firmware, mechanics and camera behind a real serial port.

`simulator.run` starts all of it; docs/simulate.md shows how to use it.
"""
