"""Commands that read, scramble and solve a cube."""
