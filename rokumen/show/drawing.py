"""Flat drawings of polygons and words, written as SVG or PNG."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from rokumen.errors import InputError

Point = tuple[float, float]

INK = "#202020"
PAPER = "#ffffff"
# How many pixels of a PNG a unit of the drawing takes.
PNG_SCALE = 2


@dataclass(frozen=True, slots=True)
class Polygon:
    """A filled polygon with a thin outline; points are (x, y), y downwards."""

    points: tuple[Point, ...]
    fill: str


@dataclass(frozen=True, slots=True)
class Words:
    """A line of text that begins at a point on its base line."""

    at: Point
    text: str
    size: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """Shapes on a page of a width and a height."""

    width: float
    height: float
    shapes: Sequence[Polygon | Words]


def save(drawing: Drawing, path: Path) -> None:
    """Write a drawing to a .svg or .png file.

    Raises InputError for another kind of file or one that cannot be written.
    """
    writers = {".svg": svg, ".png": png}
    if path.suffix.lower() not in writers:
        raise InputError(f"cannot draw to {str(path)!r}: name a file that ends in .svg or .png")
    try:
        path.write_bytes(writers[path.suffix.lower()](drawing))
    except OSError as error:
        raise InputError(f"cannot write the drawing to {str(path)!r}: {error}") from error


def svg(drawing: Drawing) -> bytes:
    """Write a drawing as SVG."""
    size = f'width="{drawing.width:g}" height="{drawing.height:g}"'
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif">',
        f'<rect {size} fill="{PAPER}"/>',
        *map(_svg_shape, drawing.shapes),
        "</svg>",
    ]
    return "\n".join(lines).encode()


def _svg_shape(shape: Polygon | Words) -> str:
    if isinstance(shape, Words):
        x, y = shape.at
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{shape.size:g}" fill="{INK}"'
        return f"<text {place}>{escape(shape.text)}</text>"
    points = " ".join(f"{x:.1f},{y:.1f}" for x, y in shape.points)
    return f'<polygon points="{points}" fill="{shape.fill}" stroke="{INK}" stroke-width="1"/>'


def png(drawing: Drawing) -> bytes:
    """Write a drawing as PNG."""
    import cv2
    import numpy as np

    height, width = int(PNG_SCALE * drawing.height), int(PNG_SCALE * drawing.width)
    image = np.full((height, width, 3), 255, dtype=np.uint8)
    for shape in drawing.shapes:
        if isinstance(shape, Words):
            at = (int(PNG_SCALE * shape.at[0]), int(PNG_SCALE * shape.at[1]))
            scale = PNG_SCALE * shape.size / 32
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(image, shape.text, at, font, scale, _bgr(INK), 1, cv2.LINE_AA)
        else:
            points = np.array([shape.points]) * PNG_SCALE
            outline = points.round().astype(np.int32)
            cv2.fillPoly(image, [outline], _bgr(shape.fill), cv2.LINE_AA)
            cv2.polylines(image, [outline], True, _bgr(INK), 1, cv2.LINE_AA)
    return bytes(cv2.imencode(".png", image)[1])


def _bgr(colour: str) -> tuple[int, int, int]:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return blue, green, red
