"""F2L at effort 0: bring the corner to its slot, then insert the pair.

Polyhedra paper, section 14.2.2: the cube is held so that the slot is at the front right. First the
corner is brought to the slot or above it, turned in any way (8 places, at most 3 turns); then
corner and edge go in together (3 x 2 x 16 = 96 cases). A corner or an edge may come from another
slot: that slot cannot be solved yet, so it need not be kept. Unlike the paper, the slot that is
cheapest to fill comes first each time, as the paper itself suggests in 14.2.6.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from solver.byte_cube import PAIRS, Effect, PackedState, effect_of
from solver.core.facelets import CORNER_NAMES, CORNERS, STICKER_NAMES
from solver.core.turn import cancel_turns
from solver.engines.case_tables import Case, load_cases
from solver.engines.lbl import explanations
from solver.engines.lbl.explanations import Step
from solver.engines.lbl.f2l import SLOT_NAMES
from solver.engines.lbl.holding import SLOT_VIEWPOINTS

_CORNER_PLACE = {
    facelet: name for name, place in zip(CORNER_NAMES, CORNERS, strict=True) for facelet in place
}


class SlotSolution(NamedTuple):
    """A slot filled: the corner's case, then the pair's, the turns of both and what they do."""

    corner: Case
    pair: Case
    length: int
    effect: Effect


def f2l_steps(state: PackedState) -> tuple[Step, ...]:
    """Return the steps that fill the four slots, two for each.

    Raises KeyError where the cross is not solved.
    """
    steps: list[Step] = []
    left = list(range(4))
    for number in range(1, 5):
        fillings = {slot: solve_slot(slot, state[PAIRS[slot]]) for slot in left}
        slot = min(left, key=lambda slot: fillings[slot].length)
        left.remove(slot)
        steps += slot_steps(slot, state[PAIRS[slot]], number, explanations.explain_cheapest_corner)
        state = state.translate(fillings[slot].effect)
    return tuple(steps)


def slot_steps(
    slot: int, pair: bytes, number: int, explain: Callable[[Case], explanations.Reason]
) -> tuple[Step, Step]:
    """Return the two steps that fill a slot as the `number`-th one: the corner's, the pair's.

    `pair` says where the slot's corner and edge are, as in a state; `explain` words the reason of
    the corner's step.
    """
    corner, together, _, _ = solve_slot(slot, pair)
    stage = f"F2L {number}: {SLOT_NAMES[slot]} slot"
    side = SLOT_VIEWPOINTS[slot]
    return (
        Step(stage, corner.key, side, corner.algorithm, explain(corner)),
        Step(stage, together.key, side, together.algorithm, explanations.explain_pair(together)),
    )


@cache
def solve_slot(slot: int, pair: bytes) -> SlotSolution:
    """Return how to fill a slot from where its corner and edge are, given as in a state."""
    side = SLOT_VIEWPOINTS[slot]
    seen = bytes([side.to_view[facelet] for facelet in pair])
    corner = load_cases("corner")[_CORNER_PLACE[seen[0]]]
    ready = seen.translate(effect_of(corner.algorithm))
    together = load_cases("pair_cases")[" ".join(STICKER_NAMES[facelet] for facelet in ready)]
    algorithm = cancel_turns(corner.algorithm + together.algorithm)
    return SlotSolution(corner, together, len(algorithm), effect_of(side.to_cube_turns(algorithm)))
