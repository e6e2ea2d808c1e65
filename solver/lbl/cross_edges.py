"""The cross edge by edge, as a person places it: the steps of effort 0.

Seed 000, 14.2.1, has 43 cases by how many edges are placed already. Here the cube is held so that
the edge's place is in front, and the table says for each set of neighbours that are placed which
sequence brings the edge in and leaves them: 168 cases. The first edge may go to any place, as in
the seed, since the bottom can be turned at the end. All orders of the edges and all four such turns
are tried, which a person does not: they look for a short way and find a slightly longer one.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from solver.facelets import FACELET_OF
from solver.lbl import reasons
from solver.lbl.holds import SIDES
from solver.lbl.state import BOTTOM, CROSS, SOLVED, Effect, State, effect_of
from solver.lbl.step import Step
from solver.lbl.tables import load
from solver.turn import Turn

STAGE = "Cross: D"
# More turns than any order of the edges needs.
LIMIT = 30
# The places of the cross, each in front in the side of the same index.
PLACES = SOLVED[BOTTOM]
_TURNS_OF_BOTTOM: tuple[tuple[Turn, ...], ...] = ((), *((Turn("D", n),) for n in (1, 2, 3)))


class Placing(NamedTuple):
    """One edge brought to its place, and what that does to the cube."""

    step: Step
    effect: Effect


def cross_steps(state: State) -> tuple[Step, ...]:
    """Solve the cross edge by edge, and by a last turn of the bottom where that is shorter."""
    edge_of = dict(zip(PLACES, state[BOTTOM], strict=True))
    found: list[tuple[Step, ...]] = []
    limit = LIMIT
    for last in _TURNS_OF_BOTTOM:
        edges = bytes([edge_of[place] for place in PLACES.translate(effect_of(last))])
        steps = shortest_order(edges, 0, limit - len(last))
        if steps is not None:
            if last:
                turn = Step(STAGE, "the whole cross", SIDES[0], last, reasons.OF_TURNED_CROSS)
                steps = (*steps, turn)
            found.append(steps)
            limit = _length(steps)
    return found[-1]


def shortest_order(edges: bytes, placed: int, limit: int) -> tuple[Step, ...] | None:
    """Place the edges that are missing in `placed` (bit i for place i) in fewer than `limit` turns.

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
def _placings(placed: int, place: int) -> dict[int, Placing]:
    """Give the way to bring an edge from each facelet to a place while others are placed."""
    side = SIDES[place]
    kept = "+".join(CROSS[i] for i in (1, 2, 3) if placed >> (place + i) % 4 & 1) or "-"
    found = {}
    for case in load("cross_edges").values():
        at, neighbours = case.key.split()
        if neighbours == kept:
            step = Step(STAGE, case.key, side, case.algorithm, reasons.of_edge(case))
            found[side.to_cube[FACELET_OF[at]]] = Placing(step, effect_of(step.moves))
    return found
