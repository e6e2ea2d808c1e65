"""The beginner's course: its data, and the engine that solves by exactly what it teaches."""
