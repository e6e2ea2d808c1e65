"""Kociemba's two-phase algorithm."""
