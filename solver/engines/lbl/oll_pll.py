"""OLL and PLL: the last layer in two algorithms.

Polyhedra paper, section 14.2.3: the 216 patterns of OLL form 58 classes up to rotation of the whole
cube. OLL turns the top colour of every piece up; PLL then permutes the pieces.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from solver.byte_cube import SOLVED, TOP, Effect, apply_turns, effect_of
from solver.core.facelets import FACELET_BY_NAME, STICKER_NAMES
from solver.core.geometry import FACES
from solver.core.permutation import Permutation
from solver.core.turn import Turn, cancel_turns, inverse
from solver.engines.case_tables import load_cases
from solver.engines.lbl.holding import SLOT_VIEWPOINTS
from solver.engines.lbl.last_layer import VIEWPOINT_EFFECTS, LastLayerMethod, LastLayerStep
from solver.sticker_cube import SOLVED as SOLVED_STICKERS
from solver.sticker_cube import Stickers

# The stickers of the top colour, and the places of its pieces row by row from the back.
TOP_FACELETS = SOLVED_STICKERS[:9]

_PLACES = {
    frozenset(STICKER_NAMES[facelet]): facelet
    for facelet in TOP_FACELETS
    if facelet in STICKER_NAMES
}

_PLACE_OF = {facelet: _PLACES.get(frozenset(name)) for name, facelet in FACELET_BY_NAME.items()}


def oll_pattern(facelets: Iterable[int]) -> str:
    """Return the direction of the top colour at each position, row by row from the back.

    `facelets` are those on which the stickers of the top colour are.
    """
    looks = ["U"] * 9
    for facelet in facelets:
        place = _PLACE_OF.get(facelet)
        if place is not None:
            looks[place] = FACES[facelet // 9]
    return "".join(looks[:3]) + " " + "".join(looks[3:6]) + " " + "".join(looks[6:])


def oll(top: bytes) -> tuple[LastLayerStep, Effect]:
    """Return the step that turns the top colour up, and its effect on the layer.

    Raises KeyError where the first two layers are not solved.
    """
    return _by_pattern(bytes(sorted(top)))


@cache
def _by_pattern(pattern: bytes) -> tuple[LastLayerStep, Effect]:
    table = load_cases("oll")
    for side, seen in enumerate(VIEWPOINT_EFFECTS):
        case = table.get(oll_pattern(pattern.translate(seen)))
        if case is not None:
            part = LastLayerStep(f"OLL: {case.name}", case.key, side, case.algorithm)
            return part, effect_of(part.moves)
    raise KeyError(f"the first two layers are not solved yet: {oll_pattern(pattern)}")


# The turn of the whole layer that may be left to do after the algorithm.
AUF_TURNS: tuple[tuple[Turn, ...], ...] = ((), *((Turn("U", n),) for n in (1, 2, 3)))


def pll(top: bytes) -> LastLayerStep:
    """Return the steps that permute the last layer.

    Raises KeyError where more than its order is wrong.
    """
    return _arrangements()[top]


def cycle_notation(effect: Stickers) -> str:
    """Write a permutation of the top's pieces as cycles of their places."""
    cycles = Permutation(effect[:9]).cycles()
    return "".join("(" + " ".join(STICKER_NAMES[facelet] for facelet in c) + ")" for c in cycles)


@cache
def _arrangements() -> dict[bytes, LastLayerStep]:
    """Return the shortest thing to do for each of the 288 arrangements."""
    found: dict[bytes, LastLayerStep] = {}
    for case in load_cases("pll").values():
        for adjustment in AUF_TURNS:
            algorithm = cancel_turns(case.algorithm + adjustment)
            for side, held in enumerate(SLOT_VIEWPOINTS):
                top = apply_turns(SOLVED, inverse(held.to_cube_turns(algorithm)))[TOP]
                if top not in found or len(algorithm) < len(found[top].algorithm):
                    found[top] = LastLayerStep(f"PLL: {case.name}", case.key, side, algorithm)
    return found


def _parts(top: bytes) -> tuple[LastLayerStep, LastLayerStep]:
    first, effect = oll(top)
    return first, pll(top.translate(effect))


TWO_LOOK = LastLayerMethod(_parts)
