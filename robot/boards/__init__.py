"""Robots whose servos are driven by a Pololu Maestro; the robot's firmware runs on the computer.

A Maestro only makes pulses. The robot's side of docs/protocol.md runs in a thread of this process,
behind a port that the rest of the program opens and uses like any other.
"""
