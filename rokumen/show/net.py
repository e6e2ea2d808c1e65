"""The cube unfolded, in colour, for a terminal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.text import Text

from solver.geometry import FACES

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
EMPTY = "#3a3a3a"
_DARK = {"red", "green", "blue"}
_BANDS = (None, "U", None, None), ("L", "F", "R", "B"), (None, "D", None, None)


def net(facelets: str, scheme: Mapping[str, str] = WESTERN) -> Text:
    """Draw 54 facelets as a net; `scheme` gives each face letter's colour name."""
    text = Text()
    for band in _BANDS:
        for row in range(3):
            text.append("  ")
            for face in band:
                _append_row(text, facelets, scheme, face, row)
            text.append("\n")
    return text


def _append_row(
    text: Text, facelets: str, scheme: Mapping[str, str], face: str | None, row: int
) -> None:
    if face is None:
        text.append(" " * 7)
        return
    start = 9 * FACES.index(face) + 3 * row
    for letter in facelets[start : start + 3]:
        colour = scheme[letter]
        # The letter serves where there is no colour, and readers who cannot tell red from green.
        ink = "#ffffff" if colour in _DARK else "#000000"
        text.append(f" {colour[0].upper()}", style=f"{ink} on {PAINT[colour]}")
    text.append(" ")


def sketch(faces: Mapping[str, Sequence[str]]) -> Text:
    """Draw the faces of a net that are there, nine paints (as `#rrggbb`) each."""
    text = Text()
    for band in _BANDS:
        for row in range(3):
            text.append("  ")
            for face in band:
                paints = faces.get(face, [EMPTY] * 9) if face else []
                for paint in paints[3 * row : 3 * row + 3]:
                    text.append("  ", style=f"on {paint}")
                text.append(" " if face else " " * 7)
            text.append("\n")
    return text
