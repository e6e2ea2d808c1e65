"""Reading of a cube that a robot holds, from cameras that do not move."""
