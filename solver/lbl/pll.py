"""PLL: all pieces of the last layer to their places, with 22 algorithms.

Seed 000, 14.2.4: of the 288 arrangements, 22 are left once those count as one that differ by how
the cube is held or by a turn of the whole layer.
"""

from __future__ import annotations

from functools import cache

from solver.lbl.holds import HOLDS
from solver.lbl.step import Step
from solver.lbl.stickers import NAME_OF, Stickers, effect_of, undone
from solver.lbl.tables import Case, load
from solver.permutation import Permutation
from solver.turn import Turn, cancel

# The turn of the whole layer that may be left to do after the algorithm.
ADJUSTMENTS: tuple[tuple[Turn, ...], ...] = ((), *((Turn("U", n),) for n in (1, 2, 3)))


def pll_steps(where: Stickers) -> tuple[Step]:
    """Put the last layer in order. Raises ValueError where more than its order is wrong."""
    known = _algorithms()
    fitting = [
        Step(f"PLL: {case.name}", case.key, hold, algorithm)
        for hold in HOLDS
        for case, algorithm in known.get(hold.see(where), ())
    ]
    if not fitting:
        raise ValueError(f"the first two layers or the top colour are not solved yet: {where}")
    return (min(fitting, key=lambda step: len(step.algorithm)),)


def arrows(effect: Stickers) -> str:
    """Write a permutation of the top's pieces as cycles of their places."""
    cycles = Permutation(effect[:9]).cycles()
    return "".join("(" + " ".join(NAME_OF[facelet] for facelet in c) + ")" for c in cycles)


@cache
def _algorithms() -> dict[Stickers, list[tuple[Case, tuple[Turn, ...]]]]:
    """Give what can be done, as (case, turns), for each arrangement that the table can solve."""
    found: dict[Stickers, list[tuple[Case, tuple[Turn, ...]]]] = {}
    for case in load("pll").values():
        for adjustment in ADJUSTMENTS:
            algorithm = cancel(case.algorithm + adjustment)
            found.setdefault(undone(effect_of(algorithm)), []).append((case, algorithm))
    return found
