"""The benchmark `sprint`."""
