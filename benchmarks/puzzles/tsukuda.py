"""Solution lengths of the Tsukuda method by cube size, beside the polyhedra paper, table 14.7.

The experiment of section 14.1.17 is repeated: cubes after 100 random layer turns each. As in the
paper, a rotation of the whole cube counts as none. The paper counts half turns as two: beside its
figures stand those of its procedure, one piece at a time, and ours, counted in that way. Growth is
fitted over the sizes: a power of n for turns and time, and a polynomial for turns (figure 14.15).
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log
from random import Random
from statistics import fmean, median, pstdev
from typing import TYPE_CHECKING, Annotated

import click
import numpy as np

from benchmarks.harness.options import Cubes, Option, Seed, SizeList
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column, not_shown
from solver.core.errors import UnsolvedError
from solver.puzzles.big_cube import METHODS, random_turns
from solver.puzzles.families import CUBE_SIZES
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.position import is_solved, write
from solver.puzzles.tsukuda import steps, tables
from solver.puzzles.tsukuda_paper.steps import solve_as_published

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Size -> mean and standard deviation: table 14.7.
PUBLISHED = {
    2: (46.0, 8.3),
    3: (124.0, 14.5),
    4: (377.0, 34.3),
    5: (624.0, 40.0),
    6: (1042.0, 54.3),
    7: (1438.0, 70.3),
    8: (2025.0, 84.3),
    9: (2606.0, 104.2),
    10: (3366.0, 90.3),
}
PUBLISHED_CUBES = 100
_SCRAMBLE_LENGTH = 100
# Random turns for each layer of an axis, for sizes beyond the paper's.
_TURNS_A_LAYER = 10
_LARGEST_OF_PAPER = 10


@dataclass(frozen=True, slots=True)
class SizeLengths(Record):
    """Cubes of one size: the paper's turns, those of its procedure repeated, and ours.

    Half turns count as two, but in `mean` and `sigma` a layer turned by any angle is one turn.
    """

    key = "lengths"

    n: int = column("n")
    published_mean: float | None = column("paper", "g")
    published_sigma: float | None = column("sigma", "g")
    repeated_mean: float | None = column("repeated", ".1f")
    repeated_sigma: float | None = column("sigma", ".1f")
    sigmas_off: float | None = column("sigmas off", "+.1f")
    qtm_mean: float = column("ours", ".1f")
    qtm_sigma: float = not_shown()
    ratio: float | None = column("ratio", ".1%")
    mean: float = column("any angle = 1", ".1f")
    sigma: float = column("sigma", ".1f")
    seconds: float = column("s", ".3f")
    slowest_seconds: float = column("s, max", ".3f")

    @classmethod
    def plot(cls, records: Sequence[SizeLengths], figure: Figure) -> None:
        """Plot turns over n, with the paper's."""
        figure.set_size_inches(7, 4.5)
        axes = figure.add_subplot()
        axes.errorbar(
            list(PUBLISHED),
            [mean for mean, _ in PUBLISHED.values()],
            [sigma for _, sigma in PUBLISHED.values()],
            fmt="o-",
            color="#b04a3a",
            capsize=3,
            label="paper, mean and standard deviation",
        )
        axes.plot(
            list(PUBLISHED),
            [(0.6 if n >= 4 else 0.4) * mean for n, (mean, _) in PUBLISHED.items()],
            "--",
            color="#999999",
            label="60% of it (n = 2, 3: 40%)",
        )
        axes.errorbar(
            [each.n for each in records],
            [each.qtm_mean for each in records],
            [each.qtm_sigma for each in records],
            fmt="s-",
            color="#2a6f97",
            capsize=3,
            label="rokumen, mean and standard deviation",
        )
        axes.set_xlabel("pieces along an edge, n")
        axes.set_ylabel("layer turns to solve, half turns as two")
        axes.set_ylim(bottom=0)
        axes.grid(alpha=0.3)
        axes.legend()


@dataclass(frozen=True, slots=True)
class TurnGrowth(Record):
    """Fits of turns, half turns as two, over n: factor * n ** exponent, and a polynomial."""

    key = "turn_growth"
    sentence = (
        "{of}: {factor:.2f} n^{exponent:.2f}; {square:.2f} n^2 {linear:+.1f} n {constant:+.0f}"
    )

    of: str
    factor: float
    exponent: float
    square: float
    linear: float
    constant: float

    @classmethod
    def fitted(cls, of: str, sizes: Sequence[int], means: Sequence[float]) -> TurnGrowth:
        """Return the fits to the mean turns of some sizes."""
        return cls(of, *exponent(sizes, means), *map(float, np.polyfit(sizes, means, 2)))


@dataclass(frozen=True, slots=True)
class TimeGrowth(Record):
    """The fit factor * n ** exponent to the seconds for one bottom colour."""

    key = "time_growth"
    sentence = "seconds for one bottom colour: {factor:.2g} n^{exponent:.2f}"

    factor: float
    exponent: float


def tsukuda(
    progress: Progress,
    seed: Seed = 0,
    cubes: Cubes = PUBLISHED_CUBES,
    sizes: Annotated[
        Sequence[int], Option("The sizes, separated by commas.", SizeList(CUBE_SIZES))
    ] = tuple(PUBLISHED),
    method: Annotated[
        str,
        Option(
            "Combine steps that one sequence can solve, or solve each separately.",
            click.Choice(list(METHODS)),
        ),
    ] = next(iter(METHODS)),
) -> Iterator[SizeLengths | TurnGrowth | TimeGrowth]:
    """Repeat the polyhedra paper's table of turns by cube size, by its procedure and by ours.

    Every solution is verified; the exit status is 1 if one fails.
    """
    records = []
    for n in sizes:
        ours = measure(n, cubes, seed, method, progress)
        repeated = measure_published(n, cubes, seed, progress) if n in PUBLISHED else ()
        records.append(lengths(n, ours, repeated))
    yield from records
    yield from growth(records)


@dataclass(frozen=True, slots=True)
class SolvedLayers:
    """One solved cube: turns, the same with half turns as two, and processor seconds."""

    turns: int
    quarters: int
    seconds: float


def lengths(n: int, ours: Sequence[SolvedLayers], repeated: Sequence[int] = ()) -> SizeLengths:
    """Return the record of cubes of one size; `repeated` are the turns of the paper's procedure."""
    mean, sigma = PUBLISHED.get(n, (None, None))
    quarters = [each.quarters for each in ours]
    turns, seconds = [each.turns for each in ours], [each.seconds for each in ours]
    off = None
    if repeated and mean is not None and sigma is not None:
        off = (fmean(repeated) - mean) / sigma
    return SizeLengths(
        n,
        mean,
        sigma,
        fmean(repeated) if repeated else None,
        pstdev(repeated) if repeated else None,
        off,
        fmean(quarters),
        pstdev(quarters),
        None if mean is None else fmean(quarters) / mean,
        fmean(turns),
        pstdev(turns),
        median(seconds),
        max(seconds),
    )


def measure(
    n: int,
    cubes: int,
    seed: int = 0,
    method: str = "tsukuda",
    progress: Progress = QUIET,
) -> list[SolvedLayers]:
    """Solve cubes of one size and verify every solution. Raises UnsolvedError if one fails."""
    tables.prepare(n)
    rng = Random(f"{seed} {n}")
    cube = geometry(n)
    count = _SCRAMBLE_LENGTH if n <= _LARGEST_OF_PAPER else _TURNS_A_LAYER * n
    # One solution first, so that compiling and loading is not measured.
    steps.solve(cube.apply(cube.solved, random_turns(Random(0), n, count)), n, METHODS[method], 1)
    solved = []
    for _ in progress.each(f"{n}x{n}x{n}", range(cubes)):
        colours = cube.apply(cube.solved, random_turns(rng, n, count))
        began = time.process_time()
        stages = steps.solve(colours, n, METHODS[method])
        seconds = time.process_time() - began
        end = cube.apply(colours, (turn for stage in stages for turn in stage.turns))
        if not is_solved(end, n):
            raise UnsolvedError(f"the turns found for {write(colours)} do not solve it")
        solved.append(
            SolvedLayers(steps.count_turns(stages), steps.count_quarter_turns(stages), seconds)
        )
    return solved


def measure_published(n: int, cubes: int, seed: int = 0, progress: Progress = QUIET) -> list[int]:
    """Solve cubes of one size by the paper's procedure and verify every solution.

    The cubes are made by 100 turns of the paper: an axis, a layer and a direction. Return the
    turns, half turns as two. Raises UnsolvedError if a solution fails.
    """
    tables.prepare(n)
    rng = Random(f"{seed} {n}")
    cube = geometry(n)
    counts = []
    for _ in progress.each(f"{n}x{n}x{n} as published", range(cubes)):
        turns = [
            LayerTurn(rng.randrange(3), rng.randrange(n), rng.choice((1, 3)))
            for _ in range(_SCRAMBLE_LENGTH)
        ]
        colours = cube.apply(cube.solved, turns)
        stages = solve_as_published(colours, n)
        end = cube.apply(colours, (turn for stage in stages for turn in stage.turns))
        if not is_solved(end, n):
            raise UnsolvedError(f"the turns found for {write(colours)} do not solve it")
        counts.append(steps.count_quarter_turns(stages))
    return counts


def exponent(sizes: Sequence[int], values: Sequence[float]) -> tuple[float, float]:
    """Return c and e of the fit c * n ** e to the values."""
    e, c = np.polyfit([log(n) for n in sizes], [log(value) for value in values], 1)
    return exp(float(c)), float(e)


def growth(records: Sequence[SizeLengths]) -> Iterator[TurnGrowth | TimeGrowth]:
    """Yield the growth of turns and time from size 4 on; nothing below three sizes."""
    large = [each for each in records if each.n >= 4]
    if len(large) < 3:
        return
    sizes = [each.n for each in large]
    yield TurnGrowth.fitted("turns, n >= 4", sizes, [each.qtm_mean for each in large])
    known = [n for n in sizes if n in PUBLISHED]
    if len(known) >= 3:
        yield TurnGrowth.fitted("the paper's", known, [PUBLISHED[n][0] for n in known])
    # The number of bottom colours tried falls with n, so the time is that of one colour.
    seconds = [each.seconds / steps.bottom_colour_count(each.n) for each in large]
    yield TimeGrowth(*exponent(sizes, seconds))
