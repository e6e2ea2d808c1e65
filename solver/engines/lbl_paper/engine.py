"""The LBL method of the polyhedra paper, section 14.2, in the paper's order and with its cases.

The cross is on D. Its edges and then the four slots are solved in a fixed order, the corner of a
slot first; then OLL and PLL. Nothing is searched or chosen, and no turns are merged where two steps
meet: each step is looked up, as in the paper's program. The paper prints no sequences; here they
are the shortest ones of the tables of `solver.engines.lbl`.
"""

from __future__ import annotations

from itertools import chain

from solver.byte_cube import PAIRS, TOP, PackedState, apply_turns, state_of
from solver.cube import Cube
from solver.engines.engine import Engine, EngineOptions
from solver.engines.lbl.explanations import Step, explain_corner, explain_part, stages_of
from solver.engines.lbl.f2l_by_corners import slot_steps
from solver.engines.lbl.holding import SLOT_VIEWPOINTS
from solver.engines.lbl.oll_pll import TWO_LOOK
from solver.engines.lbl_paper.cross import cross_steps
from solver.engines.solution import Solution
from solver.sticker_cube import stickers_of


def steps(cube: Cube) -> tuple[Step, ...]:
    """Return the steps of the paper's method for a legal cube."""
    state = state_of(stickers_of(cube))
    cross = cross_steps(state)
    state = _after(state, cross)
    pairs: list[Step] = []
    for slot in range(4):
        filled = slot_steps(slot, state[PAIRS[slot]], slot + 1, explain_corner)
        pairs += filled
        state = _after(state, filled)
    ending = [
        Step(part.stage, part.case, SLOT_VIEWPOINTS[part.side], part.algorithm, explain_part(part))
        for part in TWO_LOOK.parts(state[TOP])
    ]
    return *cross, *pairs, *ending


def _after(state: PackedState, done: tuple[Step, ...]) -> PackedState:
    return apply_turns(state, chain.from_iterable(step.moves for step in done))


class PaperLblEngine(Engine[EngineOptions]):
    """The LBL method of the polyhedra paper. It has no options."""

    name = "lbl-paper"
    options = EngineOptions

    def solve(self, cube: Cube, options: EngineOptions) -> Solution:
        """Solve a legal cube in seven stages: Cross, F2L 1 to F2L 4, OLL and PLL."""
        return Solution(cube, self.name, stages_of(steps(cube)))
