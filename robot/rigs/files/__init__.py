"""Rigs as TOML files: read, written, and found by their names."""
