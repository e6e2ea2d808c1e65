"""Diagram of a permutation's cycles as arrows on the net."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import atan2, cos, hypot, pi, sin

from drawing.canvas import Drawing, Point, Polygon, TextLine
from drawing.palette import bgr
from papers.permutations.algebra import DIE
from papers.permutations.named_permutations import SymbolTable
from papers.permutations.shimauchi import LETTERS
from papers.permutations.sticker_names import STICKERS, facelet_of
from solver.core.geometry import FACES, NET
from solver.core.permutation import Permutation

MARGIN = 24.0
TITLE = 34.0
FACE = 180.0
GAP = 12.0
_QUIET, _BLANK = "#f3f3f0", "#dcdcd6"
# Colours of the cycles, distinguishable with red-green colour blindness.
_CYCLE_COLOURS = (
    "#0072b2",
    "#d55e00",
    "#009e73",
    "#cc79a7",
    "#8c6d00",
    "#5b4fcf",
    "#222222",
    "#b3003c",
)
_WIDTH = 3.5
_STEPS = 96
# Gap between an arrow and the centres that it joins; length and angle of the sides of its head.
_CLEAR, _HEAD, _BARB = 7.0, 17.0, pi / 7


def cycles_on_net(language: SymbolTable, permutation: Permutation, title: str) -> Drawing:
    """Return a drawing of each cycle in its own colour, with arrows between its points."""
    size = FACE if language is DIE else FACE / 3
    places = _die_places() if language is DIE else _sticker_places(language)
    cycles = language.cycles(permutation)
    inks = {
        name: _CYCLE_COLOURS[i % len(_CYCLE_COLOURS)]
        for i, cycle in enumerate(cycles)
        for name in cycle
    }
    shapes: list[Polygon | TextLine] = [TextLine((MARGIN, MARGIN), _short(title), 17)]
    shapes += _centres() if language is not DIE else ()
    for name, at in places.items():
        shapes.append(_square(at, size, _tint(inks[name]) if name in inks else _QUIET))
    for cycle in cycles:
        for here, there in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            shapes.append(_arrow(places[here], places[there], inks[here]))
    for name, (x, y) in places.items():
        shapes.append(TextLine((x, y + size / 2 - 5), name, 15 if len(name) > 1 else 40, "middle"))
    width = 4 * FACE + 3 * GAP + 2 * MARGIN
    return Drawing(width, 3 * FACE + 2 * GAP + 2 * MARGIN + TITLE, shapes)


def _short(title: str) -> str:
    return title if len(title) <= 90 else title[:87] + "..."


def _corner(face: str) -> Point:
    column, row = NET[face]
    return MARGIN + column * (FACE + GAP), MARGIN + TITLE + row * (FACE + GAP)


def _sticker_places(language: SymbolTable) -> Mapping[str, Point]:
    places = {}
    for name, seed_name in zip(language.points, STICKERS.points, strict=True):
        face, sticker = divmod(facelet_of(seed_name), 9)
        places[name] = _middle(FACES[face], sticker)
    return places


def _die_places() -> Mapping[str, Point]:
    return {LETTERS[face].upper(): _middle(face, 4) for face in FACES}


def _centres() -> Iterator[Polygon]:
    for face in FACES:
        yield _square(_middle(face, 4), FACE / 3, _BLANK)


def _middle(face: str, sticker: int) -> Point:
    x, y = _corner(face)
    row, column = divmod(sticker, 3)
    return x + FACE * (column + 0.5) / 3, y + FACE * (row + 0.5) / 3


def _square(at: Point, size: float, fill: str) -> Polygon:
    (x, y), half = at, size / 2
    return Polygon(
        ((x - half, y - half), (x + half, y - half), (x + half, y + half), (x - half, y + half)),
        fill,
    )


def _tint(ink: str) -> str:
    """Return a colour mixed with three parts of white."""
    return "#" + bytes((part + 3 * 255) // 4 for part in reversed(bgr(ink))).hex()


def _arrow(start: Point, end: Point, ink: str) -> Polygon:
    """Return a curved arrow as a thin polygon; arrows in opposite directions do not overlap."""
    length = _distance(start, end)
    bow = min(0.22 * length, 70.0)
    along = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    control = (
        (start[0] + end[0]) / 2 + 2 * bow * along[1],
        (start[1] + end[1]) / 2 - 2 * bow * along[0],
    )
    bent = [_bezier(start, control, end, i / _STEPS) for i in range(_STEPS + 1)]
    line = [point for point in bent if min(_distance(point, start), _distance(point, end)) > _CLEAR]
    tip, back = line[-1], line[-2]
    angle = atan2(tip[1] - back[1], tip[0] - back[0])
    shaft = [point for point in line if _distance(point, tip) > _HEAD * cos(_BARB)]
    left = [_beside(shaft, i, 1) for i in range(len(shaft))]
    right = [_beside(shaft, i, -1) for i in reversed(range(len(shaft)))]
    barbs = [
        (tip[0] - _HEAD * cos(angle + turn * _BARB), tip[1] - _HEAD * sin(angle + turn * _BARB))
        for turn in (1, -1)
    ]
    return Polygon((*left, barbs[1], tip, barbs[0], *right), ink)


def _distance(one: Point, other: Point) -> float:
    return hypot(one[0] - other[0], one[1] - other[1])


def _bezier(start: Point, control: Point, end: Point, t: float) -> Point:
    x, y = (
        (1 - t) ** 2 * s + 2 * t * (1 - t) * c + t * t * e
        for s, c, e in zip(start, control, end, strict=True)
    )
    return x, y


def _beside(line: list[Point], i: int, side: int) -> Point:
    """Return the point half the line width beside the i-th point of a line."""
    before, after = line[max(i - 1, 0)], line[min(i + 1, len(line) - 1)]
    angle = atan2(after[1] - before[1], after[0] - before[0]) - side * pi / 2
    return line[i][0] + _WIDTH / 2 * cos(angle), line[i][1] + _WIDTH / 2 * sin(angle)
