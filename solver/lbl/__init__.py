"""The LBL (layer by layer) method of seed 000, section 14.2: cross, F2L, OLL, PLL.

The cross is made on face D, and the cube is held with D below throughout; the four sides come to
the front as needed. `steps` tells what is seen and done at each step, `solve` gives the turns.
"""

from __future__ import annotations

from itertools import groupby

from solver.cube import Cube
from solver.engine import Solution, Stage
from solver.lbl.cross import cross_steps
from solver.lbl.f2l import f2l_steps
from solver.lbl.joining import join
from solver.lbl.oll import oll_steps
from solver.lbl.pll import pll_steps
from solver.lbl.step import Step
from solver.lbl.stickers import stickers_of, turned
from solver.turn import cancel

__all__ = ["Step", "solve", "steps"]


def steps(cube: Cube) -> tuple[Step, ...]:
    """Say step by step how a person solves the cube. `cube` must be legal."""
    where = stickers_of(cube)
    done: list[Step] = []
    for found in (cross_steps, f2l_steps, oll_steps, pll_steps):
        new = found(where)
        where = turned(where, (turn for step in new for turn in step.moves))
        done += new
    return tuple(done)


def solve(cube: Cube) -> Solution:
    """Solve a legal cube in seven stages: Cross, F2L 1 to F2L 4, OLL and PLL."""
    stages = [
        Stage(name, cancel(turn for step in group for turn in step.moves))
        for name, group in groupby(steps(cube), key=lambda step: step.stage)
    ]
    return Solution(cube, "lbl", join(stages))
