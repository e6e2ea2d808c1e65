"""Cubes with pictures: upright centres, and every inner piece in a place of its own."""
