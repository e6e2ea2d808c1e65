"""Colours of a cube: the standard colour scheme, and the display value of each colour."""

from __future__ import annotations

from collections.abc import Iterable

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
    "red": "#b0121f",
    "green": "#2fb36c",
    "yellow": "#ffe30a",
    "orange": "#f06a0a",
    "blue": "#123bc2",
    # Of cubes that have others than the usual six.
    "pink": "#f57ab0",
    "purple": "#7d3fb8",
    "black": "#1c1c1f",
    "grey": "#808488",
    "brown": "#6b4026",
}
DARK = frozenset({"red", "blue", "purple", "black", "brown"})  # letters on them are white


def bgr(colour: str) -> tuple[int, int, int]:
    """Return the blue, green and red part (0..255) of `#rrggbb`."""
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return blue, green, red


def initials(names: Iterable[str]) -> dict[str, str]:
    """Return a letter for each colour of a cube, each another one: W Y R O G B of the usual six.

    Of another colour it is the first of its letters that no colour before it has.
    """
    names = sorted(names, key=lambda name: name not in WESTERN.values())
    letters: dict[str, str] = {}
    for name in names:
        own = [letter for letter in name.upper() if letter not in letters.values()]
        letters[name] = (own or [name[:1].upper()])[0]
    return letters
