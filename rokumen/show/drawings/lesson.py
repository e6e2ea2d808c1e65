"""Drawing of the cube before each step of a solution that is explained step by step."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from drawing.canvas import Drawing
from drawing.palette import PAINT, WESTERN
from solver.cube import Cube
from solver.cube_drawing import Panel, draw_panels
from solver.engines.beginner import Action
from solver.engines.lbl.explanations import LblStep
from solver.engines.lbl.viewpoints import viewpoint
from solver.notation.printing import moves_text
from solver.notation.wca import print_move


def draw_steps(
    cube: Cube,
    steps: Iterable[LblStep],
    text: Callable[[LblStep], str] = lambda step: moves_text(step.algorithm),
) -> Drawing:
    """Return a drawing of the cube before each step of the layer-by-layer method, with its moves.

    `text` writes those of a step. The faces U, F and R are drawn on the cube, the hidden ones
    behind and below it.
    """
    panels = []
    for step in steps:
        facelets = cube.facelets
        paints = [PAINT[WESTERN[facelets[facelet]]] for facelet in step.hold.to_cube]
        below, front = (WESTERN[face] for face in (step.hold.bottom_face, step.hold.front_face))
        hold = f"{below} below, {front} in front"
        panels.append(Panel(step.stage, hold, paints, text(step)))
        cube = cube.apply(step.moves)
    return draw_panels(panels)


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
        panels.append(Panel(f"{action.step.name}: {action.case.name}", hold, paints, moves))
        cube = cube.apply(action.turns)
    return draw_panels(panels)
