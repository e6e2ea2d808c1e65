"""Checks on the way: the faces that a plan shows anyway, compared with what they should show."""
