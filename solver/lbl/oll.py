"""OLL: turn the top colour of every piece of the last layer up, with 58 algorithms.

Seed 000, 14.2.3: of the 216 patterns, 58 are left once those count as one that differ only by how
the cube is held. Where the pieces end does not matter yet.
"""

from __future__ import annotations

from solver.geometry import FACES
from solver.lbl.holds import HOLDS
from solver.lbl.step import Step
from solver.lbl.stickers import FACELET_OF, NAME_OF, SOLVED, Stickers
from solver.lbl.tables import load

# The stickers of the top colour, and the places of its pieces row by row from the back.
TOP = SOLVED[:9]
_PLACES = {frozenset(NAME_OF[facelet]): facelet for facelet in TOP if facelet in NAME_OF}
_PLACE_OF = {facelet: _PLACES.get(frozenset(name)) for name, facelet in FACELET_OF.items()}


def picture(seen: Stickers) -> str:
    """Draw which way the top colour looks at each place, row by row from the back."""
    looks = ["U"] * 9
    for sticker in TOP:
        facelet = seen[sticker]
        place = _PLACE_OF.get(facelet)
        if place is not None:
            looks[place] = FACES[facelet // 9]
    return "".join(looks[:3]) + " " + "".join(looks[3:6]) + " " + "".join(looks[6:])


def oll_steps(where: Stickers) -> tuple[Step]:
    """Turn the top colour up. Raises ValueError where the first two layers are not solved."""
    table = load("oll")
    for hold in HOLDS:
        case = table.get(picture(hold.see(where)))
        if case is not None:
            return (Step(f"OLL: {case.name}", case.key, hold, case.algorithm),)
    raise ValueError(f"the first two layers are not solved yet: {where}")
