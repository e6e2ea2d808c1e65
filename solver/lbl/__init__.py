"""The LBL (layer by layer) method of seed 000, section 14.2: cross, F2L, OLL, PLL.

It is made on the face that is best for it, and that face is held below throughout; the four sides
come to the front as needed. `steps` tells what is seen and done at each step, `solve` gives the
turns.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.lbl import reasons
from solver.lbl.beam import find_way
from solver.lbl.cross import Cross
from solver.lbl.f2l import SLOT_NAMES, Insertion
from solver.lbl.holds import VIEWS, held
from solver.lbl.joining import join
from solver.lbl.one_look import ONE_LOOK
from solver.lbl.state import State, state_of
from solver.lbl.step import Step
from solver.lbl.stickers import stickers_of
from solver.lbl.two_look import TWO_LOOK

__all__ = ["DEFAULT_EFFORT", "Step", "solve", "steps"]

# How many ways the search follows side by side.
DEFAULT_EFFORT = 20


def steps(cube: Cube, *, effort: int = DEFAULT_EFFORT, one_look: bool = False) -> tuple[Step, ...]:
    """Say step by step how a person solves the cube. `cube` must be legal.

    `effort` (1 or more) is how many ways are followed side by side: more of them find a shorter
    solution and take longer. With `one_look` the last layer is one step. Raises ValueError for an
    effort below 1.
    """
    if effort < 1:
        raise ValueError(f"effort {effort} must be at least 1")
    where = stickers_of(cube)
    views = [state_of(view.see(where)) for view in VIEWS]
    way = find_way(views, effort, ONE_LOOK if one_look else TWO_LOOK)
    return (
        _cross_step(way.cross, views),
        *(
            _pair_step(number, way.cross.view, insertion)
            for number, insertion in enumerate(way.insertions, start=1)
        ),
        *(
            Step(
                part.stage,
                part.case,
                held(way.cross.view, part.side),
                part.algorithm,
                reasons.of_part(part),
            )
            for part in way.ending
        ),
    )


def _cross_step(cross: Cross, views: Sequence[State]) -> Step:
    view = VIEWS[cross.view]
    case = f"{len(cross.moves)} turns"
    return Step(f"Cross: {view.below}", case, view, cross.moves, reasons.of_cross(cross, views))


def _pair_step(number: int, view: int, insertion: Insertion) -> Step:
    slot = "".join(VIEWS[view].face(face) for face in SLOT_NAMES[insertion.slot])
    return Step(
        f"F2L {number}: {slot} slot",
        insertion.case,
        held(view, insertion.slot),
        insertion.algorithm,
        reasons.of_insertion(insertion),
    )


def solve(cube: Cube, *, effort: int = DEFAULT_EFFORT, one_look: bool = False) -> Solution:
    """Solve a legal cube in seven stages: Cross, F2L 1 to F2L 4, OLL and PLL.

    With `one_look` there are six, the last of them Last layer. See `steps` for the rest.
    """
    stages = [
        Stage(step.stage, step.moves, step.note)
        for step in steps(cube, effort=effort, one_look=one_look)
    ]
    return Solution(cube, "lbl", join(stages))
