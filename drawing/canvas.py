"""Vector drawings of polygons and text, written as SVG or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal

from drawing.errors import DrawingError
from drawing.palette import bgr
from files.wording import reason

Point = tuple[float, float]

FOREGROUND = "#202020"
BACKGROUND = "#ffffff"
# Pixels of a PNG per unit of the drawing.
PNG_SCALE = 2


@dataclass(frozen=True, slots=True)
class Polygon:
    """Filled polygon with an outline; points are (x, y), y downwards."""

    points: tuple[Point, ...]
    fill: str
    outline: str = FOREGROUND
    outline_width: float = 1


@dataclass(frozen=True, slots=True)
class TextLine:
    """Line of text, given with the start or the middle of its baseline."""

    at: Point
    text: str
    size: float
    anchor: Literal["start", "middle"] = "start"


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a page of `width` x `height` units."""

    width: float
    height: float
    shapes: Sequence[Polygon | TextLine]


def save_drawing(drawing: Drawing, path: Path) -> None:
    """Write a drawing to a .svg or .png file.

    Raises DrawingError for another suffix, and for a file that cannot be written.
    """
    writers = {".svg": svg, ".png": png}
    write = writers[checked_suffix(path, *writers)]
    try:
        path.write_bytes(write(drawing))
    except OSError as error:
        raise DrawingError(f"cannot write the drawing to {str(path)!r}: {reason(error)}") from error


def checked_suffix(path: Path, *suffixes: str) -> str:
    """Return the suffix of a picture's file, in small letters, if it is one of these.

    Raises DrawingError that names them.
    """
    suffix = path.suffix.lower()
    if suffix not in suffixes:
        raise DrawingError(f"cannot draw to {str(path)!r}: name a {' or '.join(suffixes)} file")
    return suffix


def svg(drawing: Drawing) -> bytes:
    """Return a drawing as SVG, on a white ground."""
    ground = f'<rect {_size(drawing)} fill="{BACKGROUND}"/>'
    return _svg(drawing, [ground])


def svg_without_ground(drawing: Drawing) -> bytes:
    """Return a drawing as SVG, for a page that has a ground of its own."""
    return _svg(drawing, [])


def _size(drawing: Drawing) -> str:
    return f'width="{drawing.width:g}" height="{drawing.height:g}"'


def _svg(drawing: Drawing, ground: list[str]) -> bytes:
    # A browser scales a drawing that is wider than its page only if it has a viewBox.
    view = f'viewBox="0 0 {drawing.width:g} {drawing.height:g}"'
    place = f"{view} {_size(drawing)}"
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {place} font-family="sans-serif">',
        *ground,
        *map(_svg_shape, drawing.shapes),
        "</svg>",
    ]
    return "\n".join(lines).encode()


def _svg_shape(shape: Polygon | TextLine) -> str:
    if isinstance(shape, TextLine):
        x, y = shape.at
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{shape.size:g}" fill="{FOREGROUND}"'
        anchor = "" if shape.anchor == "start" else f' text-anchor="{shape.anchor}"'
        return f"<text {place}{anchor}>{escape(shape.text)}</text>"
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
    return (
        f'<polygon points="{points}" fill="{shape.fill}" stroke="{shape.outline}" '
        f'stroke-width="{shape.outline_width:g}" stroke-linejoin="round"/>'
    )


def png(drawing: Drawing) -> bytes:
    """Return a drawing as PNG."""
    import cv2
    import numpy as np

    height, width = int(PNG_SCALE * drawing.height), int(PNG_SCALE * drawing.width)
    image = np.full((height, width, 3), 255, dtype=np.uint8)
    for shape in drawing.shapes:
        if isinstance(shape, TextLine):
            scale = PNG_SCALE * shape.size / 32
            font = cv2.FONT_HERSHEY_SIMPLEX
            (length, _), _ = cv2.getTextSize(shape.text, font, scale, 1)
            left = PNG_SCALE * shape.at[0] - (length / 2 if shape.anchor == "middle" else 0)
            at = (int(left), int(PNG_SCALE * shape.at[1]))
            cv2.putText(image, shape.text, at, font, scale, bgr(FOREGROUND), 1, cv2.LINE_AA)
        else:
            points = np.array([shape.points]) * PNG_SCALE
            outline = points.round().astype(np.int32)
            # A line of width 1 is drawn one pixel wide: it is thin in either format.
            width = max(1, round(PNG_SCALE * (shape.outline_width - 0.5)))
            cv2.fillPoly(image, [outline], bgr(shape.fill), cv2.LINE_AA)
            cv2.polylines(image, [outline], True, bgr(shape.outline), width, cv2.LINE_AA)
    # As small as can be: a third of what is written by default.
    return bytes(cv2.imencode(".png", image, [cv2.IMWRITE_PNG_COMPRESSION, 9])[1])
