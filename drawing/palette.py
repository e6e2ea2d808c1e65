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
    "white": "#fafafa",
    "red": "#ab0f30",
    "green": "#38b58d",
    "yellow": "#ffe30a",
    "orange": "#ea6a0c",
    "blue": "#123bc2",
}
