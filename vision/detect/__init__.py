"""Finding the faces of a cube in a frame."""
