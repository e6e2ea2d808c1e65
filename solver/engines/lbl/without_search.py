"""Effort 0: the cross edge by edge, then of each pair first the corner, without a search.

Cross (polyhedra paper, 14.2.1: 43 cases by how many edges are placed already): the cube is held so
that the edge's place is in front, and the table says for each set of neighbours that are placed
which sequence brings the edge in and leaves them: 168 cases. The first edge may go to any place, as
in the paper, since the bottom can be turned at the end. All orders of the edges and all four such
turns are tried, which a person does not: they find a slightly longer sequence.

F2L (14.2.2): the cube is held so that the slot is at the front right. First the corner is brought
to the slot or above it, turned in any way (8 places, at most 3 turns); then corner and edge go in
together (3 x 2 x 16 = 96 cases). A corner or an edge may come from another slot: that slot cannot
be solved yet, so it need not be kept. Unlike the paper, the slot that takes the fewest turns comes
first each time, as the paper itself suggests in 14.2.6.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

from solver.core.facelets import CORNER_NAMES, CORNERS, FACELET_BY_NAME, STICKER_NAMES
from solver.core.turn import Turn, cancel_turns
from solver.encodings import (
    BOTTOM,
    CROSS,
    PAIRS,
    SOLVED_BYTES,
    ByteEffect,
    PackedState,
    effect_on_bytes,
)
from solver.engines.case_tables import FILE, Case, load_cases
from solver.engines.lbl import explanations
from solver.engines.lbl.explanations import LblStep
from solver.engines.lbl.first_two_layers import SLOT_NAMES
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS

STAGE = "Cross: D"
# More turns than any order of the edges needs.
LIMIT = 30
# The places of the cross, each in front in the side of the same index.
PLACES = SOLVED_BYTES[BOTTOM]
_TURNS_OF_BOTTOM: tuple[tuple[Turn, ...], ...] = ((), *((Turn("D", n),) for n in (1, 2, 3)))


class SlotTables(NamedTuple):
    """The names of two tables of cases, those of the corner and of the pair, and their file."""

    corner: str
    pair: str
    file: Path = FILE


BY_TURNS = SlotTables("corner", "pair_cases")


class EdgePlacement(NamedTuple):
    """One edge brought to its place, and what that does to the cube."""

    step: LblStep
    effect: ByteEffect


def cross_steps(state: PackedState) -> tuple[LblStep, ...]:
    """Solve the cross edge by edge, and by a last turn of the bottom where that is shorter."""
    edge_of = dict(zip(PLACES, state[BOTTOM], strict=True))
    found: list[tuple[LblStep, ...]] = []
    limit = LIMIT
    for last in _TURNS_OF_BOTTOM:
        edges = bytes([edge_of[place] for place in PLACES.translate(effect_on_bytes(last))])
        steps = shortest_order(edges, 0, limit - len(last))
        if steps is not None:
            if last:
                turn = LblStep(
                    STAGE,
                    "the whole cross",
                    SLOT_VIEWPOINTS[0],
                    last,
                    explanations.OF_TURNED_CROSS,
                )
                steps = (*steps, turn)
            found.append(steps)
            limit = _length(steps)
    return found[-1]


def shortest_order(edges: bytes, placed: int, limit: int) -> tuple[LblStep, ...] | None:
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


def _length(steps: tuple[LblStep, ...]) -> int:
    return sum([len(step.algorithm) for step in steps])


@cache
def _placings(placed: int, place: int) -> dict[int, EdgePlacement]:
    """Return what brings an edge of the cross home, by the facelet where it is; others stay."""
    side = SLOT_VIEWPOINTS[place]
    kept = "+".join(CROSS[i] for i in (1, 2, 3) if placed >> (place + i) % 4 & 1) or "-"
    found = {}
    for case in load_cases("cross_edges").values():
        at, neighbours = case.key.split()
        if neighbours == kept:
            step = LblStep(STAGE, case.key, side, case.algorithm, explanations.explain_edge(case))
            found[side.to_cube[FACELET_BY_NAME[at]]] = EdgePlacement(
                step, effect_on_bytes(step.moves)
            )
    return found


_CORNER_PLACE = {
    facelet: name for name, place in zip(CORNER_NAMES, CORNERS, strict=True) for facelet in place
}


class SlotSolution(NamedTuple):
    """A slot filled: the corner's case, then the pair's, the turns of both and what they do."""

    corner: Case
    pair: Case
    length: int
    effect: ByteEffect


def f2l_steps(state: PackedState) -> tuple[LblStep, ...]:
    """Return the steps that fill the four slots, two for each.

    Raises KeyError where the cross is not solved.
    """
    steps: list[LblStep] = []
    left = list(range(4))
    for number in range(1, 5):
        fillings = {slot: solve_slot(slot, state[PAIRS[slot]]) for slot in left}
        slot = min(left, key=lambda slot: fillings[slot].length)
        left.remove(slot)
        steps += slot_steps(slot, state[PAIRS[slot]], number, explanations.explain_cheapest_corner)
        state = state.translate(fillings[slot].effect)
    return tuple(steps)


def slot_steps(
    slot: int,
    pair: bytes,
    number: int,
    explain: Callable[[Case], explanations.Reason],
    tables: SlotTables = BY_TURNS,
) -> tuple[LblStep, LblStep]:
    """Return the two steps that fill a slot as the `number`-th one: the corner's, the pair's.

    `pair` says where the slot's corner and edge are, as in a state; `explain` words the reason of
    the corner's step.
    """
    corner, together, _, _ = solve_slot(slot, pair, tables)
    stage = f"F2L {number}: {SLOT_NAMES[slot]} slot"
    side = SLOT_VIEWPOINTS[slot]
    return (
        LblStep(stage, corner.key, side, corner.algorithm, explain(corner)),
        LblStep(stage, together.key, side, together.algorithm, explanations.explain_pair(together)),
    )


@cache
def solve_slot(slot: int, pair: bytes, tables: SlotTables = BY_TURNS) -> SlotSolution:
    """Return how to fill a slot from where its corner and edge are, given as in a state."""
    side = SLOT_VIEWPOINTS[slot]
    seen = bytes([side.to_view[facelet] for facelet in pair])
    corner = load_cases(tables.corner, tables.file)[_CORNER_PLACE[seen[0]]]
    ready = seen.translate(effect_on_bytes(corner.algorithm))
    together = load_cases(tables.pair, tables.file)[
        " ".join(STICKER_NAMES[facelet] for facelet in ready)
    ]
    algorithm = cancel_turns(corner.algorithm + together.algorithm)
    return SlotSolution(
        corner, together, len(algorithm), effect_on_bytes(side.to_cube_turns(algorithm))
    )
