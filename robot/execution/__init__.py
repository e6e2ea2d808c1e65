"""Executing a plan: retries, safe stops, journal."""
