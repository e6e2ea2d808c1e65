"""Drawing of the cube before each step of a solution."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from drawing.canvas import Drawing, Point, Polygon, TextLine
from drawing.palette import PAINT, WESTERN
from solver.core.turn import Turn
from solver.cube import Cube
from solver.cube_drawing import draw_cube
from solver.engines.beginner.engine import Action
from solver.engines.lbl.explanations import Step
from solver.engines.lbl.holding import viewpoint
from solver.notation.printing import moves_text
from solver.notation.wca import print_move

COLUMNS = 4
WIDTH, HEIGHT = 290.0, 310.0


@dataclass(frozen=True, slots=True)
class _Panel:
    """Panel with the cube before a step: two lines above, its 54 colours, and the moves below."""

    title: str
    hold: str
    paints: Sequence[str]
    moves: str


def draw_steps(cube: Cube, steps: Iterable[Step]) -> Drawing:
    """Return a drawing of the cube before each step of the layer-by-layer method, with its moves.

    The faces U, F and R are drawn on the cube, the hidden ones behind and below it.
    """
    panels = []
    for step in steps:
        facelets = cube.facelets
        paints = [PAINT[WESTERN[facelets[facelet]]] for facelet in step.hold.to_cube]
        below, front = (WESTERN[face] for face in (step.hold.bottom_face, step.hold.front_face))
        hold = f"{below} below, {front} in front"
        panels.append(_Panel(step.stage, hold, paints, moves_text(step.algorithm)))
        cube = cube.apply(step.moves)
    return _drawing(panels)


def draw_course(cube: Cube, actions: Iterable[Action]) -> Drawing:
    """Return a drawing of the cube before each action of the beginner's course, with its moves.

    The cube is drawn as it is held when the case is seen, before a turn of the top.
    """
    panels = []
    for action in actions:
        facelets = cube.facelets
        held = action.seen_in
        paints = [PAINT[WESTERN[facelets[facelet]]] for facelet in viewpoint(held).to_cube]
        colours = [WESTERN[held.face_at(place)] for place in "UF"]
        moves = " ".join(map(print_move, (*action.top, *action.case.algorithm)))
        hold = f"{colours[0]} on top, {colours[1]} in front"
        panels.append(_Panel(f"{action.step.name}: {action.case.name}", hold, paints, moves))
        cube = cube.apply(action.turns)
    return _drawing(panels)


def draw_stages(cube: Cube, stages: Iterable[tuple[str, Sequence[Turn]]]) -> Drawing:
    """Return a drawing of the cube before each stage (white up, green in front), with its moves.

    A stage is its name and its moves.
    """
    panels = []
    for name, moves in stages:
        paints = [PAINT[WESTERN[letter]] for letter in cube.facelets]
        panels.append(_Panel(name, "", paints, moves_text(moves)))
        cube = cube.apply(moves)
    return _drawing(panels)


def _drawing(panels: Sequence[_Panel]) -> Drawing:
    shapes: list[Polygon | TextLine] = []
    for number, panel in enumerate(panels):
        row, column = divmod(number, COLUMNS)
        shapes += _shapes(panel, (WIDTH * column, HEIGHT * row))
    return Drawing(WIDTH * COLUMNS, HEIGHT * ceil(len(panels) / COLUMNS), shapes)


def _shapes(panel: _Panel, corner: Point) -> Iterator[Polygon | TextLine]:
    x, y = corner
    yield TextLine((x + 12, y + 20), panel.title, 15)
    if panel.hold:
        yield TextLine((x + 12, y + 38), panel.hold, 12)
    yield from draw_cube(panel.paints, (x + WIDTH / 2, y + HEIGHT / 2))
    yield TextLine((x + 12, y + HEIGHT - 12), panel.moves or "(nothing to do)", 14)
