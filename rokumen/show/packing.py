"""Packed boxes in 3D: each as a row of pictures, one piece more in each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from rokumen.show.drawing import Drawing, Point, Polygon, Words
from solver.packing import Box, Packing
from solver.packing.polycube import Cell

MARGIN, CAPTION = 18.0, 26.0
# A cube's edge, in drawing units, and the room between pictures.
EDGE, GAP = 26.0, 16.0
_SLANT = (cos(pi / 6), sin(pi / 6))
# Colours that are told apart also by people who do not see red and green alike.
_PAINTS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#b0b0a8")
_FLOOR = "#ececea"
# Three faces are seen of a cube: its top, its front and its right side; and how bright each is.
_TOP = ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)), 1.0
_FRONT = ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)), 0.82
_SIDE = ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)), 0.66


def built_up(packings: Sequence[Packing]) -> Drawing:
    """Draw each way as it is built up from the far corner, a piece at a time."""
    box = packings[0].box
    width = (box.x + box.y) * EDGE * _SLANT[0] + GAP
    height = (box.x + box.y) * EDGE * _SLANT[1] + box.z * EDGE + GAP
    shapes: list[Polygon | Words] = []
    for row, packing in enumerate(packings):
        top = MARGIN + row * (height + CAPTION)
        shapes.append(Words((MARGIN, top + 12), f"way {row + 1}", 14))
        pieces = sorted(packing.pieces, key=lambda piece: _nearness(box, piece[1]))
        for count in range(1, len(pieces) + 1):
            left = MARGIN + (count - 1) * width
            origin = (left + box.y * EDGE * _SLANT[0], top + CAPTION + box.z * EDGE)
            shapes += _picture(packing, pieces[:count], origin)
            name = f"+ {pieces[count - 1][0]}" if count > 1 else pieces[0][0]
            shapes.append(Words((left, top + CAPTION + height - GAP - 2), name, 13))
    return Drawing(
        2 * MARGIN + max(len(packing.pieces) for packing in packings) * width,
        2 * MARGIN + len(packings) * (height + CAPTION),
        shapes,
    )


def _nearness(box: Box, cells: Sequence[int]) -> float:
    """Say how near to the viewer a piece is in the mean."""
    places = list(box.cells())
    return sum(sum(places[cell]) for cell in cells) / len(cells)


def _picture(
    packing: Packing, pieces: Sequence[tuple[str, tuple[int, ...]]], origin: Point
) -> Iterator[Polygon]:
    box = packing.box
    names = list(dict.fromkeys(name for name, _ in sorted(packing.pieces)))
    paints = {name: _PAINTS[i % len(_PAINTS)] for i, name in enumerate(names)}
    yield _face(((0, 0, 0), (box.x, 0, 0), (box.x, box.y, 0), (0, box.y, 0)), origin, _FLOOR)
    places = list(box.cells())
    cubes = [(places[cell], paints[name]) for name, cells in pieces for cell in cells]
    for (x, y, z), paint in sorted(cubes, key=lambda cube: sum(cube[0])):
        for corners, brightness in (_TOP, _FRONT, _SIDE):
            moved = tuple((x + a, y + b, z + c) for a, b, c in corners)
            yield _face(moved, origin, _shaded(paint, brightness))


def _face(corners: Sequence[Cell], origin: Point, fill: str) -> Polygon:
    return Polygon(
        tuple(
            (
                origin[0] + EDGE * _SLANT[0] * (x - y),
                origin[1] + EDGE * (_SLANT[1] * (x + y) - z),
            )
            for x, y, z in corners
        ),
        fill,
    )


def _shaded(paint: str, brightness: float) -> str:
    parts = (int(paint[i : i + 2], 16) for i in (1, 3, 5))
    return "#" + "".join(f"{int(part * brightness):02x}" for part in parts)
