"""Rig descriptions, one module for each mechanism."""
