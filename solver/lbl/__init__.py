"""The LBL (layer by layer) method of seed 000, section 14.2: cross, F2L, OLL, PLL.

At effort 0 the steps are those of the paper to the letter: the cross on D edge by edge, and of each
pair first the corner. From effort 1 on a search makes the cross on the face that is best for it,
and chooses among more ways than a person would learn. The face of the cross is held below
throughout; the four sides come to the front as needed. `steps` tells what is seen and done at each
step, `solve` gives the turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, groupby

from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.errors import MethodError
from solver.joining import join
from solver.lbl import reasons
from solver.lbl.beam import Way, find_ways
from solver.lbl.corner_then_pair import f2l_steps
from solver.lbl.cross import Cross
from solver.lbl.cross_edges import cross_steps
from solver.lbl.ending import Part
from solver.lbl.f2l import SLOT_NAMES, Insertion
from solver.lbl.holds import VIEWS, held
from solver.lbl.one_look import ONE_LOOK
from solver.lbl.state import TOP, State, after, state_of
from solver.lbl.step import Step
from solver.lbl.stickers import stickers_of
from solver.lbl.two_look import TWO_LOOK
from solver.turn import Turn

__all__ = ["DEFAULT_EFFORT", "Step", "solve", "solve_all", "steps"]

# How many ways are followed side by side.
DEFAULT_EFFORT = 20
# How many of them are finished where one solution is wanted.
FINALISTS = 8


def steps(cube: Cube, *, effort: int = DEFAULT_EFFORT, one_look: bool = False) -> tuple[Step, ...]:
    """Say step by step how a person solves the cube. `cube` must be legal.

    `effort` is how many ways are followed side by side: more of them find a shorter solution and
    take longer. Effort 0 does not search: it takes the steps of the paper, the fewest to learn.
    With `one_look` the last layer is one step. Raises ValueError for an effort below 0, and
    MethodError for effort 0 with one look.
    """
    return _ways(cube, effort, one_look, min(FINALISTS, effort))[0]


def _ways(cube: Cube, effort: int, one_look: bool, finalists: int) -> list[tuple[Step, ...]]:
    """Give several ways to solve the cube, the shortest first."""
    if effort < 0:
        raise ValueError(f"effort {effort} must be at least 0")
    if effort > 0:
        return _by_search(cube, effort, one_look, finalists)
    if one_look:
        raise MethodError(
            "effort 0 follows the paper, which does the last layer in two looks: "
            "one look needs an effort of at least 1"
        )
    return [_by_the_paper(cube)]


def _by_the_paper(cube: Cube) -> tuple[Step, ...]:
    state = state_of(stickers_of(cube))
    cross = cross_steps(state)
    state = after(state, chain.from_iterable(step.moves for step in cross))
    pairs = f2l_steps(state)
    state = after(state, chain.from_iterable(step.moves for step in pairs))
    return (*cross, *pairs, *_ending_steps(0, TWO_LOOK.parts(state[TOP])))


def _by_search(cube: Cube, effort: int, one_look: bool, finalists: int) -> list[tuple[Step, ...]]:
    where = stickers_of(cube)
    views = [state_of(view.see(where)) for view in VIEWS]
    ways = find_ways(views, effort, ONE_LOOK if one_look else TWO_LOOK, finalists)
    return [_steps_of(way, views) for way in ways]


def _steps_of(way: Way, views: Sequence[State]) -> tuple[Step, ...]:
    return (
        _cross_step(way.cross, views),
        *(
            _pair_step(number, way.cross.view, insertion)
            for number, insertion in enumerate(way.insertions, start=1)
        ),
        *_ending_steps(way.cross.view, way.ending),
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


def _ending_steps(view: int, parts: Iterable[Part]) -> tuple[Step, ...]:
    return tuple(
        Step(part.stage, part.case, held(view, part.side), part.algorithm, reasons.of_part(part))
        for part in parts
    )


def solve(cube: Cube, *, effort: int = DEFAULT_EFFORT, one_look: bool = False) -> Solution:
    """Solve a legal cube in seven stages: Cross, F2L 1 to F2L 4, OLL and PLL.

    With `one_look` there are six, the last of them Last layer. See `steps` for the rest.
    """
    return _solution(cube, steps(cube, effort=effort, one_look=one_look))


def solve_all(
    cube: Cube, count: int, *, effort: int = DEFAULT_EFFORT, one_look: bool = False
) -> tuple[Solution, ...]:
    """Give up to `count` different solutions of a legal cube, the shortest first; else as `solve`.

    They differ in the face of the cross, the order of the slots and how these are filled.
    """
    found: dict[tuple[Turn, ...], Solution] = {}
    for way in _ways(cube, effort, one_look, count):
        solution = _solution(cube, way)
        found.setdefault(solution.moves, solution)
    return tuple(sorted(found.values(), key=lambda solution: solution.htm))


def _solution(cube: Cube, found: Sequence[Step]) -> Solution:
    stages = [
        _stage(name, tuple(group)) for name, group in groupby(found, key=lambda step: step.stage)
    ]
    return Solution(cube, "lbl", join(stages))


def _stage(name: str, done: Sequence[Step]) -> Stage:
    moves = tuple(chain.from_iterable(step.moves for step in done))
    return Stage(name, moves, "; then ".join(step.note for step in done))
