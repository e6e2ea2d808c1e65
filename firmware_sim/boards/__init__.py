"""Emulated electronics: chips with our firmware, a Pololu Maestro."""
