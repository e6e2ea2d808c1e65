"""A picture cube before and after the last stage of its solution."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from drawing.canvas import FOREGROUND, Drawing, Point, Polygon, TextLine, save
from drawing.palette import PAINT, WESTERN
from solver.core.geometry import FACES
from solver.cube_drawing import draw_cube
from solver.puzzles.picture_cubes.picture_cube import PictureCube, PicturePuzzle

WIDTH, HEIGHT, TITLE_SIZE = 310.0, 320.0, 16
# The bar on a centre, from the middle of its foot to its top, in parts of the sticker's side.
FOOT, TOP, HALF_WIDTH = 0.35, -0.4, 0.16


def draw_picture_cube(path: Path) -> None:
    """Draw a scrambled cube, solved by colour, and with its centres upright."""
    puzzle = PicturePuzzle()
    scramble = puzzle.scramble(1)
    *stages, centres = puzzle.solve(scramble, "after").stages
    solving = " ".join(stage.moves for stage in stages)
    shapes: list[Polygon | TextLine] = []
    moves: list[str] = []
    for number, (title, more) in enumerate(
        (("scrambled", scramble), ("solved by colour", solving), ("centres upright", centres.moves))
    ):
        moves.append(more)
        left = number * WIDTH
        shapes.append(TextLine((left + WIDTH / 2, 22), title, TITLE_SIZE, "middle"))
        shapes += _cube(PictureCube.read(" ".join(moves)), (left + WIDTH / 2, 175))
    save(Drawing(3 * WIDTH, HEIGHT, shapes), path)


def _cube(picture: PictureCube, middle: Point) -> Iterator[Polygon]:
    """Yield the stickers, and on each centre a bar and its foot that show where up is."""
    letters = picture.cube.facelets
    paints = [PAINT[WESTERN[letter]] for letter in letters]
    # The hidden faces come first, and no bar is behind a sticker.
    polygons = list(draw_cube(paints, middle))
    yield from polygons
    order = sorted(range(54), key=lambda facelet: FACES[facelet // 9] not in "DLB")
    for face, quarters in enumerate(picture.centres):
        outline = np.array(polygons[order.index(9 * face + 4)].points)
        # The corners from the upper left, clockwise, as the picture on the centre has them.
        corners = np.roll(outline, -quarters, axis=0)
        across, down = corners[1] - corners[0], corners[3] - corners[0]
        heart = outline.mean(axis=0)
        arrow = ((0, TOP), (HALF_WIDTH * 1.8, 0.0), (HALF_WIDTH / 2, 0.0), (HALF_WIDTH / 2, FOOT))
        mirror = tuple((-x, y) for x, y in reversed(arrow))
        points = [heart + x * across + y * down for x, y in (*arrow, *mirror[:-1])]
        yield Polygon(tuple((float(x), float(y)) for x, y in points), FOREGROUND)
