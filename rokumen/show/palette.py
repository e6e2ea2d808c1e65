"""Colours of a cube: the standard colour scheme, and the display value of each colour."""

# The standard (Western) colour scheme.
WESTERN = {
    "U": "white",
    "R": "red",
    "F": "green",
    "D": "yellow",
    "L": "orange",
    "B": "blue",
}
PAINT = {
    "white": "#f4f4f4",
    "red": "#d0202c",
    "green": "#1f9d4d",
    "yellow": "#f6d32d",
    "orange": "#f5821f",
    "blue": "#1f5fc8",
}
