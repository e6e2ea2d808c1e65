"""How many turns the Tsukuda method needs on cubes of every size, beside seed 000's table 14.7.

The experiment of 14.1.17 is repeated: cubes after 100 random turns of layers each. A turn is a
layer turned by any angle, as the paper counts; turns of the whole cube are none. Growth is fitted
over the sizes: a power of n for turns and time, and a polynomial for turns as in figure 14.15.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean, median, pstdev

import numpy as np
from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.nxn import METHODS, random_turns, tables, tsukuda
from solver.nxn.layers import geometry
from solver.nxn.position import is_solved, write

# Size -> mean and standard deviation: table 14.7.
PAPER = {
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
PAPER_CUBES = 100
_PAPER_TURNS = 100
# Beyond the paper's sizes, so many turns for each layer of an axis mix a cube well.
_TURNS_A_LAYER = 10
_LARGEST_OF_PAPER = 10

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class Measured:
    """The cubes of one size: turns, the same with a half turn as two, and processor seconds."""

    n: int
    turns: tuple[int, ...]
    quarters: tuple[int, ...]
    seconds: tuple[float, ...]

    @property
    def mean(self) -> float:
        """Give the mean number of turns."""
        return fmean(self.turns)

    @property
    def ratio(self) -> float | None:
        """Give the mean as a part of the paper's, where the paper has one."""
        return self.mean / PAPER[self.n][0] if self.n in PAPER else None


def measure(
    n: int,
    cubes: int,
    seed: int = 0,
    method: str = "tsukuda",
    progress: Progress = lambda done: None,
) -> Measured:
    """Solve cubes of one size and turn every solution out.

    `progress` is called with the number of cubes done. Raises UnsolvedError where one is not solved
    at the end.
    """
    tables.prepare(n)
    rng = Random(f"{seed} {n}")
    cube = geometry(n)
    count = _PAPER_TURNS if n <= _LARGEST_OF_PAPER else _TURNS_A_LAYER * n
    # What is compiled and loaded once is not any cube's time.
    tsukuda.solve(cube.apply(cube.solved, random_turns(Random(0), n, count)), n, METHODS[method], 1)
    turns, quarters, seconds = [], [], []
    for done in range(1, cubes + 1):
        colours = cube.apply(cube.solved, random_turns(rng, n, count))
        began = time.process_time()
        stages = tsukuda.solve(colours, n, METHODS[method])
        seconds.append(time.process_time() - began)
        end = cube.apply(colours, (turn for stage in stages for turn in stage.turns))
        if not is_solved(end, n):
            raise UnsolvedError(f"the turns found for {write(colours)} do not solve it")
        turns.append(tsukuda.count(stages))
        quarters.append(tsukuda.quarters(stages))
        progress(done)
    return Measured(n, tuple(turns), tuple(quarters), tuple(seconds))


def exponent(sizes: Sequence[int], values: Sequence[float]) -> tuple[float, float]:
    """Fit c * n ** e to values; give c and e."""
    e, c = np.polyfit([log(n) for n in sizes], [log(value) for value in values], 1)
    return exp(float(c)), float(e)


def table(results: Sequence[Measured]) -> Table:
    """Lay the sizes out beside the paper's figures."""
    shown = Table(
        "n", "turns", "sigma", "the paper", "sigma", "ratio", "half turns as two", "s", "s, most"
    )
    for column in shown.columns:
        column.justify = "right"
    for result in results:
        paper = PAPER.get(result.n)
        shown.add_row(
            str(result.n),
            f"{result.mean:.1f}",
            f"{pstdev(result.turns):.1f}",
            f"{paper[0]:g}" if paper else "",
            f"{paper[1]:g}" if paper else "",
            f"{result.ratio:.1%}" if result.ratio is not None else "",
            f"{fmean(result.quarters):.1f}",
            f"{median(result.seconds):.3f}",
            f"{max(result.seconds):.3f}",
        )
    return shown


def growth(results: Sequence[Measured]) -> list[str]:
    """Say how turns and time grow over the sizes from 4 on, where there are at least three."""
    large = [result for result in results if result.n >= 4]
    if len(large) < 3:
        return []
    sizes = [result.n for result in large]
    means = [result.mean for result in large]
    c, e = exponent(sizes, means)
    square, linear, constant = np.polyfit(sizes, means, 2)
    lines = [
        f"turns, n >= 4: {c:.2f} n^{e:.2f}; {square:.2f} n^2 {linear:+.1f} n {constant:+.0f}",
    ]
    known = [n for n in sizes if n in PAPER]
    if len(known) >= 3:
        c, e = exponent(known, [PAPER[n][0] for n in known])
        square, linear, constant = np.polyfit(known, [PAPER[n][0] for n in known], 2)
        lines.append(
            f"the paper's:   {c:.2f} n^{e:.2f}; {square:.2f} n^2 {linear:+.1f} n {constant:+.0f}"
        )
    # How many colours are tried as the bottom falls with n, so that the time is taken for one.
    c, e = exponent(
        sizes, [median(result.seconds) / tsukuda.bottoms_tried(result.n) for result in large]
    )
    lines.append(f"seconds for one colour as the bottom: {c:.2g} n^{e:.2f}")
    return lines


def plot(results: Sequence[Measured], path: Path) -> None:
    """Draw turns over n beside the paper's into a PNG or SVG. Needs matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
    axes = figure.add_subplot()
    axes.errorbar(
        list(PAPER),
        [mean for mean, _ in PAPER.values()],
        [sigma for _, sigma in PAPER.values()],
        fmt="o-",
        color="#b04a3a",
        capsize=3,
        label="the paper, mean and standard deviation",
    )
    axes.plot(
        list(PAPER),
        [(0.6 if n >= 4 else 0.4) * mean for n, (mean, _) in PAPER.items()],
        "--",
        color="#999999",
        label="60% of it (n = 2, 3: 40%)",
    )
    axes.errorbar(
        [result.n for result in results],
        [result.mean for result in results],
        [pstdev(result.turns) for result in results],
        fmt="s-",
        color="#2a6f97",
        capsize=3,
        label="rokumen",
    )
    axes.set_xlabel("pieces along an edge, n")
    axes.set_ylabel("turns of layers to solve")
    axes.set_ylim(bottom=0)
    axes.grid(alpha=0.3)
    axes.legend()
    figure.savefig(path, dpi=120)
