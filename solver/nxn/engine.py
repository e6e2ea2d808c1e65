"""The Tsukuda method as an engine for the 3x3x3, whose centres stay at rest.

The method turns middle layers too. Here each is two outer turns and another way to hold the cube,
so the turns are more than the paper would count.
"""

from __future__ import annotations

import numpy as np

from solver.cube import Cube
from solver.engine import Progress, Solution, Stage
from solver.geometry import FACES
from solver.joining import join
from solver.notation import Move, resolve
from solver.nxn import tables, tsukuda
from solver.nxn.notation import write
from solver.orientation import Orientation

_SIZE = 3


def prepare(progress: Progress = lambda share: None) -> None:
    """Load the tables, or build them; `progress` is told the share that is built."""
    tables.prepare(_SIZE, progress)


def solve(cube: Cube) -> Solution:
    """Solve a legal cube by the steps that there are for this size."""
    colours = np.array([FACES.index(letter) for letter in cube.facelets()], dtype=np.uint8)
    stages = []
    held = Orientation.identity()
    for stage in tsukuda.solve(colours, _SIZE):
        moves = [_move(write(turn, _SIZE)) for turn in stage.turns]
        resolved = resolve(moves, held)
        held = resolved.orientation
        stages.append(Stage(stage.name, resolved.turns))
    return Solution(cube, "tsukuda", join(stages))


def _move(written: str) -> Move:
    """Read a single move: its family is one letter."""
    return Move(written[0], {"": 1, "2": 2, "'": 3}[written[1:]])
