"""The diagrams of docs/architecture.md: packages that import others, and what passes between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from pathlib import Path
from typing import NamedTuple

from drawing.canvas import Drawing, Point, Polygon, TextLine, save_drawing

Shape = Polygon | TextLine

INK, FILL = "#17191d", "#f1e8fd"
LARGE, SMALL, LABEL = 16, 12.5, 12
LINE, HEAD, DASH = 1.6, 9, 7


class Box(NamedTuple):
    """A box with a title and a line of words."""

    x: float
    y: float
    width: float
    title: str
    words: str = ""

    def shapes(self) -> list[Shape]:
        """Return the box with its text."""
        right, bottom = self.x + self.width, self.y + HEIGHT
        outline = ((self.x, self.y), (right, self.y), (right, bottom), (self.x, bottom))
        middle = self.x + self.width / 2
        below = self.y + HEIGHT / 2 + (-2 if self.words else 6)
        shapes: list[Shape] = [
            Polygon(outline, FILL, INK, LINE),
            TextLine((middle, below), self.title, LARGE, "middle"),
        ]
        if self.words:
            shapes.append(TextLine((middle, below + 19), self.words, SMALL, "middle"))
        return shapes


HEIGHT = 56.0


def draw_packages(path: Path) -> None:
    """Draw which package imports which."""
    boxes = [
        Box(310, 20, 260, "rokumen", "command line, jobs, devices, pages"),
        Box(130, 140, 300, "calibration", "profiles of colours, cameras, grippers"),
        Box(20, 260, 240, "vision", "faces, colours, decoding"),
        Box(320, 260, 240, "robot", "rigs, planning, link, execution"),
        Box(620, 260, 240, "firmware_sim", "simulated firmware and camera"),
        Box(620, 490, 240, "papers", "methods of five documents"),
        Box(310, 390, 260, "solver", "cube, notation, engines, puzzles"),
        Box(310, 490, 260, "drawing", "shapes, colours; used by all"),
        Box(310, 590, 260, "files", "limits, locks, tables; used by all"),
    ]
    arrows = [
        *_arrow((470, 76), (470, 260)),
        *_arrow((390, 76), (390, 140)),
        *_arrow((310, 48), (75, 48), (75, 260)),
        *_arrow((570, 48), (740, 48), (740, 260)),
        *_arrow((570, 34), (885, 34), (885, 418), (570, 418)),
        *_arrow((200, 196), (200, 260)),
        *_arrow((390, 196), (390, 260)),
        *_arrow((140, 316), (140, 418), (310, 418)),
        *_arrow((440, 316), (440, 390)),
        *_arrow((740, 316), (740, 404), (570, 404)),
        *_arrow((440, 446), (440, 490)),
        *_arrow((740, 490), (740, 432), (570, 432)),
        *_arrow((440, 546), (440, 590)),
        *_dashed((620, 288), (560, 288)),
        TextLine((590, 340), "protocol, rigs, clock, errors only", LABEL, "middle"),
    ]
    _save(920, 666, boxes, arrows, path)


def draw_flow(path: Path) -> None:
    """Draw what passes from photographs to the robot, and back."""
    columns = (40, 318, 596, 874)
    upper = ("photographs", "vision.detect", "vision.reading", "solver.core.numbers")
    lower = ("robot.execution", "robot.planning", "solver.engines", "solver.cube")
    boxes = [Box(x, 30, 170, title) for x, title in zip(columns, upper, strict=True)]
    boxes += [Box(x, 170, 170, title) for x, title in zip(columns, lower, strict=True)]
    boxes.append(Box(40, 310, 170, "a robot", "or firmware_sim"))
    arrows: list[Shape] = []
    for x, words in zip(columns, ("frames", "faces", "48 colours"), strict=False):
        arrows += [*_arrow((x + 170, 58), (x + 278, 58)), _label(x + 224, 50, words)]
    for x, words in zip(columns[:3], ("timed commands", "stages of moves", "a cube"), strict=True):
        arrows += [*_arrow((x + 278, 198), (x + 170, 198)), _label(x + 224, 190, words)]
    arrows += [*_arrow((959, 86), (959, 170)), _label(904, 132, "48 numbers")]
    arrows += [*_arrow((105, 226), (105, 310)), _label(70, 272, "lines")]
    arrows += [*_arrow((145, 310), (145, 226)), _label(190, 272, "jams, slips")]
    arrows += [*_dashed((40, 338), (14, 338), (14, 58), (40, 58))]
    arrows.append(TextLine((222, 344), "dashed: the cube in front of the camera", LABEL))
    _save(1064, 390, boxes, arrows, path)


def _save(
    width: float, height: float, boxes: Sequence[Box], arrows: Sequence[Shape], path: Path
) -> None:
    shapes = [*arrows, *(shape for box in boxes for shape in box.shapes())]
    save_drawing(Drawing(width, height, shapes), path)


def _label(x: float, y: float, text: str) -> TextLine:
    return TextLine((x, y), text, LABEL, "middle")


def _arrow(*points: Point) -> list[Shape]:
    """Return a line through points, with a head at its end."""
    return [*(_line(start, end) for start, end in pairwise(points)), _head(points[-2], points[-1])]


def _dashed(*points: Point) -> list[Shape]:
    """Return an arrow of dashes."""
    dashes: list[Shape] = []
    for start, end in pairwise(points):
        count = max(1, int(hypot(end[0] - start[0], end[1] - start[1]) // (2 * DASH)))
        for number in range(count):
            dashes.append(
                _line(
                    _between(start, end, number / count),
                    _between(start, end, (number + 0.5) / count),
                )
            )
    return [*dashes, _head(points[-2], points[-1])]


def _between(start: Point, end: Point, part: float) -> Point:
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _line(start: Point, end: Point) -> Polygon:
    return Polygon((start, end), INK, INK, LINE)


def _head(start: Point, end: Point) -> Polygon:
    length = hypot(end[0] - start[0], end[1] - start[1])
    along = ((end[0] - start[0]) / length, (end[1] - start[1]) / length)
    back = (end[0] - HEAD * along[0], end[1] - HEAD * along[1])
    side = (-0.5 * HEAD * along[1], 0.5 * HEAD * along[0])
    corners = (end, (back[0] + side[0], back[1] + side[1]), (back[0] - side[0], back[1] - side[1]))
    return Polygon(corners, INK, INK, 1)
