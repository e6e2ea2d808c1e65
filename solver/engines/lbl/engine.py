"""The LBL (layer by layer) method of the polyhedra paper, section 14.2: cross, F2L, OLL, PLL.

At effort 0 the steps are of the paper's kind: the cross on D edge by edge, and of each pair first
the corner; but in the best order of the edges and with the cheapest slot first, where the paper has
a fixed order (method `lbl-paper`). From effort 1 on a search makes the cross on the face
that is best for it, and chooses among more algorithms than a person would learn. The face of the
cross is held below throughout; the four sides come to the front as needed. `steps` tells what is
seen and done at each step, the engine gives the turns.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain

from solver.core.errors import MethodError
from solver.core.turn import Turn
from solver.cube import Cube
from solver.encodings import TOP, PackedState, bytes_of, stickers_of, turn_bytes
from solver.engines.engine import MultiSolutionEngine
from solver.engines.lbl import explanations
from solver.engines.lbl.beam_search import LblCandidate, beam_search
from solver.engines.lbl.explanations import LblStep
from solver.engines.lbl.first_two_layers import SLOT_NAMES, Cross, Insertion
from solver.engines.lbl.last_layer import CHOSEN_TWO_LOOK, ONE_LOOK, TWO_LOOK, LastLayerStep
from solver.engines.lbl.viewpoints import CROSS_VIEWPOINTS, side_viewpoint
from solver.engines.lbl.without_search import cross_steps, f2l_steps
from solver.engines.options import DEFAULT_EFFORT, LblOptions
from solver.solution import CubeSolution, merge_across_stages

# Default beam width.
# Number of candidates that are completed if one solution is wanted.
FINALISTS = 8


def steps(
    cube: Cube, *, effort: int = DEFAULT_EFFORT, one_look: bool = False
) -> tuple[LblStep, ...]:
    """Return the steps of the method for a cube. `cube` must be legal.

    `effort` is the beam width: a larger one finds a shorter solution and takes longer. Effort 0
    does not search: it takes the steps with the fewest cases to learn. With `one_look` the last
    layer is one step. Raises ValueError for an effort below 0, and MethodError for effort 0 with
    one look.
    """
    return _candidate_solutions(cube, effort, one_look, min(FINALISTS, effort))[0]


def _candidate_solutions(
    cube: Cube, effort: int, one_look: bool, finalists: int
) -> list[tuple[LblStep, ...]]:
    """Return several solutions of the cube, the shortest first."""
    if effort < 0:
        raise ValueError(f"effort {effort} must be at least 0")
    if effort > 0:
        return _by_search(cube, effort, one_look, finalists)
    if one_look:
        raise MethodError(
            "effort 0 does the last layer in two looks, for the fewest cases to learn: "
            "one look needs an effort of at least 1"
        )
    return [_effort_zero_steps(cube)]


def _effort_zero_steps(cube: Cube) -> tuple[LblStep, ...]:
    state = bytes_of(stickers_of(cube))
    cross = cross_steps(state)
    state = turn_bytes(state, chain.from_iterable(step.moves for step in cross))
    pairs = f2l_steps(state)
    state = turn_bytes(state, chain.from_iterable(step.moves for step in pairs))
    return (*cross, *pairs, *_ending_steps(0, TWO_LOOK.parts(state[TOP])))


def _by_search(
    cube: Cube, effort: int, one_look: bool, finalists: int
) -> list[tuple[LblStep, ...]]:
    where = stickers_of(cube)
    views = [view.packed(where) for view in CROSS_VIEWPOINTS]
    candidates = beam_search(views, effort, ONE_LOOK if one_look else CHOSEN_TWO_LOOK, finalists)
    return [_steps_of(candidate, views) for candidate in candidates]


def _steps_of(candidate: LblCandidate, views: Sequence[PackedState]) -> tuple[LblStep, ...]:
    return (
        _cross_step(candidate.cross, views),
        *(
            _pair_step(number, candidate.cross.view, insertion)
            for number, insertion in enumerate(candidate.insertions, start=1)
        ),
        *_ending_steps(candidate.cross.view, candidate.ending),
    )


def _cross_step(cross: Cross, views: Sequence[PackedState]) -> LblStep:
    view = CROSS_VIEWPOINTS[cross.view]
    case = f"{len(cross.moves)} turns"
    return LblStep(
        f"Cross: {view.bottom_face}",
        case,
        view,
        cross.moves,
        explanations.explain_cross(cross, views),
    )


def _pair_step(number: int, view: int, insertion: Insertion) -> LblStep:
    return LblStep(
        _pair_stage(number, view, insertion.slot),
        insertion.case,
        side_viewpoint(view, insertion.slot),
        insertion.algorithm,
        explanations.explain_insertion(insertion),
    )


@cache
def _pair_stage(number: int, view: int, slot: int) -> str:
    faces = "".join(CROSS_VIEWPOINTS[view].face(face) for face in SLOT_NAMES[slot])
    return f"F2L {number}: {faces} slot"


def _ending_steps(view: int, parts: Iterable[LastLayerStep]) -> tuple[LblStep, ...]:
    return tuple(
        LblStep(
            part.stage,
            part.case,
            side_viewpoint(view, part.side),
            part.algorithm,
            explanations.explain_part(part),
        )
        for part in parts
    )


class LblEngine(MultiSolutionEngine[LblOptions]):
    """The layer-by-layer method; `steps` says what the options mean."""

    name = "lbl"
    options = LblOptions

    def solve(self, cube: Cube, options: LblOptions) -> CubeSolution:
        """Solve a legal cube in seven stages: Cross, F2L 1 to F2L 4, OLL and PLL.

        With `one_look` there are six, the last of them Last layer.
        """
        return _solution(cube, steps(cube, effort=options.effort, one_look=options.one_look))

    def solve_all(self, cube: Cube, count: int, options: LblOptions) -> tuple[CubeSolution, ...]:
        """Return up to `count` different solutions of a legal cube, the shortest first.

        They differ in the face of the cross, the order of the slots and how these are filled.
        """
        found: dict[tuple[Turn, ...], CubeSolution] = {}
        for candidate in _candidate_solutions(cube, options.effort, options.one_look, count):
            solution = _solution(cube, candidate)
            found.setdefault(solution.turns, solution)
        return tuple(sorted(found.values(), key=lambda solution: solution.htm))


def _solution(cube: Cube, found: Sequence[LblStep]) -> CubeSolution:
    return CubeSolution(cube, "lbl", merge_across_stages(explanations.stages_of(found)))
