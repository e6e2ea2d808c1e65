"""The physical state of cube and motors, which the firmware cannot see."""
