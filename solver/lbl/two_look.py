"""The last layer in two steps: OLL, then PLL."""

from __future__ import annotations

from solver.lbl.ending import Ending, Part
from solver.lbl.oll import oll
from solver.lbl.pll import pll


def _parts(top: bytes) -> tuple[Part, Part]:
    first, effect = oll(top)
    return first, pll(top.translate(effect))


TWO_LOOK = Ending(_parts)
