"""Draws the pictures of docs/pictures: `python -m docs.drawing`, or `make pictures`."""
