"""The steps of the layer method as pictures: the cube as it is held before each step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import ceil

from rokumen.output import moves_text
from rokumen.show.drawing import Drawing, Point, Polygon, Words
from rokumen.show.net import PAINT, WESTERN
from rokumen.show.solid import solid
from solver.cube import Cube
from solver.lbl import Step

COLUMNS = 4
WIDTH, HEIGHT = 290.0, 310.0


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
    facelets = cube.facelets()
    paints = [PAINT[WESTERN[facelets[facelet]]] for facelet in step.hold.to_cube]
    yield from solid(paints, (x + WIDTH / 2, y + HEIGHT / 2))
    yield Words((x + 12, y + HEIGHT - 12), moves_text(step.algorithm) or "(nothing to do)", 14)
