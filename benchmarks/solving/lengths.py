"""Lengths of the solutions of any puzzle by any method, and how they fall as a search goes on.

Published means, beside which those of the same puzzle are shown: of TPR-4x4x4-Solver by its author;
of the 5x5x5 the five phases of cube555 (51.5 wide turns) and 19.2 of a 3x3x3; from 6x6x6 on the
winners of the Santa 2023 contest in turns of single layers, by their files, without the mismatches
that it allowed.
"""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, median, pstdev
from typing import TYPE_CHECKING, Annotated, Any

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import Option, Processes, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import Work
from rokumen.cli.parameters import Number, WholeNumber
from rokumen.errors import InputError
from solver.core.errors import UnsolvedError
from solver.cube import Cube
from solver.engines.registry import SolveFunction, engine
from solver.puzzles.registry import load_puzzle

if TYPE_CHECKING:
    from matplotlib.figure import Figure

CUBE = "3x3x3"
TIME_LIMIT = "time_limit"
QUARTERS = "quarter turns"
# When the best solution so far is noted (seconds); at 0 the first one is.
SAMPLES = (0.0, 0.25, 1.0, 10.0, 60.0, 600.0)
PUBLISHED: Mapping[str, tuple[float, str]] = {
    "4x4x4": (44.4, "wide"),
    "5x5x5": (70.7, "wide"),
    "6x6x6": (156.7, "layers"),
    "7x7x7": (205.2, "layers"),
    "8x8x8": (281.7, "layers"),
    "9x9x9": (342.3, "layers"),
    "10x10x10": (450.2, "layers"),
}


@dataclass(frozen=True, slots=True)
class Solved:
    """One solved state: its turns by stages, its counts of other kinds, and processor seconds."""

    stages: tuple[tuple[str, int], ...]
    turns: int
    counts: Mapping[str, int]
    seconds: float

    @property
    def qtm(self) -> int:
        """Return the quarter turns of a 3x3x3."""
        return self.counts[QUARTERS]


@dataclass(frozen=True, slots=True)
class Improvement:
    """A solution, and after how many seconds of the clock it was found."""

    after: float
    solved: Solved


@dataclass(frozen=True, slots=True)
class Searched:
    """The solutions of one state, each better than the one before, and the process's peak memory.

    `peak`: bytes, also of what the process solved before.
    """

    found: tuple[Improvement, ...]
    peak: int


@dataclass(frozen=True, slots=True)
class StateToSolve:
    """A state that is solved: the puzzle's, drawn from a seed, by a method with its options."""

    puzzle: str
    method: str | None
    options: Mapping[str, Any]
    seed: str


@dataclass(frozen=True, slots=True)
class Lengths(Record):
    """The lengths of the best solutions after some seconds; times are of one processor."""

    key = "lengths"
    title = "{states} states each"

    puzzle: str = column("puzzle")
    seconds: float = column("s", "g")
    mean: float = column("turns", ".2f")
    sigma: float = column("sigma", ".2f")
    median: float = column("median", "g")
    fewest: int = column("fewest")
    most: int = column("most")
    counts: Mapping[str, float] = column("", ".2f")
    published: float | None = column("published", ".1f")
    published_metric: str | None = column("in")
    milliseconds: float = column("ms", ".2f")
    slowest_milliseconds: float = column("slowest", ".1f")
    peak_megabytes: float = column("peak MB", ".0f")

    @classmethod
    def plot(cls, records: Sequence[Lengths], figure: Figure) -> None:
        """Plot the mean lengths over time, a line for each puzzle."""
        axes = figure.add_subplot(xlabel="seconds a state", ylabel="turns")
        for puzzle in dict.fromkeys(each.puzzle for each in records):
            of_puzzle = [each for each in records if each.puzzle == puzzle]
            seconds = [each.seconds for each in of_puzzle]
            axes.plot(seconds, [each.mean for each in of_puzzle], "o-", label=puzzle)
        axes.legend()


@dataclass(frozen=True, slots=True)
class StageLengths(Record):
    """Mean turns of each stage of a method whose stages are the same for all states."""

    key = "stages"
    is_column = True

    puzzle: str = column("mean turns")
    means: Mapping[str, float] = column("", ".1f")


def lengths(
    progress: Progress,
    kept: Kept,
    puzzles: Annotated[tuple[str, ...], Option(is_argument=True, metavar="[PUZZLE]...")] = (),
    method: Annotated[str | None, Option("Method; the puzzle's own first one.")] = None,
    option: Annotated[
        tuple[str, ...], Option("An option of the method, as effort=20.", metavar="NAME=VALUE")
    ] = (),
    states: Annotated[int, Option("Random states of each puzzle.", WholeNumber(1))] = 100,
    seconds: Annotated[
        float | None,
        Option("Seconds a state, of methods that go on.", Number(0, SAMPLES[-1]), metavar="S"),
    ] = None,
    seed: Seed = 0,
    processes: Processes = 1,
) -> Iterator[Lengths | StageLengths]:
    """Solve random states of each PUZZLE (3x3x3), and note the best solutions as time goes on.

    Every solution is verified; the exit status is 1 if one fails.
    """
    options = dict(map(read_option, option))
    if seconds is not None:
        options[TIME_LIMIT] = seconds
    work = Work(processes, progress, kept)
    for puzzle in puzzles or (CUBE,):
        jobs = {n: StateToSolve(puzzle, method, options, f"{seed} {n}") for n in range(states)}
        part = f"{puzzle} {method} {options} {seed}"
        searched = work.results(part, Searched, search, jobs, chunk=20)
        yield from lengths_of(puzzle, searched, seconds or 0.0)


def read_option(text: str) -> tuple[str, Any]:
    """Return a name and a value from `name=value`. Raises InputError for another text."""
    name, equals, value = text.partition("=")
    if not (name.isidentifier() and equals and value):
        raise InputError(f"--option {text!r}: write a name and a value, such as effort=20")
    if value in ("true", "false"):
        return name, value == "true"
    for kind in (int, float):
        try:
            return name, kind(value)
        except ValueError:
            continue
    return name, value


def search(state: StateToSolve) -> Searched:
    """Solve a state, after the tables are built. Raises what the method raises, UnsolvedError."""
    rng = Random(state.seed)
    found = _of_cube(state, rng) if state.puzzle == CUBE else _of_puzzle(state, rng)
    # Linux counts in units of 1024 bytes, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    return Searched(tuple(found), unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)


def _of_cube(state: StateToSolve, rng: Random) -> Iterator[Improvement]:
    solve = engine(state.method or "lbl", **state.options)
    cube = Cube.random(rng)
    began = time.monotonic()
    solved = solve_verified(cube, solve)
    yield Improvement(time.monotonic() - began, solved)


def solve_verified(cube: Cube, solve: SolveFunction) -> Solved:
    """Solve one 3x3x3 and verify the solution. Raises UnsolvedError if it fails."""
    started = time.process_time()
    solution = solve(cube)
    seconds = time.process_time() - started
    if not cube.apply(solution.turns).is_solved():
        raise UnsolvedError(f"the turns found for {cube.facelets} do not solve it")
    stages = tuple((stage.name.split(":")[0], len(stage.turns)) for stage in solution.stages)
    return Solved(stages, solution.htm, {QUARTERS: solution.qtm}, seconds)


def _of_puzzle(state: StateToSolve, rng: Random) -> Iterator[Improvement]:
    puzzle = load_puzzle(state.puzzle)
    method = puzzle.choose_method(state.method)
    puzzle.prepare_for(method, state.options, lambda share: None)
    scramble = puzzle.scramble(rng)
    began, used = time.monotonic(), time.process_time()
    for solution in puzzle.improve(scramble, method, state.options):
        after, seconds = time.monotonic() - began, time.process_time() - used
        stages = tuple((each.name, len(each.turns)) for each in solution.stages)
        yield Improvement(after, Solved(stages, solution.length, dict(solution.counts), seconds))


def lengths_of(
    puzzle: str, searched: Sequence[Searched], seconds: float
) -> Iterator[Lengths | StageLengths]:
    """Yield the lengths of a puzzle's states at each sample up to some seconds, and its stages'."""
    published, metric = PUBLISHED.get(puzzle, (None, None))
    for sample in (each for each in SAMPLES if each <= seconds):
        best = [best_after(sample, each.found) for each in searched]
        turns = [each.turns for each in best]
        yield Lengths(
            puzzle,
            sample,
            fmean(turns),
            pstdev(turns),
            median(turns),
            min(turns),
            max(turns),
            {name: fmean(each.counts[name] for each in best) for name in best[0].counts},
            published,
            metric,
            1000 * median(each.seconds for each in best),
            1000 * max(each.seconds for each in best),
            max(each.peak for each in searched) / 2**20,
        )
    stages = [each.found[-1].solved.stages for each in searched]
    if len({tuple(name for name, _ in each) for each in stages}) == 1:
        columns = zip(*stages, strict=True)
        yield StageLengths(
            puzzle, {each[0][0]: fmean(turns for _, turns in each) for each in columns}
        )


def best_after(sample: float, found: Iterable[Improvement]) -> Solved:
    """Return the best solution after some seconds; the first stands for earlier ones too."""
    first, *others = found
    return [first.solved, *(each.solved for each in others if each.after <= sample)][-1]
