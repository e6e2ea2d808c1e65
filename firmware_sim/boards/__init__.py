"""Emulated electronics: an Arduino Uno with the real firmware, a Pololu Maestro."""
