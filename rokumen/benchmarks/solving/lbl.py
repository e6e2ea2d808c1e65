"""Solution length and time of the LBL engines (experiment of the polyhedra paper, section 14.2.5).

The experiment of the polyhedra paper, section 14.2.5, is repeated: 100 cubes after 100 random turns
each, for which the paper's program needed 74 turns in the mean with a standard deviation of 6.8.
The paper counts quarter turns: docs/published-figures.md says how that is known.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, pstdev

from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.core.cube import Cube
from solver.core.random_cube import random_cube, random_turns
from solver.engines.lbl.engine import DEFAULT_EFFORT
from solver.engines.registry import SolveFunction, engine

PUBLISHED_CUBES = 100
PUBLISHED_SCRAMBLE_LENGTH = 100
PUBLISHED_MEAN = 74.0
PUBLISHED_SIGMA = 6.8

# Cubes from one random generator, so that the cubes do not depend on the number of processes.
BATCH = 500

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class LblSample:
    """One solved cube: its turns (HTM) by stages, and the processor time it took in seconds."""

    stages: tuple[tuple[str, int], ...]
    qtm: int
    seconds: float

    @property
    def htm(self) -> int:
        """Return the number of turns (HTM)."""
        return sum(turns for _, turns in self.stages)


@dataclass(frozen=True, slots=True)
class LblResult:
    """Measurements over several cubes."""

    title: str
    samples: tuple[LblSample, ...]

    @property
    def lengths(self) -> list[int]:
        """Return the number of turns (HTM) of each solution."""
        return [sample.htm for sample in self.samples]

    @property
    def mean(self) -> float:
        """Return the mean number of turns (HTM)."""
        return fmean(self.lengths)

    @property
    def sigma(self) -> float:
        """Return the standard deviation of the number of turns (HTM)."""
        return pstdev(self.lengths)

    @property
    def quarter_turns(self) -> list[int]:
        """Return the number of quarter turns (QTM) of each solution."""
        return [sample.qtm for sample in self.samples]

    @property
    def stage_means(self) -> dict[str, float]:
        """Return the mean number of turns (HTM) of each stage, in order."""
        names = [name for name, _ in self.samples[0].stages]
        columns = zip(*(sample.stages for sample in self.samples), strict=True)
        return {
            name: fmean(turns for _, turns in column)
            for name, column in zip(names, columns, strict=True)
        }

    @property
    def median_seconds(self) -> float:
        """Return the median processor seconds for one cube."""
        return median(sample.seconds for sample in self.samples)

    @property
    def cubes_a_second(self) -> float:
        """Return the cubes per second of one core."""
        return len(self.samples) / sum(sample.seconds for sample in self.samples)


@dataclass(frozen=True, slots=True)
class Setting:
    """Options of the engine: its effort, and one or two looks for the last layer."""

    effort: int = DEFAULT_EFFORT
    one_look: bool = False

    def engine(self) -> SolveFunction:
        """Return the engine with these options."""
        return engine("lbl", effort=self.effort, one_look=self.one_look)

    def __str__(self) -> str:
        return f"effort {self.effort}{', one look' if self.one_look else ''}"


@dataclass(frozen=True, slots=True)
class PaperSetting:
    """The paper's method, which has no options."""

    def engine(self) -> SolveFunction:
        """Return the engine."""
        return engine("lbl-paper")

    def __str__(self) -> str:
        return "lbl-paper"


AnySetting = Setting | PaperSetting

USUAL = Setting()
PAPER = PaperSetting()
# The paper's method and one without a search; then the least effort, the default and more, each
# with one and two looks for the last layer.
SETTINGS: tuple[AnySetting, ...] = (
    PAPER,
    Setting(0),
    *(
        Setting(effort, one_look)
        for one_look in (False, True)
        for effort in (1, DEFAULT_EFFORT, 100)
    ),
)


@dataclass(frozen=True, slots=True)
class Batch:
    """Batch of cubes that one process generates and solves."""

    seed: int
    start: int
    count: int
    setting: AnySetting


def paper_experiment(
    seed: int = 0, setting: AnySetting = USUAL, cubes: int = PUBLISHED_CUBES
) -> LblResult:
    """Solve cubes (100 in the paper), each after 100 random turns. Raises UnsolvedError."""
    rng = Random(seed)
    solve = setting.engine()
    scrambled = (
        Cube.solved().apply(random_turns(rng, PUBLISHED_SCRAMBLE_LENGTH)) for _ in range(cubes)
    )
    return LblResult(
        f"{cubes} cubes after {PUBLISHED_SCRAMBLE_LENGTH} random turns ({setting})",
        tuple(measure(cube, solve) for cube in scrambled),
    )


def random_cubes(
    count: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress = lambda done: None,
    setting: AnySetting = USUAL,
) -> LblResult:
    """Solve uniformly random cubes, the same ones for any number of processes.

    `progress` is called with the number of cubes solved so far. Raises ValueError if `count` or
    `processes` is not positive, and UnsolvedError.
    """
    if count < 1 or processes < 1:
        raise ValueError(f"count {count} and processes {processes} must both be at least 1")
    batches = [
        Batch(seed, start, min(BATCH, count - start), setting) for start in range(0, count, BATCH)
    ]
    samples: list[LblSample] = []
    for batch in _each(batches, processes):
        samples += batch
        progress(len(samples))
    return LblResult(f"{count} random cubes ({setting})", tuple(samples))


def _each(batches: Iterable[Batch], processes: int) -> Iterator[list[LblSample]]:
    if processes == 1:
        yield from map(_solve_batch, batches)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(_solve_batch, batches)


def _solve_batch(batch: Batch) -> list[LblSample]:
    rng = Random(f"{batch.seed} {batch.start}")
    solve = batch.setting.engine()
    return [measure(random_cube(rng), solve) for _ in range(batch.count)]


def measure(cube: Cube, solve: SolveFunction) -> LblSample:
    """Solve one cube and verify the solution. Raises UnsolvedError if it fails."""
    started = time.process_time()
    solution = solve(cube)
    seconds = time.process_time() - started
    if not cube.apply(solution.moves).is_solved:
        raise UnsolvedError(f"the turns found for {cube.facelets()} do not solve it")
    stages = tuple((stage.name.split(":")[0], len(stage.moves)) for stage in solution.stages)
    return LblSample(stages, solution.qtm, seconds)


def against_paper(results: Sequence[tuple[AnySetting, LblResult]]) -> Table:
    """Return a table of results of the paper's experiment beside the paper's figures."""
    shown = Table(
        "",
        "the paper",
        *(str(setting) for setting, _ in results),
        title=f"{PUBLISHED_CUBES} cubes after {PUBLISHED_SCRAMBLE_LENGTH} random turns",
    )
    for column in shown.columns[1:]:
        column.justify = "right"
    quarters = [result.quarter_turns for _, result in results]
    shown.add_row(
        "mean quarter turns (QTM)", f"{PUBLISHED_MEAN:.0f}", *(f"{fmean(q):.1f}" for q in quarters)
    )
    shown.add_row(
        "standard deviation", f"{PUBLISHED_SIGMA}", *(f"{pstdev(q):.1f}" for q in quarters)
    )
    shown.add_row("fewest, most", "", *(f"{min(q)}, {max(q)}" for q in quarters))
    shown.add_row("mean turns (HTM)", "", *(f"{result.mean:.1f}" for _, result in results))
    shown.add_row("standard deviation", "", *(f"{result.sigma:.1f}" for _, result in results))
    return shown


def table(result: LblResult) -> Table:
    """Return a table of a result."""
    lengths = result.lengths
    shown = Table("", "rokumen", title=result.title)
    shown.columns[1].justify = "right"
    shown.add_row("mean turns (HTM)", f"{result.mean:.1f}")
    shown.add_row("standard deviation", f"{result.sigma:.1f}")
    shown.add_row("median, fewest, most", f"{median(lengths):g}, {min(lengths)}, {max(lengths)}")
    shown.add_row("mean quarter turns (QTM)", f"{fmean(result.quarter_turns):.1f}")
    shown.add_section()
    for name, mean in result.stage_means.items():
        shown.add_row(name, f"{mean:.1f}")
    shown.add_section()
    slowest = max(sample.seconds for sample in result.samples)
    shown.add_row("milliseconds a cube, median", f"{1000 * result.median_seconds:.2f}")
    shown.add_row("cubes a second", f"{result.cubes_a_second:.0f}")
    shown.add_row("milliseconds, slowest (with reading the tables)", f"{1000 * slowest:.1f}")
    return shown


def comparison(results: Iterable[tuple[AnySetting, LblResult]]) -> Table:
    """Return a table of the results of several settings, a line each."""
    shown = Table("steps", "mean", "most", "mean QTM", "ms, median", "cubes a second")
    for column in shown.columns[1:]:
        column.justify = "right"
    for setting, result in results:
        shown.add_row(
            str(setting),
            f"{result.mean:.2f}",
            str(max(result.lengths)),
            f"{fmean(result.quarter_turns):.2f}",
            f"{1000 * result.median_seconds:.2f}",
            f"{result.cubes_a_second:.0f}",
        )
    return shown
