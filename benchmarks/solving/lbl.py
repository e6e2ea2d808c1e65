"""Solution lengths of the LBL engines, beside the polyhedra paper, section 14.2.5.

Its experiment is repeated: 100 cubes after 100 random turns each, for which the paper's program
needed 74 turns in the mean with a standard deviation of 6.8. The paper counts quarter turns:
docs/published-figures.md says how that is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from benchmarks.harness.options import CORES, Option, Processes, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.work import in_processes
from benchmarks.solving.lengths import Lengths, Solved, StageLengths, solve_verified
from rokumen.cli.number_types import EFFORT, WholeNumber
from solver.core.turn import random_turns
from solver.cube import Cube
from solver.engines.lbl.paper import quarter_turns
from solver.engines.options import DEFAULT_EFFORT
from solver.engines.registry import SolveFunction, engine

PUBLISHED_CUBES = 100
PUBLISHED_SCRAMBLE_LENGTH = 100
PUBLISHED_MEAN = 74.0
PUBLISHED_SIGMA = 6.8

# Cubes from one random generator, so that the cubes do not depend on the number of processes.
BATCH = 500


@dataclass(frozen=True, slots=True)
class PaperLengths(Lengths):
    """Solution lengths in the paper's experiment."""

    key = "experiment"
    title = f"{PUBLISHED_CUBES} cubes after {PUBLISHED_SCRAMBLE_LENGTH} random turns"


@dataclass(frozen=True, slots=True)
class Setting:
    """Options of the engine: its effort, and one or two looks for the last layer."""

    effort: int = DEFAULT_EFFORT
    one_look: bool = False

    def engine(self) -> SolveFunction:
        """Return the engine with these options."""
        return engine("lbl", effort=self.effort, one_look=self.one_look)

    def counted(self, cube: Cube, solved: Solved) -> Solved:
        """Return a solved cube with its turns counted as they are."""
        return solved

    def __str__(self) -> str:
        return f"effort {self.effort}{', one look' if self.one_look else ''}"


@dataclass(frozen=True, slots=True)
class PaperSetting:
    """The paper's method, which has no options."""

    def engine(self) -> SolveFunction:
        """Return the engine."""
        return engine("lbl-paper")

    def counted(self, cube: Cube, solved: Solved) -> Solved:
        """Return a solved cube with its quarter turns counted as the paper does, step by step."""
        return replace(solved, qtm=quarter_turns(cube))

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


def lbl(
    progress: Progress,
    seed: Seed = 0,
    cubes: Annotated[
        int,
        Option(
            "Random cubes to solve after the paper's 100 cubes; 1000000 is the long run.",
            WholeNumber(0),
        ),
    ] = 1000,
    processes: Processes = CORES,
    effort: Annotated[
        int, Option("Beam width; 0 takes the fewest cases to learn.", EFFORT)
    ] = USUAL.effort,
    one_look: Annotated[bool, Option("Solve the last layer in one step.")] = False,
    compare: Annotated[bool, Option("Compare efforts, each with one look and two.")] = False,
) -> Iterator[PaperLengths | Lengths | StageLengths]:
    """Repeat the polyhedra paper's LBL experiment with its method and ours, then solve many cubes.

    Every solution is verified; the exit status is 1 if one fails.
    """
    if compare:
        for each in SETTINGS:
            solved = random_cubes(max(1, cubes), seed, processes, progress, each)
            yield Lengths.of(str(each), solved)
        return
    setting = Setting(effort, one_look)
    yield PaperLengths("the paper", qtm_mean=PUBLISHED_MEAN, qtm_sigma=PUBLISHED_SIGMA)
    for each in (PAPER, setting):
        yield PaperLengths.of(str(each), paper_experiment(seed, each))
    if cubes:
        solved = random_cubes(cubes, seed, processes, progress, setting)
        yield Lengths.of(str(setting), solved)
        yield StageLengths.of(str(setting), solved)


def paper_experiment(
    seed: int = 0, setting: AnySetting = USUAL, cubes: int = PUBLISHED_CUBES
) -> list[Solved]:
    """Solve cubes (100 in the paper), each after 100 random turns. Raises UnsolvedError."""
    rng = Random(seed)
    solve = setting.engine()
    scrambled = (
        Cube.solved().apply(random_turns(rng, PUBLISHED_SCRAMBLE_LENGTH)) for _ in range(cubes)
    )
    return [setting.counted(cube, solve_verified(cube, solve)) for cube in scrambled]


@dataclass(frozen=True, slots=True)
class _Batch:
    """Cubes that one process generates and solves."""

    seed: int
    start: int
    count: int
    setting: AnySetting


def random_cubes(
    count: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress = QUIET,
    setting: AnySetting = USUAL,
) -> list[Solved]:
    """Solve uniformly random cubes, the same ones for any number of processes.

    Raises ValueError if `count` or `processes` is not positive, and UnsolvedError.
    """
    if count < 1 or processes < 1:
        raise ValueError(f"count {count} and processes {processes} must both be at least 1")
    batches = [
        _Batch(seed, start, min(BATCH, count - start), setting) for start in range(0, count, BATCH)
    ]
    done = in_processes(_solve_batch, batches, processes)
    title = f"{count} cubes, {setting}: batches"
    return [each for batch in progress.each(title, done, len(batches)) for each in batch]


def _solve_batch(batch: _Batch) -> list[Solved]:
    rng = Random(f"{batch.seed} {batch.start}")
    solve = batch.setting.engine()
    cubes = (Cube.random(rng) for _ in range(batch.count))
    return [batch.setting.counted(cube, solve_verified(cube, solve)) for cube in cubes]
