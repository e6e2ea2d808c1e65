"""Engines that solve the 3x3x3."""
