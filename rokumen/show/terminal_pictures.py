"""Pictures of characters in a terminal: a cube's net and numbers, and what a camera shows."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from rich.text import Text

from drawing.palette import DARK, PAINT, WESTERN, initials
from solver.core.geometry import FACES
from solver.core.numbers import FACE_ORDER
from vision.arrays import Image

EMPTY = "#3a3a3a"
_BANDS = (None, "U", None, None), ("L", "F", "R", "B"), (None, "D", None, None)


def net(facelets: str, scheme: Mapping[str, str] = WESTERN, doubtful: Collection[int] = ()) -> Text:
    """Return 6 n n facelets as a net; `scheme` maps face letters to colour names.

    The facelets with the indices `doubtful` have a question mark.
    """
    text = Text()
    n = math.isqrt(len(facelets) // 6)
    for band in _BANDS:
        for row in range(n):
            text.append("  ")
            for face in band:
                _append_row(text, facelets, scheme, doubtful, face, row)
            text.append("\n")
    return text


def _append_row(
    text: Text,
    facelets: str,
    scheme: Mapping[str, str],
    doubtful: Collection[int],
    face: str | None,
    row: int,
) -> None:
    n = math.isqrt(len(facelets) // 6)
    if face is None:
        text.append(" " * (2 * n + 1))
        return
    start = n * n * FACES.index(face) + n * row
    letters = initials(scheme.values())
    for index in range(start, start + n):
        colour = scheme[facelets[index]]
        mark = "?" if index in doubtful else " "
        # The letters are for terminals without colour and for colour-blind users.
        ink = "#ffffff" if colour in DARK else "#000000"
        text.append(f"{mark}{letters[colour]}", style=f"{ink} on {PAINT[colour]}")
    text.append(" ")


def partial_net(faces: Mapping[str, Sequence[str]], n: int) -> Text:
    """Return the given faces of a net, n x n colours (`#rrggbb`) each."""
    text = Text()
    for band in _BANDS:
        for row in range(n):
            text.append("  ")
            for face in band:
                paints = faces.get(face, [EMPTY] * n * n) if face else []
                for paint in paints[n * row : n * row + n]:
                    text.append("  ", style=f"on {paint}")
                text.append(" " if face else " " * (2 * n + 1))
            text.append("\n")
    return text


def numbers_text(numbers: Sequence[int], indent: int) -> str:
    """Return the 48 numbers, one line a face, with `indent` spaces before each."""
    return "\n".join(
        " " * indent + face + "".join(f"{number:4}" for number in numbers[8 * i : 8 * i + 8])
        for i, face in enumerate(FACE_ORDER)
    )


WIDTH = 48  # characters


def camera_picture(image: Image) -> Text:
    """Return a picture (H x W x 3 uint8 BGR) as lines of coloured half blocks."""
    import cv2

    height, width = image.shape[:2]
    rows = max(2 * round(WIDTH * height / width / 2), 2)
    small = np.asarray(cv2.resize(image, (WIDTH, rows), interpolation=cv2.INTER_AREA))
    text = Text()
    for upper, lower in zip(small[::2], small[1::2], strict=True):
        for above, below in zip(upper, lower, strict=True):
            text.append("▀", style=f"{_hex(above)} on {_hex(below)}")
        text.append("\n")
    return text


def _hex(pixel: Image) -> str:
    blue, green, red = (int(value) for value in pixel)
    return f"#{red:02x}{green:02x}{blue:02x}"
