"""Scanning and checking turns in a camera's live frames."""
