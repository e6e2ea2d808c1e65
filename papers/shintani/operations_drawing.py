"""The five operations of Shintani (2018) as text and as a drawing."""

from __future__ import annotations

from collections.abc import Iterator

from drawing.canvas import Drawing, Point, Polygon, TextLine
from drawing.palette import PAINT, WESTERN
from papers.shintani.layers_1978.operations import (
    Turns,
    cycle_three_corners,
    cycle_three_edges,
    flip_two_edges,
    move_two_edges,
    turn_two_corners_inward,
)
from solver.core.facelets import CORNER_NAMES, EDGE_NAMES, SOLVED
from solver.core.turn import TURN_PERMUTATIONS
from solver.cube import Cube
from solver.cube_drawing import draw_cube
from solver.notation import shintani

OPERATIONS: dict[str, Turns] = {
    "2-edge move": move_two_edges(),
    "2-edge flip": flip_two_edges(),
    "3-corner cycle": cycle_three_corners(),
    "3-edge cycle": cycle_three_edges(),
    "RTCI": turn_two_corners_inward(),
}
WIDTH, HEIGHT = 310.0, 325.0
COLUMNS = 3
_UNMOVED = "#9c9c9c"
_LEGEND = (
    "Above U (white), on the left S (green), on the right E (red).",
    "Offset faces: W on the left, N on the right, D below.",
    "Grey: pieces that the operation does not move.",
)
_SEEDS_LETTERS = str.maketrans("URFDLB", "UESDWN")


def moved_pieces(turns: Turns) -> list[str]:
    """Return where each moved piece goes; US-ES: its sticker on U moves to E, that on S to S."""
    cube = Cube.solved().apply(turns)
    return [
        f"{CORNER_NAMES[cubie]}-{_shifted(place, turn)}".translate(_SEEDS_LETTERS)
        for place, cubie, turn in zip(CORNER_NAMES, cube.corners, cube.corner_twists, strict=True)
        if (CORNER_NAMES[cubie], 0) != (place, turn)
    ] + [
        f"{EDGE_NAMES[cubie]}-{_shifted(place, flip)}".translate(_SEEDS_LETTERS)
        for place, cubie, flip in zip(EDGE_NAMES, cube.edges, cube.edge_flips, strict=True)
        if (EDGE_NAMES[cubie], 0) != (place, flip)
    ]


def _shifted(name: str, by: int) -> str:
    return name[by:] + name[:by]


def picture() -> Drawing:
    """Return a drawing of the solved cube after each operation; unmoved pieces are grey."""
    shapes: list[Polygon | TextLine] = []
    for number, (name, turns) in enumerate(OPERATIONS.items()):
        row, column = divmod(number, COLUMNS)
        shapes += _panel(name, turns, (WIDTH * column, HEIGHT * row))
    row, column = divmod(len(OPERATIONS), COLUMNS)
    for line, text in enumerate(_LEGEND):
        shapes.append(TextLine((WIDTH * column + 12, HEIGHT * row + 42 + 20 * line), text, 10))
    return Drawing(WIDTH * COLUMNS, HEIGHT * (row + 1), shapes)


def _panel(name: str, turns: Turns, corner: Point) -> Iterator[Polygon | TextLine]:
    x, y = corner
    yield TextLine((x + 12, y + 22), name, 16)
    yield TextLine((x + 12, y + 42), shintani.print_turns(turns), 12)
    stickers: tuple[int, ...] = tuple(range(54))
    for turn in turns:
        stickers = TURN_PERMUTATIONS[turn].act(stickers)
    paints = [
        PAINT[WESTERN[SOLVED[sticker]]] if sticker != facelet else _UNMOVED
        for facelet, sticker in enumerate(stickers)
    ]
    yield from draw_cube(paints, (x + WIDTH / 2, y + 20 + HEIGHT / 2))
