"""Solution lengths of the Pyraminx, and all positions of it and of the 2x2x2 by distance.

The experiment of the polyhedra paper, section 14.4.6, is repeated: there the mean over 100
positions after 100 random turns was 33 turns, with a standard deviation of 7.8. By its section 16
all positions of the 2x2x2 are reached within 14 (quarter) turns.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from random import Random
from statistics import fmean, pstdev
from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from rokumen.benchmarks.harness.options import Option, Seed
from rokumen.benchmarks.harness.records import Record, column
from rokumen.cli.number_types import WholeNumber
from solver.core.errors import UnsolvedError
from solver.puzzles.pocket_state import metric
from solver.puzzles.pyraminx import (
    APEX,
    EDGE_ORDER,
    Stage,
    optimal,
    solve_as_published,
    solve_by_steps,
)
from solver.puzzles.pyraminx_state import SOLVED_STATE, TURNS, PyraminxState
from solver.puzzles.pyraminx_tables import tables

PUBLISHED_SCRAMBLE_LENGTH = 100
PUBLISHED_MEAN = 33.0
PUBLISHED_SIGMA = 7.8
PUBLISHED_POCKET_MAX = 14

SolveFunction = Callable[[PyraminxState], tuple[Stage, ...]]
# The turns of each stage of a solution, by its name.
Stages = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class MethodLengths(Record):
    """Solution lengths of one method, and the mean turns of its stages."""

    key = "methods"
    title = f"{{positions}} positions after {PUBLISHED_SCRAMBLE_LENGTH} random turns, tips counted"
    is_column = True
    published_by = "the paper"

    method: str = column("")
    mean: float = column("mean turns", ".2f", published=PUBLISHED_MEAN)
    ratio: float = column("ratio to paper", ".0%")
    sigma: float = column("standard deviation", ".2f", published=PUBLISHED_SIGMA)
    fewest: int = column("fewest")
    most: int = column("most")
    stages: Mapping[str, float] = column("", ".2f")


@dataclass(frozen=True, slots=True)
class PyraminxDistance(Record):
    """How many positions without tips are each number of turns from solved."""

    key = "distances"

    turns: int = column("turns")
    positions: int = column("positions", ",")


@dataclass(frozen=True, slots=True)
class PocketDistance(Record):
    """How many positions are each number of turns from solved, half turns as one and as two."""

    key = "distances"
    title = f"2x2x2 (paper: at most {PUBLISHED_POCKET_MAX} quarter turns)"

    turns: int = column("turns")
    htm: int | None = column("half turn = 1", ",")
    qtm: int | None = column("half turn = 2", ",")


@dataclass(frozen=True, slots=True)
class AllPositions(Record):
    """The number of positions and their mean distance from solved."""

    key = "all"
    sentence = "all {positions:,} positions{what}, {mean:.3f} turns in the mean"

    what: str
    positions: int
    mean: float

    @classmethod
    def counted(cls, what: str, counts: NDArray[np.int64]) -> AllPositions:
        """Return the record of counts by distance."""
        mean = float(counts @ np.arange(len(counts)) / counts.sum())
        return cls(what, int(counts.sum()), mean)


def pyraminx(
    seed: Seed = 0,
    positions: Annotated[
        int, Option("Number of positions; 100 in the polyhedra paper.", WholeNumber(1))
    ] = 100,
) -> Iterator[MethodLengths | PyraminxDistance | AllPositions]:
    """Repeat the polyhedra paper's Pyraminx experiment, then count all positions by distance.

    Every solution is verified; the exit status is 1 if one fails.
    """
    states = random_positions(positions, seed)
    for name, solve in METHODS.items():
        yield method_lengths(name, [solve_checked(state, solve) for state in states])
    counts = np.bincount(tables()["all"])
    for turns, count in enumerate(counts):
        yield PyraminxDistance(turns, int(count))
    yield AllPositions.counted(" without tips", counts)


def pocket() -> Iterator[PocketDistance | AllPositions]:
    """Count all positions of the 2x2x2 by their distance from solved, in turns."""
    htm, qtm = (np.bincount(metric(name).distances) for name in ("htm", "qtm"))
    for turns, (half, quarter) in enumerate(zip_longest(map(int, htm), map(int, qtm))):
        yield PocketDistance(turns, half, quarter)
    yield AllPositions.counted(", half turn = 1", htm)
    yield AllPositions.counted(", half turn = 2", qtm)


def random_positions(count: int, seed: int) -> list[PyraminxState]:
    """Return random positions, each after 100 turns of layers and tips."""
    rng = Random(seed)
    turns = sorted(TURNS)
    return [
        SOLVED_STATE.apply(rng.choices(turns, k=PUBLISHED_SCRAMBLE_LENGTH)) for _ in range(count)
    ]


def solve_checked(state: PyraminxState, solve: SolveFunction) -> Stages:
    """Return the turns of each stage of a solution. Raises UnsolvedError if it fails."""
    stages = solve(state)
    if state.apply(turn for _, turns in stages for turn in turns) != SOLVED_STATE:
        raise UnsolvedError(f"the turns found for {state} do not solve it")
    return tuple((name, len(turns)) for name, turns in stages)


def count_turns(stages: Stages) -> int:
    """Return the turns of all stages."""
    return sum(turns for _, turns in stages)


def method_lengths(method: str, solutions: Sequence[Stages]) -> MethodLengths:
    """Return the record of the solutions of a method."""
    lengths = [count_turns(stages) for stages in solutions]
    columns = zip(*([turns for _, turns in stages] for stages in solutions), strict=True)
    return MethodLengths(
        method,
        fmean(lengths),
        fmean(lengths) / PUBLISHED_MEAN,
        pstdev(lengths),
        min(lengths),
        max(lengths),
        dict(zip(_stage_names(solutions[0]), map(fmean, columns), strict=True)),
    )


def _stage_names(stages: Stages) -> list[str]:
    """Return the first words of the stages' names, with a number where there are several."""
    words = [name.split()[0] for name, _ in stages]
    return [
        f"{word} {words[: index + 1].count(word)}" if words.count(word) > 1 else word
        for index, word in enumerate(words)
    ]


def in_the_papers_order(state: PyraminxState) -> tuple[Stage, ...]:
    """Solve a position in the paper's order, each step in the fewest turns."""
    order = (APEX, EDGE_ORDER)
    return solve_by_steps(state, [order])


# Each with the name of its column: the paper's method, its order with the shortest sequences, the
# best order, and the fewest turns.
METHODS: dict[str, SolveFunction] = {
    "its method": solve_as_published,
    "its order": in_the_papers_order,
    "best order": solve_by_steps,
    "optimal": optimal,
}
