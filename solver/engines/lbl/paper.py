"""The LBL method of the polyhedra paper, section 14.2, in the paper's order and with its cases.

The cross is on D. Its edges and then the four slots are solved in a fixed order, the corner of a
slot first; then OLL and PLL. Nothing is searched or chosen, and no turns are merged where two steps
meet: each step is looked up, as in the paper's program. The paper prints no sequences; here they
are the shortest ones of the case tables.

Of the cross (14.2.1) the cube is held so that the place of the next edge is in front: those of DF,
DR, DB and DL, one after the other. Which sequence places an edge depends on where it is and on how
many are placed already. The paper has 43 sequences. Here one that preserves more edges is used for
fewer too where it is no longer, and this leaves 43. For the first edge only the centre of the
bottom matters: any place of the cross will do for it, and on the bottom it is placed by rotating
the whole cube. A turn of the bottom at the end, where needed, aligns the four edges with the other
centres.
"""

from __future__ import annotations

from functools import cache
from itertools import chain
from typing import NamedTuple

from solver.core.facelets import EDGE_NAMES, FACELET_BY_NAME, STICKER_NAMES
from solver.core.turn import Turn
from solver.cube import Cube
from solver.encodings import BOTTOM, PAIRS, TOP, PackedState, bytes_of, stickers_of, turn_bytes
from solver.engines.case_tables import Algorithm, load_cases
from solver.engines.engine import Engine, EngineOptions
from solver.engines.lbl import explanations
from solver.engines.lbl.explanations import LblStep, Reason, explain_corner, explain_part, stages_of
from solver.engines.lbl.last_layer import TWO_LOOK
from solver.engines.lbl.viewpoints import SLOT_VIEWPOINTS
from solver.engines.lbl.without_search import slot_steps
from solver.engines.solution import Solution

STAGE = "Cross: D"
# The places that are filled when this many edges are placed, seen with the next place in front.
_PLACED = ("-", "DL", "DB+DL", "DR+DB+DL")
_EDGES = tuple(name for place in EDGE_NAMES for name in (place, place[::-1]))


class CrossCase(NamedTuple):
    """What to do about an edge at `edge`, seen with the place of DF in front.

    The whole cube is rotated by `rotation` quarters, so that another side is in front (only for the
    first edge); then `algorithm` is done.
    """

    edge: str
    rotation: int
    algorithm: Algorithm


def cross_steps(state: PackedState) -> tuple[LblStep, ...]:
    """Return the steps that solve the cross on D: four edges, and a turn of D where needed."""
    steps: list[LblStep] = []
    offset = 0
    for number, cases in enumerate(cross_cases()):
        side = SLOT_VIEWPOINTS[(number + offset) % 4]
        case = cases[STICKER_NAMES[side.to_view[state[BOTTOM][number]]]]
        offset += case.rotation
        held = SLOT_VIEWPOINTS[(number + offset) % 4]
        step = LblStep(
            STAGE, f"edge {number + 1}: {case.edge}", held, case.algorithm, _reason(case)
        )
        steps.append(step)
        state = turn_bytes(state, step.moves)
    if offset:
        turn = (Turn("D", 4 - offset),)
        steps.append(
            LblStep(
                STAGE,
                "the whole cross",
                SLOT_VIEWPOINTS[0],
                turn,
                explanations.OF_TURNED_CROSS,
            )
        )
    return tuple(steps)


def _reason(case: CrossCase) -> Reason:
    if case.rotation:
        return Reason("the edge is the first, so that any place of the cross will do for it")
    return Reason("the edge that goes to {} is at {}", ("DF", case.edge))


@cache
def cross_cases() -> tuple[dict[str, CrossCase], ...]:
    """Return for 0 to 3 placed edges the case of each position of the next one, by its name."""
    found: list[dict[str, CrossCase]] = []
    for placed in reversed(_PLACED):
        cases = {}
        for edge in _EDGES:
            row = load_cases("cross_edges").get(f"{edge} {placed}")
            if row is not None:
                cases[edge] = _shared(CrossCase(edge, 0, row.algorithm), found)
        found.append(cases)
    *later, first = found
    return {edge: _at_any_place(case) for edge, case in first.items()}, *reversed(later)


def _shared(case: CrossCase, later: list[dict[str, CrossCase]]) -> CrossCase:
    """Return the case of more placed edges if it is as short."""
    for cases in later:
        other = cases.get(case.edge)
        if other is not None and len(other.algorithm) == len(case.algorithm):
            return other
    return case


def _at_any_place(case: CrossCase) -> CrossCase:
    """Return the shortest way to bring the first edge to any place of the cross."""
    ways = [case]
    for rotation in (1, 2, 3):
        seen = STICKER_NAMES[SLOT_VIEWPOINTS[rotation].to_view[FACELET_BY_NAME[case.edge]]]
        ways.append(
            CrossCase(case.edge, rotation, load_cases("cross_edges")[f"{seen} -"].algorithm)
        )
    return min(ways, key=lambda way: len(way.algorithm))


def steps(cube: Cube) -> tuple[LblStep, ...]:
    """Return the steps of the paper's method for a legal cube."""
    state = bytes_of(stickers_of(cube))
    cross = cross_steps(state)
    state = _after(state, cross)
    pairs: list[LblStep] = []
    for slot in range(4):
        filled = slot_steps(slot, state[PAIRS[slot]], slot + 1, explain_corner)
        pairs += filled
        state = _after(state, filled)
    ending = [
        LblStep(
            part.stage, part.case, SLOT_VIEWPOINTS[part.side], part.algorithm, explain_part(part)
        )
        for part in TWO_LOOK.parts(state[TOP])
    ]
    return *cross, *pairs, *ending


def _after(state: PackedState, done: tuple[LblStep, ...]) -> PackedState:
    return turn_bytes(state, chain.from_iterable(step.moves for step in done))


class PaperLblEngine(Engine[EngineOptions]):
    """The LBL method of the polyhedra paper. It has no options."""

    name = "lbl-paper"
    options = EngineOptions

    def solve(self, cube: Cube, options: EngineOptions) -> Solution:
        """Solve a legal cube in seven stages: Cross, F2L 1 to F2L 4, OLL and PLL."""
        return Solution(cube, self.name, stages_of(steps(cube)))
