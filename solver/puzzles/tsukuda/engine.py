"""The Tsukuda method as an engine for the 3x3x3, with outer face turns only.

The method turns middle layers too. Here each is two outer turns and another way to hold the cube,
so the turns are more than the paper would count.
"""

from __future__ import annotations

import numpy as np

from solver.core.geometry import FACES
from solver.core.orientation import Orientation
from solver.cube import Cube
from solver.engines.engine import Engine, EngineOptions, Progress
from solver.notation import Move, resolve
from solver.puzzles.nxn.notation import write
from solver.puzzles.tsukuda import steps, tables
from solver.solution import CubeSolution, Stage, merge_across_stages

_SIZE = 3


class TsukudaEngine(Engine[EngineOptions]):
    """The Tsukuda method with outer turns alone."""

    name = "tsukuda"
    options = EngineOptions

    def prepare(self, options: EngineOptions, progress: Progress) -> None:
        """Load the tables, or build them."""
        tables.prepare(_SIZE, progress)

    def tables(self) -> dict[str, int]:
        """Return the sizes in bytes of the tables of the steps."""
        return {"tsukuda-3": 1_800_000}

    def solve(self, cube: Cube, options: EngineOptions) -> CubeSolution:
        """Solve a legal cube by the steps that there are for this size."""
        colours = np.array([FACES.index(letter) for letter in cube.facelets], dtype=np.uint8)
        stages = []
        held = Orientation.identity()
        for stage in steps.solve(colours, _SIZE):
            moves = [_move(write(turn, _SIZE)) for turn in stage.turns]
            resolved = resolve(moves, held)
            held = resolved.orientation
            stages.append(Stage(stage.name, resolved.turns))
        return CubeSolution(cube, self.name, merge_across_stages(stages))


def _move(written: str) -> Move:
    """Read a single move: its family is one letter."""
    return Move(written[0], {"": 1, "2": 2, "'": 3}[written[1:]])
