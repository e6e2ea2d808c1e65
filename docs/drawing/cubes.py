"""The numbered nets of the 2x2x2 and of the Pyraminx, and a picture cube as it is solved."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from drawing.canvas import FOREGROUND, Drawing, Point, Polygon, TextLine, save_drawing
from drawing.palette import PAINT, WESTERN
from papers.polyhedra.picture_cubes.picture_cube import PictureCube, PicturePuzzle
from solver.core.geometry import FACES, NET
from solver.cube_drawing import draw_cube
from vision.arrays import FloatArray

# The positions of docs/2x2x2.md and docs/pyraminx.md.
POCKET_CUBE = "BUDURRRBLFLFUDDLDFLFBRUB"
PYRAMINX = "LLLDLFDDDRLRRRRFLDFFFFFFDDDLLLRRRRDF"

CELL, FACE_PITCH, MARGIN = 44, 110, 24

PYRAMINX_PAINT = {"F": "green", "L": "red", "R": "blue", "D": "yellow"}
SIDE, FACE_GAP = 192.0, 8.0
HEIGHT = SIDE * 3**0.5 / 2
# How much of its place a sticker fills.
FILLED = 0.94
NUMBER_SIZE, NAME_SIZE = 14, 16

Shape = Polygon | TextLine

PICTURE_WIDTH, PICTURE_HEIGHT, TITLE_SIZE = 310.0, 320.0, 16
# The bar on a centre, from the middle of its foot to its top, in parts of the sticker's side.
FOOT, TOP, HALF_WIDTH = 0.35, -0.4, 0.16


def draw_pocket_cube(path: Path) -> None:
    """Draw the 24 numbered facelets of a 2x2x2."""
    shapes: list[Shape] = []
    for face, (column, row) in NET.items():
        left, top = MARGIN + FACE_PITCH * column, MARGIN + FACE_PITCH * row
        shapes.append(_middle((left + CELL, top - 5), face, NUMBER_SIZE))
        for number in range(4):
            facelet = 4 * FACES.index(face) + number
            corner = np.array([left + CELL * (number % 2), top + CELL * (number // 2)])
            corners = corner + CELL * np.array([[0, 0], [1, 0], [1, 1], [0, 1]])
            paint = PAINT[WESTERN[POCKET_CUBE[facelet]]]
            shapes += _sticker(corners, paint, facelet + 1)
    save_drawing(Drawing(4 * FACE_PITCH + MARGIN, 3 * FACE_PITCH + MARGIN, shapes), path)


def draw_pyraminx(path: Path) -> None:
    """Draw the 36 numbered stickers of a Pyraminx, with the names of its vertices."""
    front = np.array([[0, 0], [-SIDE / 2, HEIGHT], [SIDE / 2, HEIGHT]])
    front += np.array([1.6 * SIDE, 40])
    vertices = dict(zip("ULR", front, strict=True))
    apart_left, apart_right = np.array([[-1.0, -0.5], [1.0, -0.5]]) * FACE_GAP
    behind_left = vertices["U"] - np.array([SIDE, 0])
    behind_right = vertices["U"] + np.array([SIDE, 0])
    below = np.array([vertices["U"][0], 40 + 2 * HEIGHT])
    # Each face by the vertex of its first row, and its left and right vertex as seen from there.
    faces = (
        front,
        np.array([vertices["U"], vertices["R"], behind_right]) + apart_right,
        np.array([below, vertices["R"], vertices["L"]]) + np.array([0, FACE_GAP]),
        np.array([vertices["U"], behind_left, vertices["L"]]) + apart_left,
    )
    numbers = dict(zip("FRDL", faces, strict=True))
    shapes: list[Shape] = []
    for index, face in enumerate("FLRD"):
        for number, corners in enumerate(_triangles(numbers[face]), start=9 * index):
            paint = PAINT[PYRAMINX_PAINT[PYRAMINX[number]]]
            shapes += _sticker(corners, paint, number + 1)
    names = {
        "U": vertices["U"] - (0, 14),
        "L": vertices["L"] + (-26, 6),
        "R": vertices["R"] + (26, 6),
    }
    shapes += [_middle((float(x), float(y)), name, NAME_SIZE) for name, (x, y) in names.items()]
    for at, x, y in ((behind_left, -16, -14), (behind_right, 16, -14), (below, 0, 26)):
        shapes.append(_middle((float(at[0]) + x, float(at[1]) + y), "B", NAME_SIZE))
    for face, x in (("L", behind_left[0] + SIDE / 2), ("R", behind_right[0] - SIDE / 2)):
        shapes.append(_middle((float(x), 26.0), f"face {face}", NUMBER_SIZE))
    save_drawing(Drawing(3.2 * SIDE, float(below[1]) + 40, shapes), path)


def _triangles(face: FloatArray) -> Iterator[FloatArray]:
    """Yield the nine triangles of a face in the order of their numbers, each (3, 2).

    `face` (3, 2) has the vertex of the first row, and the ends of the last row.
    """
    first, left, right = face
    down, across = (left - first) / 3, (right - left) / 3
    for row in range(3):
        for number in range(2 * row + 1):
            start = first + row * down + number // 2 * across
            if number % 2:
                yield np.array([start, start + across, start + down + across])
            else:
                yield np.array([start, start + down, start + down + across])


def _sticker(corners: FloatArray, paint: str, number: int) -> list[Shape]:
    middle = corners.mean(axis=0)
    points = middle + FILLED * (corners - middle)
    outline: Sequence[Point] = [(float(x), float(y)) for x, y in points]
    below = (float(middle[0]), float(middle[1]) + NUMBER_SIZE / 3)
    return [Polygon(tuple(outline), paint), _middle(below, str(number), NUMBER_SIZE)]


def _middle(at: Point, text: str, size: float) -> TextLine:
    return TextLine(at, text, size, "middle")


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
        left = number * PICTURE_WIDTH
        shapes.append(TextLine((left + PICTURE_WIDTH / 2, 22), title, TITLE_SIZE, "middle"))
        shapes += _cube(PictureCube.read(" ".join(moves)), (left + PICTURE_WIDTH / 2, 175))
    save_drawing(Drawing(3 * PICTURE_WIDTH, PICTURE_HEIGHT, shapes), path)


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
