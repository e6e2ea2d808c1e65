"""The last layer in one algorithm (1LLL), from a complete table of 3 916 cases.

Of its 62 208 states, 3 916 are left once those count as one that differ by how the cube is held or
by a turn of the whole layer. A line of the table has several algorithms where they leave the top
turned differently, so that as often as possible no turn of the top is left to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from solver.byte_cube import SOLVED, TOP, apply_turns, effect_of
from solver.core.facelets import FACELET_BY_NAME, STICKER_NAMES
from solver.core.turn import inverse
from solver.engines.case_tables import Case, load_cases
from solver.engines.lbl.last_layer import LastLayerMethod, LastLayerStep, relabel_by_auf, seen_from
from solver.engines.lbl.oll_pll import AUF_TURNS

STAGE = "Last layer"
_AUF_BY_STATE = {apply_turns(SOLVED, inverse(turn))[TOP]: turn for turn in AUF_TURNS}


def position_names(top: bytes) -> str:
    """Write where the pieces URF UFL ULB UBR UR UF UL UB are."""
    return " ".join(STICKER_NAMES[facelet] for facelet in top)


def _parts(top: bytes) -> tuple[LastLayerStep]:
    candidates = (
        LastLayerStep(
            STAGE, case.key, side, algorithm + _AUF_BY_STATE[seen.translate(effect_of(algorithm))]
        )
        for side, seen, case in _recognised(top)
        for algorithm in case.algorithms
    )
    return (min(candidates, key=lambda part: len(part.algorithm)),)


def _recognised(top: bytes) -> Iterator[tuple[int, bytes, Case]]:
    """Find the case as it is seen from the sides."""
    cases = _cases()
    for side in range(4):
        seen = seen_from(side, top)
        for n in range(4):
            case = cases.get(relabel_by_auf(seen, n))
            if case is not None:
                yield side, seen, case


@cache
def _cases() -> dict[bytes, Case]:
    return {
        bytes([FACELET_BY_NAME[name] for name in key.split()]): case
        for key, case in load_cases("one_look").items()
    }


ONE_LOOK = LastLayerMethod(_parts)
