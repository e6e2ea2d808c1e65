"""Robots whose servos hang on a Pololu Maestro: what a board's firmware does is done here.

A Maestro only makes pulses. The robot's side of docs/protocol.md runs in a thread of this process,
behind a port that the rest of the program opens and speaks to like any other.
"""
