"""Drawings of packings, built up one piece at a time."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from drawing.canvas import Drawing, Point, Polygon, TextLine
from drawing.palette import bgr
from papers.packing import Box, Packing
from papers.packing.pieces import Cell
from solver.cube_drawing import SLANT, isometric

MARGIN, CAPTION = 18.0, 26.0
# Edge of a cube and gap between pictures, in drawing units.
EDGE, GAP = 26.0, 16.0
# Colours distinguishable with red-green colour blindness.
_PAINTS = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#b0b0a8")
_FLOOR = "#ececea"
# The three visible faces of a cube (top, front, right) and the brightness of each.
_TOP = ((0, 0, 1), (1, 0, 1), (1, 1, 1), (0, 1, 1)), 1.0
_FRONT = ((0, 1, 0), (1, 1, 0), (1, 1, 1), (0, 1, 1)), 0.82
_SIDE = ((1, 0, 0), (1, 1, 0), (1, 1, 1), (1, 0, 1)), 0.66


def draw_packings(packings: Sequence[Packing]) -> Drawing:
    """Return a drawing of each packing, built up piece by piece from the far corner."""
    box = packings[0].box
    width = (box.x + box.y) * EDGE * SLANT[0] + GAP
    height = (box.x + box.y) * EDGE * SLANT[1] + box.z * EDGE + GAP
    shapes: list[Polygon | TextLine] = []
    for row, packing in enumerate(packings):
        top = MARGIN + row * (height + CAPTION)
        shapes.append(TextLine((MARGIN, top + 12), f"packing {row + 1}", 14))
        pieces = sorted(packing.pieces, key=lambda piece: _mean_depth(box, piece[1]))
        for count in range(1, len(pieces) + 1):
            left = MARGIN + (count - 1) * width
            origin = (left + box.y * EDGE * SLANT[0], top + CAPTION + box.z * EDGE)
            shapes += _picture(packing, pieces[:count], origin)
            name = f"+ {pieces[count - 1][0]}" if count > 1 else pieces[0][0]
            shapes.append(TextLine((left, top + CAPTION + height - GAP - 2), name, 13))
    return Drawing(
        2 * MARGIN + max(len(packing.pieces) for packing in packings) * width,
        2 * MARGIN + len(packings) * (height + CAPTION),
        shapes,
    )


def _mean_depth(box: Box, cells: Sequence[int]) -> float:
    """Return the mean closeness of a piece's cells to the viewer."""
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
    # Here y points to the viewer and z up.
    points = (isometric((x, z, y), EDGE) for x, y, z in corners)
    return Polygon(tuple((origin[0] + x, origin[1] + y) for x, y in points), fill)


def _shaded(paint: str, brightness: float) -> str:
    return "#" + bytes(int(part * brightness) for part in reversed(bgr(paint))).hex()
