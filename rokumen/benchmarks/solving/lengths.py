"""Solution lengths of a method: cubes solved and verified, and the record of what they took."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, pstdev
from typing import Any, Self

from rokumen.benchmarks.harness.records import Record, column
from solver.core.errors import UnsolvedError
from solver.cube import Cube
from solver.engines.registry import SolveFunction


@dataclass(frozen=True, slots=True)
class Solved:
    """One solved cube: its turns (HTM) by stages, and the processor time it took in seconds."""

    stages: tuple[tuple[str, int], ...]
    qtm: int
    seconds: float

    @property
    def htm(self) -> int:
        """Return the number of turns (HTM)."""
        return sum(turns for _, turns in self.stages)


def solve_verified(cube: Cube, solve: SolveFunction) -> Solved:
    """Solve one cube and verify the solution. Raises UnsolvedError if it fails."""
    started = time.process_time()
    solution = solve(cube)
    seconds = time.process_time() - started
    if not cube.apply(solution.turns).is_solved():
        raise UnsolvedError(f"the turns found for {cube.facelets} do not solve it")
    stages = tuple((stage.name.split(":")[0], len(stage.turns)) for stage in solution.stages)
    return Solved(stages, solution.qtm, seconds)


@dataclass(frozen=True, slots=True)
class Lengths(Record):
    """Solution lengths of one method, in turns (HTM) and in quarter turns (QTM).

    `stages` is their mean number; times are of one processor, and the slowest cube also loads the
    tables. None is what a publication does not state.
    """

    key = "lengths"
    title = "{cubes} random cubes"
    caption = "QTM: quarter turns; the others are HTM. Milliseconds of one processor a cube"

    method: str = column("")
    mean: float | None = column("mean", ".2f", default=None)
    sigma: float | None = column("sigma", ".2f", default=None)
    median: float | None = column("median", "g", default=None)
    fewest: int | None = column("fewest", default=None)
    most: int | None = column("most", default=None)
    qtm_mean: float | None = column("QTM", ".2f", default=None)
    qtm_sigma: float | None = column("sigma", ".2f", default=None)
    qtm_fewest: int | None = column("fewest", default=None)
    qtm_most: int | None = column("most", default=None)
    stages: float | None = column("stages", ".2f", default=None)
    milliseconds: float | None = column("ms", ".2f", default=None)
    slowest_milliseconds: float | None = column("slowest", ".1f", default=None)
    cubes_a_second: float | None = column("cubes/s", ".0f", default=None)

    @classmethod
    def of(cls, method: str, solved: Sequence[Solved]) -> Self:
        """Return the record of a method that solved these cubes."""
        lengths, quarters = [each.htm for each in solved], [each.qtm for each in solved]
        seconds = [each.seconds for each in solved]
        return cls(
            method,
            fmean(lengths),
            pstdev(lengths),
            median(lengths),
            min(lengths),
            max(lengths),
            fmean(quarters),
            pstdev(quarters),
            min(quarters),
            max(quarters),
            fmean(len(each.stages) for each in solved),
            1000 * median(seconds),
            1000 * max(seconds),
            len(solved) / sum(seconds),
        )


@dataclass(frozen=True, slots=True)
class StageLengths(Record):
    """Mean turns (HTM) of each stage of a method whose stages are the same for all cubes."""

    key = "stages"
    is_column = True

    method: str = column("mean turns")
    means: Mapping[str, Any] = column("", ".1f")

    @classmethod
    def of(cls, method: str, solved: Sequence[Solved]) -> Self:
        """Return the record of a method that solved these cubes."""
        columns = zip(*(each.stages for each in solved), strict=True)
        return cls(
            method, {stages[0][0]: fmean(turns for _, turns in stages) for stages in columns}
        )
