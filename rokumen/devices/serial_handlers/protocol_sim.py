"""`sim://`: pySerial looks for a handler by the name of this module."""

from firmware_sim.sim_port import Serial

__all__ = ["Serial"]
