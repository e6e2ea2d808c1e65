"""Isometric drawing of a cube with its hidden faces offset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from rokumen.show.drawings.canvas import Point, Polygon
from solver.core.geometry import FACELETS, FACES, FRAMES

# Half a sticker's side, in drawing units, and the offset of the hidden faces from the cube.
SCALE = 12.0
DISTANCE = 5.0
_SLANT = (cos(pi / 6), sin(pi / 6))
_HIDDEN = "DLB"


def draw_cube(paints: Sequence[str], middle: Point) -> Iterator[Polygon]:
    """Yield the polygons of 54 stickers (`#rrggbb` each) around a point, hidden faces first."""
    for facelet in sorted(range(54), key=lambda facelet: FACES[facelet // 9] not in _HIDDEN):
        points = tuple((middle[0] + x, middle[1] + y) for x, y in _outline(facelet))
        yield Polygon(points, paints[facelet])


def _outline(facelet: int) -> tuple[Point, ...]:
    cubie, normal = FACELETS[facelet]
    face = FACES[facelet // 9]
    frame = FRAMES[face]
    away = DISTANCE if face in _HIDDEN else 0.0
    middle = [2 * c + (1 + away) * n for c, n in zip(cubie, normal, strict=True)]
    return tuple(
        _project(
            [m + i * r + j * d for m, r, d in zip(middle, frame.right, frame.down, strict=True)]
        )
        for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


def _project(point: Sequence[float]) -> Point:
    x, y, z = point
    return SCALE * _SLANT[0] * (x - z), SCALE * (_SLANT[1] * (x + z) - y)
