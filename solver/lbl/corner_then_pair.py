"""F2L with the fewest cases to learn: first the corner, then the pair, the steps of effort 0.

Seed 000, 14.2.2: the cube is held so that the slot is at the front right. First the corner is
brought to the slot or above it, turned in any way (8 places, at most 3 turns); then corner and edge
go in together (3 x 2 x 16 = 96 cases). A corner or an edge may come from another slot: that slot
cannot be solved yet, so it need not be kept. Unlike the seed, the slot that is cheapest to fill
comes first each time, as the seed itself suggests in 14.2.6.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from solver.facelets import CORNER_NAMES, CORNERS, NAME_OF
from solver.lbl import reasons
from solver.lbl.f2l import SLOT_NAMES
from solver.lbl.holds import SIDES
from solver.lbl.state import PAIRS, Effect, State, effect_of
from solver.lbl.step import Step
from solver.lbl.tables import Case, load
from solver.turn import cancel

_CORNER_PLACE = {
    facelet: name for name, place in zip(CORNER_NAMES, CORNERS, strict=True) for facelet in place
}


class Filling(NamedTuple):
    """A slot filled: the corner's case, then the pair's, the turns of both and what they do."""

    corner: Case
    pair: Case
    length: int
    effect: Effect


def f2l_steps(state: State) -> tuple[Step, ...]:
    """Fill the four slots, two steps a slot. Raises KeyError where the cross is not solved."""
    steps: list[Step] = []
    left = list(range(4))
    for number in range(1, 5):
        fillings = {slot: filling(slot, state[PAIRS[slot]]) for slot in left}
        slot = min(left, key=lambda slot: fillings[slot].length)
        left.remove(slot)
        corner, pair, _, effect = fillings[slot]
        stage = f"F2L {number}: {SLOT_NAMES[slot]} slot"
        side = SIDES[slot]
        steps.append(Step(stage, corner.key, side, corner.algorithm, reasons.of_corner(corner)))
        steps.append(Step(stage, pair.key, side, pair.algorithm, reasons.of_pair(pair)))
        state = state.translate(effect)
    return tuple(steps)


@cache
def filling(slot: int, pair: bytes) -> Filling:
    """Say how to fill a slot from where its corner and edge are, given as in a state."""
    side = SIDES[slot]
    seen = bytes([side.to_seen[facelet] for facelet in pair])
    corner = load("corner")[_CORNER_PLACE[seen[0]]]
    ready = seen.translate(effect_of(corner.algorithm))
    together = load("pair_cases")[" ".join(NAME_OF[facelet] for facelet in ready)]
    algorithm = cancel(corner.algorithm + together.algorithm)
    return Filling(corner, together, len(algorithm), effect_of(side.turns(algorithm)))
