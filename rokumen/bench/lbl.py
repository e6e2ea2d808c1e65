"""How many turns the LBL method needs, and how long it takes to find them.

The experiment of seed 000, 14.2.5, is repeated: 100 cubes after 100 random turns each, for which
the paper's program needed 74 turns in the mean with a standard deviation of 6.8.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, median, pstdev

from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.cube import Cube
from solver.engine import Engine
from solver.lbl import DEFAULT_EFFORT, solve
from solver.scramble import random_cube, random_turns

PAPER_CUBES = 100
PAPER_TURNS = 100
PAPER_MEAN = 74.0
PAPER_SIGMA = 6.8

# How many cubes are drawn from one generator: the same cubes for any number of processes.
BATCH = 500

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Sample:
    """One solved cube: its turns (HTM) by stages, and the processor time it took in seconds."""

    stages: tuple[tuple[str, int], ...]
    qtm: int
    seconds: float

    @property
    def htm(self) -> int:
        """Count the turns, a half turn as one."""
        return sum(turns for _, turns in self.stages)


@dataclass(frozen=True, slots=True)
class Result:
    """What was measured over some cubes."""

    title: str
    samples: tuple[Sample, ...]

    @property
    def lengths(self) -> list[int]:
        """Give the number of turns (HTM) of each solution."""
        return [sample.htm for sample in self.samples]

    @property
    def mean(self) -> float:
        """Give the mean number of turns (HTM)."""
        return fmean(self.lengths)

    @property
    def sigma(self) -> float:
        """Give the standard deviation of the number of turns (HTM)."""
        return pstdev(self.lengths)

    @property
    def stage_means(self) -> dict[str, float]:
        """Give the mean number of turns (HTM) of each stage, in order."""
        names = [name for name, _ in self.samples[0].stages]
        columns = zip(*(sample.stages for sample in self.samples), strict=True)
        return {
            name: fmean(turns for _, turns in column)
            for name, column in zip(names, columns, strict=True)
        }

    @property
    def median_seconds(self) -> float:
        """Give the median time for one cube."""
        return median(sample.seconds for sample in self.samples)

    @property
    def cubes_a_second(self) -> float:
        """Say how many cubes one core solves in a second."""
        return len(self.samples) / sum(sample.seconds for sample in self.samples)


@dataclass(frozen=True, slots=True)
class Setting:
    """How the engine is asked: its effort, and in how many looks it does the last layer."""

    effort: int = DEFAULT_EFFORT
    one_look: bool = False

    def engine(self) -> Engine:
        """Give the engine as it is asked."""
        return partial(solve, effort=self.effort, one_look=self.one_look)

    def __str__(self) -> str:
        return f"effort {self.effort}{', one look' if self.one_look else ''}"


USUAL = Setting()
# The paper's steps; then the least effort, the usual one and more, each with both ways to do the
# last layer.
SETTINGS = (
    Setting(0),
    *(
        Setting(effort, one_look)
        for one_look in (False, True)
        for effort in (1, DEFAULT_EFFORT, 100)
    ),
)


@dataclass(frozen=True, slots=True)
class Batch:
    """Some cubes that one process draws and solves."""

    seed: int
    start: int
    count: int
    setting: Setting


def paper_experiment(seed: int = 0, setting: Setting = USUAL) -> Result:
    """Solve 100 cubes, each after 100 random turns. Raises UnsolvedError."""
    rng = Random(seed)
    engine = setting.engine()
    cubes = (Cube.solved().apply(random_turns(rng, PAPER_TURNS)) for _ in range(PAPER_CUBES))
    return Result(
        f"{PAPER_CUBES} cubes after {PAPER_TURNS} random turns ({setting})",
        tuple(measure(cube, engine) for cube in cubes),
    )


def random_cubes(
    count: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress = lambda done: None,
    setting: Setting = USUAL,
) -> Result:
    """Solve cubes drawn evenly from all there are, the same ones for any number of processes.

    `progress` is called with the number of cubes solved so far. Raises ValueError where `count` or
    `processes` is not positive, and UnsolvedError.
    """
    if count < 1 or processes < 1:
        raise ValueError(f"count {count} and processes {processes} must both be at least 1")
    batches = [
        Batch(seed, start, min(BATCH, count - start), setting) for start in range(0, count, BATCH)
    ]
    samples: list[Sample] = []
    for batch in _each(batches, processes):
        samples += batch
        progress(len(samples))
    return Result(f"{count} random cubes ({setting})", tuple(samples))


def _each(batches: Iterable[Batch], processes: int) -> Iterator[list[Sample]]:
    if processes == 1:
        yield from map(_solve_batch, batches)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_solve_batch, batches)


def _solve_batch(batch: Batch) -> list[Sample]:
    rng = Random(f"{batch.seed} {batch.start}")
    engine = batch.setting.engine()
    return [measure(random_cube(rng), engine) for _ in range(batch.count)]


def measure(cube: Cube, engine: Engine) -> Sample:
    """Solve one cube and check it. Raises UnsolvedError where it is not solved at the end."""
    started = time.process_time()
    solution = engine(cube)
    seconds = time.process_time() - started
    if not cube.apply(solution.moves).is_solved:
        raise UnsolvedError(f"the turns found for {cube.facelets()} do not solve it")
    stages = tuple((stage.name.split(":")[0], len(stage.moves)) for stage in solution.stages)
    return Sample(stages, solution.qtm, seconds)


def table(result: Result) -> Table:
    """Lay a result out beside the paper's figures."""
    lengths = result.lengths
    shown = Table("", "rokumen", "the paper", title=result.title)
    for column in shown.columns[1:]:
        column.justify = "right"
    shown.add_row("mean turns (HTM)", f"{result.mean:.1f}", f"{PAPER_MEAN:.0f}")
    shown.add_row("standard deviation", f"{result.sigma:.1f}", f"{PAPER_SIGMA}")
    shown.add_row("median, fewest, most", f"{median(lengths):g}, {min(lengths)}, {max(lengths)}")
    shown.add_row(
        "mean quarter turns (QTM)", f"{fmean(sample.qtm for sample in result.samples):.1f}"
    )
    shown.add_section()
    for name, mean in result.stage_means.items():
        shown.add_row(name, f"{mean:.1f}")
    shown.add_section()
    slowest = max(sample.seconds for sample in result.samples)
    shown.add_row("milliseconds a cube, median", f"{1000 * result.median_seconds:.2f}")
    shown.add_row("cubes a second", f"{result.cubes_a_second:.0f}")
    shown.add_row("milliseconds, slowest (with reading the tables)", f"{1000 * slowest:.1f}")
    return shown


def comparison(results: Iterable[tuple[Setting, Result]]) -> Table:
    """Lay the results of several settings out, a line each."""
    shown = Table("effort", "looks", "mean", "most", "ms, median", "cubes a second")
    for column in shown.columns:
        column.justify = "right"
    for setting, result in results:
        shown.add_row(
            str(setting.effort),
            "1" if setting.one_look else "2",
            f"{result.mean:.2f}",
            str(max(result.lengths)),
            f"{1000 * result.median_seconds:.2f}",
            f"{result.cubes_a_second:.0f}",
        )
    return shown
