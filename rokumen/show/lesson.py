"""The steps of the layer method as pictures: the cube as it is held before each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil, cos, pi, sin

from rokumen.output import moves_text
from rokumen.show.drawing import Drawing, Point, Polygon, Words
from rokumen.show.net import PAINT, WESTERN
from solver.cube import Cube
from solver.geometry import FACELETS, FACES, FRAMES
from solver.lbl import Step
from solver.lbl.holds import Hold

COLUMNS = 4
WIDTH, HEIGHT = 290.0, 310.0
# Half a sticker's side, in drawing units, and how far the hidden faces stand off the cube.
SCALE = 12.0
DISTANCE = 5.0
_SLANT = (cos(pi / 6), sin(pi / 6))
_HIDDEN = "DLB"


def lesson(cube: Cube, steps: Sequence[Step]) -> Drawing:
    """Draw the cube before each step, and what is done then.

    The faces U, F and R are seen on the cube, the hidden ones stand behind and below it.
    """
    shapes: list[Polygon | Words] = []
    for number, step in enumerate(steps):
        row, column = divmod(number, COLUMNS)
        shapes += _panel(cube, step, (WIDTH * column, HEIGHT * row))
        cube = cube.apply(step.moves)
    return Drawing(WIDTH * COLUMNS, HEIGHT * ceil(len(steps) / COLUMNS), shapes)


def _panel(cube: Cube, step: Step, corner: Point) -> Iterator[Polygon | Words]:
    x, y = corner
    yield Words((x + 12, y + 20), step.stage, 15)
    yield Words((x + 12, y + 38), f"{step.hold.below} below, {step.hold.front} in front", 12)
    for polygon in _cube(cube.facelets(), step.hold):
        points = tuple((x + WIDTH / 2 + px, y + HEIGHT / 2 + py) for px, py in polygon.points)
        yield Polygon(points, polygon.fill)
    yield Words((x + 12, y + HEIGHT - 12), moves_text(step.algorithm) or "(nothing to do)", 14)


def _cube(facelets: str, hold: Hold) -> Iterator[Polygon]:
    """Draw all stickers around the middle, those of the hidden faces first."""
    stickers = sorted(range(54), key=lambda facelet: FACES[facelet // 9] not in _HIDDEN)
    for facelet in stickers:
        paint = PAINT[WESTERN[facelets[hold.to_cube[facelet]]]]
        yield Polygon(_outline(facelet), paint)


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
