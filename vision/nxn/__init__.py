"""Cubes of any size, 2x2x2 to 7x7x7: how six faces fit together, and what they show."""
