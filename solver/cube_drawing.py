"""Isometric drawings of cubes with their hidden faces offset: one alone, and a row of steps."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import ceil, cos, isqrt, pi, sin
from pathlib import Path

from drawing.canvas import Drawing, Point, Polygon, TextLine, save_drawing
from solver.core.geometry import FACES, FRAMES

# Half a sticker's side, in drawing units, and the offset of the hidden faces from the cube.
SCALE = 12.0
DISTANCE = 5.0
# Of drawings of steps: how many stand in a row, and the size of each.
COLUMNS = 4
WIDTH, HEIGHT = 290.0, 310.0
# The side of a drawing of the cube alone, in its own units.
_SIDE = 300.0
# How large a word on a sticker is.
_WORD = 10.0
# How much farther the hidden faces are from the cube where stickers have words.
_APART = 2.0
# How far a unit along x or z leads across and down in an isometric drawing.
SLANT = (cos(pi / 6), sin(pi / 6))
_HIDDEN = "DLB"


def draw_cube_into(path: Path, paints: Sequence[str]) -> None:
    """Draw 6 n n stickers (`#rrggbb` each) into a .svg or .png file.

    Raises DrawingError for another file, and for one that cannot be written.
    """
    save_drawing(cube_alone(paints), path)


def cube_alone(paints: Sequence[str], words: Sequence[str] = ()) -> Drawing:
    """Return the drawing of 6 n n stickers (`#rrggbb` each), with a word on each if some are given,
    and of nothing else.
    """
    # No face hides a word on another.
    distance = DISTANCE + (_APART if words else 0)
    side = _SIDE + 2 * SCALE * (_APART if words else 0)
    middle = (side / 2, side / 2)
    shapes: list[Polygon | TextLine] = list(draw_cube(paints, middle, distance))
    if words:
        places = sticker_middles(isqrt(len(paints) // 6), middle, distance)
        shapes += [
            TextLine((x, y + _WORD / 3), word, _WORD, "middle")
            for (x, y), word in zip(places, words, strict=True)
        ]
    return Drawing(side, side, shapes)


def draw_cube(
    paints: Sequence[str], middle: Point, distance: float = DISTANCE
) -> Iterator[Polygon]:
    """Yield the polygons of 6 n n stickers (`#rrggbb` each) around a point, hidden faces first.

    Each of the faces U R F D L B has its n n stickers row by row.
    """
    size = isqrt(len(paints) // 6)
    for face in sorted(FACES, key=lambda face: face not in _HIDDEN):
        for row, column in product(range(size), repeat=2):
            points = tuple(
                (middle[0] + x, middle[1] + y)
                for x, y in _outline(face, row, column, size, distance)
            )
            yield Polygon(points, paints[size * (size * FACES.index(face) + row) + column])


def sticker_middles(size: int, middle: Point, distance: float) -> Iterator[Point]:
    """Yield the middle of each sticker of a cube around a point, in the order of its faces."""
    for face in FACES:
        for row, column in product(range(size), repeat=2):
            points = list(_outline(face, row, column, size, distance))
            x, y = (sum(part) / len(points) for part in zip(*points, strict=True))
            yield middle[0] + x, middle[1] + y


def _outline(face: str, row: int, column: int, size: int, distance: float) -> Iterator[Point]:
    """Yield the corners of a sticker of a cube of `size`, all drawn as large as a 3x3x3."""
    frame = FRAMES[face]
    away = 3 + (distance if face in _HIDDEN else 0.0)
    for i, j in ((0, 0), (1, 0), (1, 1), (0, 1)):
        across, down = 6 * (column + i) / size - 3, 6 * (row + j) / size - 3
        yield isometric(
            [
                away * n + across * r + down * d
                for n, r, d in zip(frame.normal, frame.right, frame.down, strict=True)
            ],
            SCALE,
        )


def isometric(point: Sequence[float], scale: float) -> Point:
    """Return where a point in space (x right, y up, z to the viewer) is in an isometric drawing.

    `scale`: drawing units of a unit of space.
    """
    x, y, z = point
    return scale * SLANT[0] * (x - z), scale * (SLANT[1] * (x + z) - y)


@dataclass(frozen=True, slots=True)
class Panel:
    """Panel with the cube before a step: two lines above, its 54 colours, and the moves below."""

    title: str
    hold: str
    paints: Sequence[str]
    moves: str


def draw_panels(panels: Sequence[Panel]) -> Drawing:
    """Return a drawing of panels, COLUMNS in a row."""
    shapes: list[Polygon | TextLine] = []
    for number, panel in enumerate(panels):
        row, column = divmod(number, COLUMNS)
        shapes += _shapes(panel, (WIDTH * column, HEIGHT * row))
    return Drawing(WIDTH * COLUMNS, HEIGHT * ceil(len(panels) / COLUMNS), shapes)


def _shapes(panel: Panel, corner: Point) -> Iterator[Polygon | TextLine]:
    x, y = corner
    yield TextLine((x + 12, y + 20), panel.title, 15)
    if panel.hold:
        yield TextLine((x + 12, y + 38), panel.hold, 12)
    yield from draw_cube(panel.paints, (x + WIDTH / 2, y + HEIGHT / 2))
    yield TextLine((x + 12, y + HEIGHT - 12), panel.moves or "(nothing to do)", 14)
