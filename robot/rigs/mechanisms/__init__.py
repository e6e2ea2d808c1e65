"""The mechanisms that hold and turn a cube, a file each; jaws, which several have."""
