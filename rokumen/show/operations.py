"""The five basic operations of seed 002: what each moves, in words and as a picture."""

from __future__ import annotations

from collections.abc import Iterator

from rokumen.show.drawing import Drawing, Point, Polygon, Words
from rokumen.show.net import PAINT, WESTERN
from rokumen.show.solid import solid
from solver.cube import TURN_PERMUTATIONS, Cube
from solver.facelets import CORNER_NAMES, EDGE_NAMES, SOLVED
from solver.layers_1978.operations import (
    Turns,
    cycle_three_corners,
    cycle_three_edges,
    flip_two_edges,
    move_two_edges,
    turn_two_corners_inward,
)
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
    "Standing off: W on the left, N on the right, D below.",
    "Grey: what the operation has not moved.",
)
_SEEDS_LETTERS = str.maketrans("URFDLB", "UESDWN")


def moved(turns: Turns) -> list[str]:
    """Say where each moved piece goes, as in US-ES: its sticker on U to E, the one on S to S."""
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
    """Draw the solved cube after each operation; what it has not moved is grey."""
    shapes: list[Polygon | Words] = []
    for number, (name, turns) in enumerate(OPERATIONS.items()):
        row, column = divmod(number, COLUMNS)
        shapes += _panel(name, turns, (WIDTH * column, HEIGHT * row))
    row, column = divmod(len(OPERATIONS), COLUMNS)
    for line, text in enumerate(_LEGEND):
        shapes.append(Words((WIDTH * column + 12, HEIGHT * row + 42 + 20 * line), text, 10))
    return Drawing(WIDTH * COLUMNS, HEIGHT * (row + 1), shapes)


def _panel(name: str, turns: Turns, corner: Point) -> Iterator[Polygon | Words]:
    x, y = corner
    yield Words((x + 12, y + 22), name, 16)
    yield Words((x + 12, y + 42), shintani.print_turns(turns), 12)
    stickers: tuple[int, ...] = tuple(range(54))
    for turn in turns:
        stickers = TURN_PERMUTATIONS[turn].act(stickers)
    paints = [
        PAINT[WESTERN[SOLVED[sticker]]] if sticker != facelet else _UNMOVED
        for facelet, sticker in enumerate(stickers)
    ]
    yield from solid(paints, (x + WIDTH / 2, y + 20 + HEIGHT / 2))
