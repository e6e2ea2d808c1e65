"""Displays: terminal output, drawings, and readings and results as JSON."""
