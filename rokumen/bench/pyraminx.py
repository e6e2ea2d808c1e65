"""How many turns the Pyraminx needs: the experiment of seed 000, 14.4.6, and all positions.

There 100 positions after 100 random turns took 33 turns in the mean with a standard deviation of
7.8.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, pstdev

import numpy as np
from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.pyraminx import paper
from solver.pyraminx.geometry import TURNS
from solver.pyraminx.puzzle import optimal
from solver.pyraminx.state import HOME, State
from solver.pyraminx.tables import tables

PAPER_POSITIONS = 100
PAPER_TURNS = 100
PAPER_MEAN = 33.0
PAPER_SIGMA = 7.8


@dataclass(frozen=True, slots=True)
class Result:
    """The stages of each solution, with their turns."""

    solutions: tuple[tuple[tuple[str, int], ...], ...]

    @property
    def lengths(self) -> list[int]:
        """Give the number of turns of each solution."""
        return [sum(turns for _, turns in solution) for solution in self.solutions]

    @property
    def stage_means(self) -> list[tuple[str, float]]:
        """Give the mean number of turns of each stage, in order."""
        return [
            (column[0][0].split()[0], fmean(turns for _, turns in column))
            for column in zip(*self.solutions, strict=True)
        ]


def positions(count: int, seed: int) -> list[State]:
    """Draw positions, each after 100 turns of layers and tips."""
    rng = Random(seed)
    turns = sorted(TURNS)
    return [HOME.apply(rng.choices(turns, k=PAPER_TURNS)) for _ in range(count)]


def by_the_paper(states: Iterable[State], ways: Sequence[paper.Way] = paper.WAYS) -> Result:
    """Solve positions by the paper's steps. Raises UnsolvedError where one is not solved."""
    return Result(tuple(_checked(state, paper.solve(state, ways)) for state in states))


def in_the_fewest(states: Iterable[State]) -> Result:
    """Solve positions in the fewest turns. Raises UnsolvedError where one is not solved."""
    return Result(tuple(_checked(state, optimal(state)) for state in states))


def _checked(state: State, stages: tuple[paper.Stage, ...]) -> tuple[tuple[str, int], ...]:
    if state.apply(turn for _, turns in stages for turn in turns) != HOME:
        raise UnsolvedError(f"the turns found for {state} do not solve it")
    return tuple((name, len(turns)) for name, turns in stages)


def experiment(states: Sequence[State]) -> Table:
    """Solve positions in three ways, and lay them out beside the paper's figures."""
    results = (
        by_the_paper(states, [paper.PAPER_WAY]),
        by_the_paper(states),
        in_the_fewest(states),
    )
    shown = Table(
        "",
        "the paper",
        "its steps",
        "best face, order",
        "the fewest",
        title=f"{len(states)} positions after {PAPER_TURNS} random turns, tips counted",
    )
    for column in shown.columns[1:]:
        column.justify = "right"
    lengths = [result.lengths for result in results]
    shown.add_row("mean turns", f"{PAPER_MEAN:.0f}", *(f"{fmean(way):.2f}" for way in lengths))
    shown.add_row("of the paper's", "", *(f"{fmean(way) / PAPER_MEAN:.0%}" for way in lengths))
    shown.add_row(
        "standard deviation", f"{PAPER_SIGMA}", *(f"{pstdev(way):.2f}" for way in lengths)
    )
    shown.add_row("fewest, most", "", *(f"{min(way)}, {max(way)}" for way in lengths))
    shown.add_section()
    fixed, free, fewest = (result.stage_means for result in results)
    for (name, mean), (_, best) in zip(fixed, free, strict=True):
        shown.add_row(name, "", f"{mean:.2f}", f"{best:.2f}")
    for name, mean in fewest:
        shown.add_row(name, "", "", "", f"{mean:.2f}")
    return shown


def every_position() -> Table:
    """Count the positions without tips by the turns that they need."""
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
