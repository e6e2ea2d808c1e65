"""Extra turns for the pictures of cubes of size 4 and more (polyhedra paper, section 14.3.5).

The same cubes are solved without regard to their pictures, with the inner pieces placed afterwards,
and with each inner piece placed at once. One layer turned by any angle is one turn.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, pstdev

from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.pictures.pieces import are_pictures_solved
from solver.puzzles.nxn.pictures.puzzle import (
    BigPictureCube,
    Stages,
    solve_then_pictures,
    solve_with_pictures,
)
from solver.puzzles.nxn.puzzle import random_turns
from solver.puzzles.nxn.tsukuda import steps

_SCRAMBLE_LENGTH = 100


@dataclass(frozen=True, slots=True)
class BigPictureSample:
    """The turns of one cube without its pictures, with them afterwards and during; the processor
    seconds of the last two.
    """

    plain: int
    afterwards: int
    during: int
    seconds_afterwards: float
    seconds_during: float


def measure(
    n: int, cubes: int, seed: int = 0, progress: Callable[[int], None] = lambda done: None
) -> list[BigPictureSample]:
    """Solve cubes of one size after 100 random turns and verify every solution.

    `progress` is called with the number of cubes done. Raises UnsolvedError if a solution fails.
    """
    rng = Random(f"{seed} {n}")
    BigPictureCube(n).prepare(lambda share: None)
    # One solution first, so that compiling and loading is not measured.
    solve_with_pictures(random_turns(Random(0), n, _SCRAMBLE_LENGTH), n)
    samples = []
    for done in range(1, cubes + 1):
        scramble = random_turns(rng, n, _SCRAMBLE_LENGTH)
        plain = steps.solve(geometry(n).apply(geometry(n).solved, scramble), n)
        afterwards, seconds_afterwards = _timed(solve_then_pictures, scramble, n)
        during, seconds_during = _timed(solve_with_pictures, scramble, n)
        samples.append(
            BigPictureSample(
                steps.count_turns(plain),
                steps.count_turns(afterwards),
                steps.count_turns(during),
                seconds_afterwards,
                seconds_during,
            )
        )
        progress(done)
    return samples


def _timed(
    solve: Callable[[tuple[LayerTurn, ...], int], Stages], scramble: tuple[LayerTurn, ...], n: int
) -> tuple[Stages, float]:
    """Return a solution that was verified, and its processor seconds. Raises UnsolvedError."""
    began = time.process_time()
    stages = solve(scramble, n)
    seconds = time.process_time() - began
    if not are_pictures_solved((*scramble, *(turn for each in stages for turn in each.turns)), n):
        raise UnsolvedError(f"the turns found for a {n}x{n}x{n} do not solve its pictures")
    return stages, seconds


def table(results: dict[int, list[BigPictureSample]]) -> Table:
    """Return a table of the extra turns by size."""
    shown = Table(
        *("n", "ignored", "after", "extra", "sigma", "s"), *("during", "extra", "sigma", "s")
    )
    for column in shown.columns:
        column.justify = "right"
    for n, samples in results.items():
        after = [each.afterwards - each.plain for each in samples]
        during = [each.during - each.plain for each in samples]
        shown.add_row(
            str(n),
            f"{fmean(each.plain for each in samples):.1f}",
            f"{fmean(each.afterwards for each in samples):.1f}",
            f"{fmean(after):.1f}",
            f"{pstdev(after):.1f}",
            f"{median(each.seconds_afterwards for each in samples):.2f}",
            f"{fmean(each.during for each in samples):.1f}",
            f"{fmean(during):.1f}",
            f"{pstdev(during):.1f}",
            f"{median(each.seconds_during for each in samples):.2f}",
        )
    return shown
