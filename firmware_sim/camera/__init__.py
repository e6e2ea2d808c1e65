"""The simulated robot's camera."""
