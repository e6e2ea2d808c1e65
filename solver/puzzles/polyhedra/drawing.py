"""Drawings of twisty polyhedra."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import pi

import numpy as np

from drawing.canvas import Drawing, Polygon, TextLine
from drawing.palette import PAINT
from solver.puzzles.polyhedra.cutting import cross_section
from solver.puzzles.polyhedra.polyhedron import Permutation, Polyhedron, PolyhedronTurn
from solver.puzzles.polyhedra.solid import RegularSolid, Vectors, rotation

SIZE = 240
_CAPTION = 26
_TEXT_SIZE = 14
_RADIUS = 108
# Fraction of its turn by which a partly turned layer is drawn.
_TURNED = 0.4


@dataclass(frozen=True, slots=True)
class _ViewDirection:
    """Orientation of a drawn solid: what is up and in front, and its rotation in degrees."""

    up: tuple[float, float, float]
    front: tuple[float, float, float]
    aside: float


_HELD = {
    "tetrahedron": _ViewDirection((1, 1, 1), (1, -1, 1), 38),
    "cube": _ViewDirection((0, 1, 0), (0, 0, 1), 28),
    "octahedron": _ViewDirection((0, 1, 0), (0, 0, 1), 16),
    "dodecahedron": _ViewDirection((0, 1, 0), (0, 0, 1), 20),
    "icosahedron": _ViewDirection((0, 1, 0), (0, 0, 1), 20),
}
_FROM_ABOVE = 25
# Area below which a projected polygon is edge-on and not drawn.
_EDGE_ON = 1e-4
_INSIDE = "#26282c"
# Colours of opposite faces, by pairs, and of the tetrahedron's four faces: those of the page's
# models (rokumen/web/static/twisty/shapes.js).
OPPOSITE_COLOURS = (
    (PAINT["white"], PAINT["yellow"]),
    (PAINT["green"], PAINT["blue"]),
    (PAINT["red"], PAINT["orange"]),
    ("#8a3fc0", "#8d99a6"),
    ("#f49ac1", "#5bd1e0"),
    ("#a9d846", "#8a5a32"),
    ("#0e6e72", "#f2dfa0"),
    ("#7c1d4a", "#35d0a5"),
    ("#1d2c80", "#d3a46a"),
    ("#bcb4ee", "#5a6a1c"),
)
_TETRAHEDRON_COLOURS = tuple(PAINT[name] for name in ("green", "red", "blue", "yellow"))
_WHITE_DIRECTION = np.array([0.3, 1, 0.6])  # the face closest to this direction is white


@dataclass(frozen=True, eq=False)
class DrawnPuzzle:
    """Puzzle to draw: the sticker at each place, the partly turned layer, if any, and its name."""

    puzzle: Polyhedron
    colours: Sequence[int]
    turning: PolyhedronTurn | None
    name: str


def puzzle_after_turns(
    puzzle: Polyhedron, targets: Permutation, turning: PolyhedronTurn | None, name: str
) -> DrawnPuzzle:
    """Return the puzzle after turns that moved the sticker at place i to `targets[i]`.

    `name`: what is written below it.
    """
    colours = list(puzzle.colours)
    for sticker, target in enumerate(targets):
        colours[target] = puzzle.colours[sticker]
    return DrawnPuzzle(puzzle, colours, turning, name)


def picture(poses: Sequence[DrawnPuzzle], columns: int) -> Drawing:
    """Draw the puzzles in rows of `columns`, each with its name."""
    rows = -(-len(poses) // columns)
    shapes: list[Polygon | TextLine] = []
    for number, pose in enumerate(poses):
        left, top = number % columns * SIZE, number // columns * (SIZE + _CAPTION)
        shapes += _drawn(pose, np.array([left, top]))
        below = (left + SIZE / 2, top + SIZE + _CAPTION / 2)
        shapes.append(TextLine(below, pose.name, _TEXT_SIZE, "middle"))
    return Drawing(SIZE * min(columns, len(poses)), (SIZE + _CAPTION) * rows, shapes)


def solved_alone(puzzle: Polyhedron) -> Drawing:
    """Draw a solved puzzle, and nothing beside it."""
    pose = DrawnPuzzle(puzzle, puzzle.colours, None, puzzle.name)
    return Drawing(SIZE, SIZE, list(_drawn(pose, np.zeros(2))))


def face_colours(solid: RegularSolid) -> tuple[str, ...]:
    """Return the colour of each face: white opposite yellow and green in front, as on most cubes.

    Faces are taken in the order of their distance from `_WHITE_DIRECTION`, each with its opposite.
    """
    if len(solid.faces) == len(_TETRAHEDRON_COLOURS):
        return _TETRAHEDRON_COLOURS
    faces = range(len(solid.faces))
    centres = np.array([solid.polygon(face).mean(axis=0) for face in faces])
    towards_white = np.argsort(-centres @ _WHITE_DIRECTION)[: len(faces) // 2]
    colours = [""] * len(faces)
    for face, pair in zip(towards_white, OPPOSITE_COLOURS, strict=False):
        opposite = int(np.argmin(centres @ centres[face]))
        colours[face], colours[opposite] = pair
    return tuple(colours)


@dataclass(frozen=True, eq=False)
class _Block:
    """Layers that move together: their stickers, and the cuts that bound them."""

    stickers: list[int]
    inside: list[Vectors]
    turned: Vectors


def _drawn(pose: DrawnPuzzle, corner: Vectors) -> Iterator[Polygon]:
    """Yield the blocks' polygons, farthest first (planes separate the blocks).

    `corner` is the upper left corner of the puzzle's part of the picture.
    """
    eye = _camera_axes(pose.puzzle.solid.name)
    paints = face_colours(pose.puzzle.solid)
    for block in _blocks(pose, eye[2]):
        shapes = [(cut, _INSIDE) for cut in block.inside]
        for number in block.stickers:
            sticker = pose.puzzle.stickers[number]
            shapes.append((sticker.corners, paints[pose.colours[number]]))
        for corners, colour in shapes:
            points = _seen(corners @ block.turned.T, eye)
            if points is not None:
                outline = tuple((float(x), float(y)) for x, y in points + corner)
                yield Polygon(outline, colour, _INSIDE, 2)


def _blocks(pose: DrawnPuzzle, towards: Vectors) -> list[_Block]:
    puzzle, turn = pose.puzzle, pose.turning
    if turn is None:
        return [_Block(list(range(len(puzzle.stickers))), [], np.eye(3))]
    axis, planes = puzzle.axes[turn.axis], puzzle.planes[turn.axis]
    cuts = [cross_section(puzzle.solid, axis.direction, height) for height in planes]
    angle = -2 * pi / axis.order * min(turn.amount, turn.amount - axis.order, key=abs)
    ranges = [(1, turn.layer - 1), (turn.layer, turn.layer), (turn.layer + 1, puzzle.layers)]
    blocks = [
        _Block(
            [
                i
                for i, sticker in enumerate(puzzle.stickers)
                if first <= sticker.layers[turn.axis] <= last
            ],
            # The cut facing the end of the axis, and the one facing away from it.
            [*cuts[max(first - 2, 0) : first - 1], *(cut[::-1] for cut in cuts[last - 1 : last])],
            rotation(axis.direction, _TURNED * angle if first == turn.layer else 0.0),
        )
        for first, last in ranges
        if first <= last
    ]
    return blocks if axis.direction @ towards < 0 else blocks[::-1]


def _camera_axes(solid: str) -> Vectors:
    """Return the directions right, up and towards the viewer, as rows (3, 3)."""
    held = _HELD[solid]
    up = np.array(held.up) / np.linalg.norm(held.up)
    front = np.array(held.front) - up * (up @ np.array(held.front))
    front = rotation(up, np.radians(held.aside)) @ (front / np.linalg.norm(front))
    right = np.cross(up, front)
    above = np.radians(_FROM_ABOVE)
    towards = np.cos(above) * front + np.sin(above) * up
    return np.stack([right, np.cross(towards, right), towards])


def _seen(corners: Vectors, eye: Vectors) -> Vectors | None:
    """Return a polygon projected to the picture (n, 2), or None if it faces away."""
    x, y = (corners @ eye[:2].T).T
    area = float(x @ np.roll(y, -1) - y @ np.roll(x, -1))
    return np.stack([x, -y], axis=1) * _RADIUS + SIZE / 2 if area > _EDGE_ON else None
