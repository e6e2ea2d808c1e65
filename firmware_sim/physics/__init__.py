"""The physical cube and motors, which the firmware cannot see."""
