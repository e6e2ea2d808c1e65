"""F2L: the four pairs of a bottom corner and the edge above it, into their slots.

Seed 000, 14.2.2: the cube is held so that the slot is at the front right. First the corner is
brought to the slot or above it, turned in any way (8 places, at most 3 turns); then corner and edge
go in together (3 x 2 x 16 = 96 cases). A corner or an edge may come from another slot: that slot
cannot be solved yet, so it need not be kept. Unlike the seed, the slot that is cheapest to fill
comes first each time, as the seed itself suggests in 14.2.6.
"""

from __future__ import annotations

from solver.facelets import CORNER_NAMES, CORNERS
from solver.lbl.holds import HOLDS
from solver.lbl.step import Step
from solver.lbl.stickers import FACELET_OF, NAME_OF, Stickers, after
from solver.lbl.tables import Case, load
from solver.turn import cancel

CORNER = FACELET_OF["DFR"]
EDGE = FACELET_OF["FR"]
SLOTS = dict(zip(HOLDS, ("FR", "BR", "BL", "FL"), strict=True))
_CORNER_PLACE = {
    facelet: name for name, place in zip(CORNER_NAMES, CORNERS, strict=True) for facelet in place
}


def f2l_steps(where: Stickers) -> tuple[Step, ...]:
    """Fill the four slots, two steps a slot. Raises KeyError where the cross is not solved."""
    steps: list[Step] = []
    left = list(HOLDS)
    for number in range(1, 5):
        cases = {hold: insert(hold.see(where)) for hold in left}
        hold = min(left, key=lambda hold: _length(*cases[hold]))
        left.remove(hold)
        stage = f"F2L {number}: {SLOTS[hold]} slot"
        for case in cases[hold]:
            steps.append(Step(stage, case.key, hold, case.algorithm))
            where = after(where, hold.effect(case.effect))
    return tuple(steps)


def insert(seen: Stickers) -> tuple[Case, Case]:
    """Choose how to bring the corner of the front right slot, and then how to put the pair in."""
    corner = load("corner")[_CORNER_PLACE[seen[CORNER]]]
    at = [NAME_OF[corner.effect[seen[sticker]]] for sticker in (CORNER, EDGE)]
    return corner, load("pair")[" ".join(at)]


def _length(corner: Case, pair: Case) -> int:
    return len(cancel(corner.algorithm + pair.algorithm))
