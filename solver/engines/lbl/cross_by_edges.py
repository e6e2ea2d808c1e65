"""The cross at effort 0: its edges placed one at a time, in the shortest order.

Polyhedra paper, section 14.2.1, has 43 cases by how many edges are placed already. Here the cube is
held so that the edge's place is in front, and the table says for each set of neighbours that are
placed which sequence brings the edge in and leaves them: 168 cases. The first edge may go to any
place, as in the paper, since the bottom can be turned at the end. All orders of the edges and all
four such turns are tried, which a person does not: they find a slightly longer sequence.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from solver.byte_cube import BOTTOM, CROSS, SOLVED, Effect, PackedState, effect_of
from solver.core.facelets import FACELET_BY_NAME
from solver.core.turn import Turn
from solver.engines.case_tables import load_cases
from solver.engines.lbl import explanations
from solver.engines.lbl.explanations import Step
from solver.engines.lbl.holding import SLOT_VIEWPOINTS

STAGE = "Cross: D"
# More turns than any order of the edges needs.
LIMIT = 30
# The places of the cross, each in front in the side of the same index.
PLACES = SOLVED[BOTTOM]
_TURNS_OF_BOTTOM: tuple[tuple[Turn, ...], ...] = ((), *((Turn("D", n),) for n in (1, 2, 3)))


class EdgePlacement(NamedTuple):
    """One edge brought to its place, and what that does to the cube."""

    step: Step
    effect: Effect


def cross_steps(state: PackedState) -> tuple[Step, ...]:
    """Solve the cross edge by edge, and by a last turn of the bottom where that is shorter."""
    edge_of = dict(zip(PLACES, state[BOTTOM], strict=True))
    found: list[tuple[Step, ...]] = []
    limit = LIMIT
    for last in _TURNS_OF_BOTTOM:
        edges = bytes([edge_of[place] for place in PLACES.translate(effect_of(last))])
        steps = shortest_order(edges, 0, limit - len(last))
        if steps is not None:
            if last:
                turn = Step(
                    STAGE, "the whole cross", SLOT_VIEWPOINTS[0], last, explanations.OF_TURNED_CROSS
                )
                steps = (*steps, turn)
            found.append(steps)
            limit = _length(steps)
    return found[-1]


def shortest_order(edges: bytes, placed: int, limit: int) -> tuple[Step, ...] | None:
    """Return the steps that place the edges that are missing in `placed` (bit i for place i) in
    fewer than `limit` turns.

    `edges` says on which facelet the edge is that goes to each place. Gives None where no order
    does it.
    """
    if placed == 0b1111:
        return () if limit > 0 else None
    best = None
    for place, edge in enumerate(edges):
        if placed >> place & 1:
            continue
        step, effect = _placings(placed, place)[edge]
        left = limit - len(step.algorithm)
        if left <= 0:
            continue
        rest = shortest_order(edges.translate(effect), placed | 1 << place, left)
        if rest is not None:
            best = (step, *rest)
            limit = _length(best)
    return best


def _length(steps: tuple[Step, ...]) -> int:
    return sum([len(step.algorithm) for step in steps])


@cache
def _placings(placed: int, place: int) -> dict[int, EdgePlacement]:
    """Return the sequence for each facelet that brings its edge to a position, others placed."""
    side = SLOT_VIEWPOINTS[place]
    kept = "+".join(CROSS[i] for i in (1, 2, 3) if placed >> (place + i) % 4 & 1) or "-"
    found = {}
    for case in load_cases("cross_edges").values():
        at, neighbours = case.key.split()
        if neighbours == kept:
            step = Step(STAGE, case.key, side, case.algorithm, explanations.explain_edge(case))
            found[side.to_cube[FACELET_BY_NAME[at]]] = EdgePlacement(step, effect_of(step.moves))
    return found
