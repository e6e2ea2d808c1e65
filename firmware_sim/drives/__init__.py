"""Emulated electronics that move servos without firmware of ours: chips, buses, kernel files."""
