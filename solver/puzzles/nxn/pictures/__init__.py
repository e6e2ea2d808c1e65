"""Cubes of size 4 and more with pictures, on which every inner piece has a place of its own."""
