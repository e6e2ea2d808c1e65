"""Malformed files, command lines and requests, misbehaving robots, and the failures they cause."""
