"""The cross: the four bottom edges to their places, the right way round.

Seed 000, 14.2.1, has 43 cases by how many edges are placed already. Here the cube is held so that
the edge's place is in front, and the table says for each set of neighbours that are placed which
sequence brings the edge in and leaves them: 168 cases. The first edge may go to any place, as in
the seed, since the bottom can be turned at the end. All orders of the edges and all four such turns
are tried, which a person does not: they look for a short way and find a slightly longer one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from solver.lbl.holds import HOLDS, Hold
from solver.lbl.step import Step
from solver.lbl.stickers import FACELET_OF, Stickers, effect_of
from solver.lbl.tables import Case, load
from solver.turn import Turn

STAGE = "Cross"
# More turns than any order of the edges needs.
LIMIT = 30
# The places of the cross as facelets, each in front in the hold of the same index.
PLACES = tuple(hold.to_cube[FACELET_OF["DF"]] for hold in HOLDS)
_NEIGHBOURS = tuple(
    (name, [PLACES.index(hold.to_cube[FACELET_OF[name]]) for hold in HOLDS])
    for name in ("DR", "DB", "DL")
)
_TURNS_OF_BOTTOM: tuple[tuple[Turn, ...], ...] = ((), *((Turn("D", n),) for n in (1, 2, 3)))

# On which facelet the edge is that belongs to each of the four places.
Edges = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Placing:
    """One edge brought to its place: the case, how the cube is held, what it does to the cube."""

    case: Case
    hold: Hold
    effect: Stickers


def cross_steps(where: Stickers) -> tuple[Step, ...]:
    """Solve the cross edge by edge, and by a last turn of the bottom where that is shorter."""
    found: list[tuple[Step, ...]] = []
    limit = LIMIT
    for last in _TURNS_OF_BOTTOM:
        turned = effect_of(last)
        edges = tuple(where[turned[place]] for place in PLACES)
        placings = shortest_order(edges, 0, limit - len(last))
        if placings is not None:
            steps = [Step(STAGE, p.case.key, p.hold, p.case.algorithm) for p in placings]
            if last:
                steps.append(Step(STAGE, "the whole cross", HOLDS[0], last))
            found.append(tuple(steps))
            limit = sum(len(step.algorithm) for step in steps)
    return found[-1]


def shortest_order(edges: Edges, placed: int, limit: int) -> tuple[Placing, ...] | None:
    """Place the edges that are missing in `placed` (bit i for place i) in fewer than `limit` turns.

    Gives None where no order does it.
    """
    if placed == 0b1111:
        return () if limit > 0 else None
    best = None
    for place, edge in enumerate(edges):
        if placed >> place & 1:
            continue
        placing = _placings(placed, place)[edge]
        left = limit - len(placing.case.algorithm)
        if left <= 0:
            continue
        effect = placing.effect
        rest = shortest_order(tuple([effect[e] for e in edges]), placed | 1 << place, left)
        if rest is not None:
            best = (placing, *rest)
            limit = sum(len(p.case.algorithm) for p in best)
    return best


@cache
def _placings(placed: int, place: int) -> dict[int, Placing]:
    """Give the way to bring an edge from each facelet to a place while others are placed."""
    hold = HOLDS[place]
    names = [name for name, places in _NEIGHBOURS if placed >> places[place] & 1]
    neighbours = "+".join(names) or "-"
    return {
        hold.to_cube[FACELET_OF[case.key.split()[0]]]: Placing(case, hold, hold.effect(case.effect))
        for case in load("cross").values()
        if case.key.split()[1] == neighbours
    }
