"""OLL: turn the top colour of every piece of the last layer up, with 58 algorithms.

Seed 000, 14.2.3: of the 216 patterns, 58 are left once those count as one that differ only by how
the cube is held. Where the pieces end does not matter yet.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from solver.facelets import FACELET_OF, NAME_OF
from solver.geometry import FACES
from solver.lbl.ending import SEEN_FROM, Part
from solver.lbl.state import Effect, effect_of
from solver.lbl.stickers import SOLVED
from solver.lbl.tables import load

# The stickers of the top colour, and the places of its pieces row by row from the back.
TOP = SOLVED[:9]
_PLACES = {frozenset(NAME_OF[facelet]): facelet for facelet in TOP if facelet in NAME_OF}
_PLACE_OF = {facelet: _PLACES.get(frozenset(name)) for name, facelet in FACELET_OF.items()}


def picture(facelets: Iterable[int]) -> str:
    """Draw which way the top colour looks at each place, row by row from the back.

    `facelets` are those on which the stickers of the top colour are.
    """
    looks = ["U"] * 9
    for facelet in facelets:
        place = _PLACE_OF.get(facelet)
        if place is not None:
            looks[place] = FACES[facelet // 9]
    return "".join(looks[:3]) + " " + "".join(looks[3:6]) + " " + "".join(looks[6:])


def oll(top: bytes) -> tuple[Part, Effect]:
    """Turn the top colour up, and say what that does to the layer.

    Raises KeyError where the first two layers are not solved.
    """
    return _by_pattern(bytes(sorted(top)))


@cache
def _by_pattern(pattern: bytes) -> tuple[Part, Effect]:
    table = load("oll")
    for side, seen in enumerate(SEEN_FROM):
        case = table.get(picture(pattern.translate(seen)))
        if case is not None:
            part = Part(f"OLL: {case.name}", case.key, side, case.algorithm)
            return part, effect_of(part.moves)
    raise KeyError(f"the first two layers are not solved yet: {picture(pattern)}")
