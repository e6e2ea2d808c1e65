"""The last layer in one step, from a complete table.

Of its 62 208 states, 3 916 are left once those count as one that differ by how the cube is held or
by a turn of the whole layer. A line of the table has several algorithms where they leave the top
turned differently, so that as often as possible no turn of the top is left to do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from solver.facelets import FACELET_OF, NAME_OF
from solver.lbl.ending import Ending, Part, rotated, seen_from
from solver.lbl.pll import ADJUSTMENTS
from solver.lbl.state import SOLVED, TOP, after, effect_of
from solver.lbl.tables import Case, load
from solver.turn import inverse

STAGE = "Last layer"
_TURNED = {after(SOLVED, inverse(turn))[TOP]: turn for turn in ADJUSTMENTS}


def named(top: bytes) -> str:
    """Write where the pieces URF UFL ULB UBR UR UF UL UB are."""
    return " ".join(NAME_OF[facelet] for facelet in top)


def _parts(top: bytes) -> tuple[Part]:
    ways = (
        Part(STAGE, case.key, side, algorithm + _TURNED[seen.translate(effect_of(algorithm))])
        for side, seen, case in _recognised(top)
        for algorithm in case.algorithms
    )
    return (min(ways, key=lambda part: len(part.algorithm)),)


def _recognised(top: bytes) -> Iterator[tuple[int, bytes, Case]]:
    """Find the case as it is seen from the sides."""
    cases = _cases()
    for side in range(4):
        seen = seen_from(side, top)
        for n in range(4):
            case = cases.get(rotated(seen, n))
            if case is not None:
                yield side, seen, case


@cache
def _cases() -> dict[bytes, Case]:
    return {
        bytes([FACELET_OF[name] for name in key.split()]): case
        for key, case in load("one_look").items()
    }


ONE_LOOK = Ending(_parts)
