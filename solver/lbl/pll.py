"""PLL: all pieces of the last layer to their places, with 22 algorithms.

Seed 000, 14.2.4: of the 288 arrangements, 22 are left once those count as one that differ by how
the cube is held or by a turn of the whole layer.
"""

from __future__ import annotations

from functools import cache

from solver.facelets import NAME_OF
from solver.lbl.ending import Part
from solver.lbl.holds import SIDES
from solver.lbl.state import SOLVED, TOP, after
from solver.lbl.stickers import Stickers
from solver.lbl.tables import load
from solver.permutation import Permutation
from solver.turn import Turn, cancel, inverse

# The turn of the whole layer that may be left to do after the algorithm.
ADJUSTMENTS: tuple[tuple[Turn, ...], ...] = ((), *((Turn("U", n),) for n in (1, 2, 3)))


def pll(top: bytes) -> Part:
    """Put the last layer in order. Raises KeyError where more than its order is wrong."""
    return _arrangements()[top]


def arrows(effect: Stickers) -> str:
    """Write a permutation of the top's pieces as cycles of their places."""
    cycles = Permutation(effect[:9]).cycles()
    return "".join("(" + " ".join(NAME_OF[facelet] for facelet in c) + ")" for c in cycles)


@cache
def _arrangements() -> dict[bytes, Part]:
    """Give the shortest thing to do for each of the 288 arrangements."""
    found: dict[bytes, Part] = {}
    for case in load("pll").values():
        for adjustment in ADJUSTMENTS:
            algorithm = cancel(case.algorithm + adjustment)
            for side, held in enumerate(SIDES):
                top = after(SOLVED, inverse(held.turns(algorithm)))[TOP]
                if top not in found or len(algorithm) < len(found[top].algorithm):
                    found[top] = Part(f"PLL: {case.name}", case.key, side, algorithm)
    return found
