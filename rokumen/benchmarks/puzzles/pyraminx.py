"""Solution lengths of the Pyraminx (experiment of the polyhedra paper, section 14.4.6).

There the mean over 100 positions after 100 random turns was 33 turns, with a standard deviation of
7.8.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev

import numpy as np
from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.puzzles.pyraminx import published_method, step_method
from solver.puzzles.pyraminx.geometry import TURNS
from solver.puzzles.pyraminx.puzzle import optimal
from solver.puzzles.pyraminx.state import SOLVED_STATE, PyraminxState
from solver.puzzles.pyraminx.tables import tables

PUBLISHED_POSITIONS = 100
PUBLISHED_SCRAMBLE_LENGTH = 100
PUBLISHED_MEAN = 33.0
PUBLISHED_SIGMA = 7.8


@dataclass(frozen=True, slots=True)
class SolutionLengths:
    """Turns of each solution, by stage."""

    solutions: tuple[tuple[tuple[str, int], ...], ...]

    @property
    def lengths(self) -> list[int]:
        """Return the number of turns of each solution."""
        return [sum(turns for _, turns in solution) for solution in self.solutions]

    @property
    def stage_means(self) -> list[tuple[str, float]]:
        """Return the mean number of turns of each stage, in order."""
        return [
            (column[0][0].split()[0], fmean(turns for _, turns in column))
            for column in zip(*self.solutions, strict=True)
        ]


def positions(count: int, seed: int) -> list[PyraminxState]:
    """Return random positions, each after 100 turns of layers and tips."""
    rng = Random(seed)
    turns = sorted(TURNS)
    return [
        SOLVED_STATE.apply(rng.choices(turns, k=PUBLISHED_SCRAMBLE_LENGTH)) for _ in range(count)
    ]


def solve_all(
    states: Iterable[PyraminxState],
    solve: Callable[[PyraminxState], tuple[step_method.Stage, ...]],
) -> SolutionLengths:
    """Solve positions by a method. Raises UnsolvedError if a solution fails."""
    return SolutionLengths(tuple(_checked(state, solve(state)) for state in states))


def in_the_papers_order(state: PyraminxState) -> tuple[step_method.Stage, ...]:
    """Solve a position in the paper's order, each step in the fewest turns."""
    order = (published_method.APEX, published_method.EDGE_ORDER)
    return step_method.solve(state, [order])


def _checked(
    state: PyraminxState, stages: tuple[step_method.Stage, ...]
) -> tuple[tuple[str, int], ...]:
    if state.apply(turn for _, turns in stages for turn in turns) != SOLVED_STATE:
        raise UnsolvedError(f"the turns found for {state} do not solve it")
    return tuple((name, len(turns)) for name, turns in stages)


# Each with the name of its column.
METHODS: dict[str, Callable[[PyraminxState], tuple[step_method.Stage, ...]]] = {
    "its method": published_method.solve,
    "its order": in_the_papers_order,
    "best order": step_method.solve,
    "optimal": optimal,
}


def experiment(states: Sequence[PyraminxState]) -> Table:
    """Return a table of positions solved by four methods, and the paper's figures.

    They are the paper's method, its order with the shortest sequences, the best order, and the
    fewest turns.
    """
    results = [solve_all(states, solve) for solve in METHODS.values()]
    shown = Table(
        "",
        "the paper",
        *METHODS,
        title=f"{len(states)} positions after {PUBLISHED_SCRAMBLE_LENGTH} random turns, tips "
        "counted",
    )
    for column in shown.columns[1:]:
        column.justify = "right"
    lengths = [result.lengths for result in results]
    shown.add_row(
        "mean turns", f"{PUBLISHED_MEAN:.0f}", *(f"{fmean(each):.2f}" for each in lengths)
    )
    shown.add_row(
        "ratio to paper", "", *(f"{fmean(each) / PUBLISHED_MEAN:.0%}" for each in lengths)
    )
    shown.add_row(
        "standard deviation", f"{PUBLISHED_SIGMA}", *(f"{pstdev(each):.2f}" for each in lengths)
    )
    shown.add_row("fewest, most", "", *(f"{min(each)}, {max(each)}" for each in lengths))
    shown.add_section()
    *by_steps, fewest = (result.stage_means for result in results)
    for row in zip(*by_steps, strict=True):
        shown.add_row(row[0][0], "", *(f"{mean:.2f}" for _, mean in row))
    for name, mean in fewest:
        shown.add_row(name, "", "", "", "", f"{mean:.2f}")
    return shown


def every_position() -> Table:
    """Return a table of the positions without tips by their distance from solved, in turns."""
    counts = np.bincount(tables()["all"])
    mean = float(counts @ np.arange(len(counts)) / counts.sum())
    shown = Table(
        "turns",
        "positions",
        title=f"all {counts.sum():,} positions without tips, {mean:.3f} turns in the mean",
    )
    for column in shown.columns:
        column.justify = "right"
    for depth, count in enumerate(counts):
        shown.add_row(str(depth), f"{count:,}")
    return shown
