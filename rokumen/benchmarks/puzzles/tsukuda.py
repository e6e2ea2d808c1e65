"""Solution lengths of the Tsukuda method by cube size, beside the polyhedra paper, table 14.7.

The experiment of section 14.1.17 is repeated: cubes after 100 random layer turns each. As in the
paper, a rotation of the whole cube counts as none. The paper counts half turns as two: beside its
figures stand those of its procedure, one piece at a time, and ours, counted in that way. Growth is
fitted over the sizes: a power of n for turns and time, and a polynomial for turns (figure 14.15).
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
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.position import is_solved, write
from solver.puzzles.nxn.published.steps import solve_as_published
from solver.puzzles.nxn.puzzle import METHODS, random_turns
from solver.puzzles.nxn.tsukuda import steps, tables

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

Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True)
class SizeResult:
    """Cubes of one size: turns, the same with half turns as two, and processor seconds.

    `published` are the turns of the paper's procedure, with half turns as two.
    """

    n: int
    turns: tuple[int, ...]
    quarters: tuple[int, ...]
    seconds: tuple[float, ...]
    published: tuple[int, ...] = ()

    @property
    def mean(self) -> float:
        """Return the mean number of turns."""
        return fmean(self.turns)

    @property
    def ratio(self) -> float | None:
        """Return the ratio of the mean, with half turns as two, to the paper's, or None."""
        return fmean(self.quarters) / PUBLISHED[self.n][0] if self.n in PUBLISHED else None


def measure(
    n: int,
    cubes: int,
    seed: int = 0,
    method: str = "tsukuda",
    progress: Progress = lambda done: None,
) -> SizeResult:
    """Solve cubes of one size and verify every solution.

    `progress` is called with the number of cubes done. Raises UnsolvedError if a solution fails.
    """
    tables.prepare(n)
    rng = Random(f"{seed} {n}")
    cube = geometry(n)
    count = _SCRAMBLE_LENGTH if n <= _LARGEST_OF_PAPER else _TURNS_A_LAYER * n
    # One solution first, so that compiling and loading is not measured.
    steps.solve(cube.apply(cube.solved, random_turns(Random(0), n, count)), n, METHODS[method], 1)
    turns, quarters, seconds = [], [], []
    for done in range(1, cubes + 1):
        colours = cube.apply(cube.solved, random_turns(rng, n, count))
        began = time.process_time()
        stages = steps.solve(colours, n, METHODS[method])
        seconds.append(time.process_time() - began)
        end = cube.apply(colours, (turn for stage in stages for turn in stage.turns))
        if not is_solved(end, n):
            raise UnsolvedError(f"the turns found for {write(colours)} do not solve it")
        turns.append(steps.count_turns(stages))
        quarters.append(steps.count_quarter_turns(stages))
        progress(done)
    return SizeResult(n, tuple(turns), tuple(quarters), tuple(seconds))


def measure_published(
    n: int, cubes: int, seed: int = 0, progress: Progress = lambda done: None
) -> tuple[int, ...]:
    """Solve cubes of one size by the paper's procedure and verify every solution.

    The cubes are made by 100 turns of the paper: an axis, a layer and a direction. Return the
    turns, half turns as two. Raises UnsolvedError if a solution fails.
    """
    tables.prepare(n)
    rng = Random(f"{seed} {n}")
    cube = geometry(n)
    counts = []
    for done in range(1, cubes + 1):
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
        progress(done)
    return tuple(counts)


def exponent(sizes: Sequence[int], values: Sequence[float]) -> tuple[float, float]:
    """Return c and e of the fit c * n ** e to the values."""
    e, c = np.polyfit([log(n) for n in sizes], [log(value) for value in values], 1)
    return exp(float(c)), float(e)


def table(results: Sequence[SizeResult]) -> Table:
    """Return a table of the paper's figures, its procedure repeated, and ours."""
    shown = Table(
        *("n", "paper", "sigma", "repeated", "sigma", "sigmas off", "ours", "ratio"),
        *("any angle = 1", "sigma", "s", "s, max"),
    )
    for column in shown.columns:
        column.justify = "right"
    for result in results:
        shown.add_row(
            str(result.n),
            *_published_columns(result),
            f"{fmean(result.quarters):.1f}",
            f"{result.ratio:.1%}" if result.ratio is not None else "",
            f"{result.mean:.1f}",
            f"{pstdev(result.turns):.1f}",
            f"{median(result.seconds):.3f}",
            f"{max(result.seconds):.3f}",
        )
    return shown


def _published_columns(result: SizeResult) -> tuple[str, ...]:
    if result.n not in PUBLISHED:
        return ("", "", "", "", "")
    mean, sigma = PUBLISHED[result.n]
    if not result.published:
        return (f"{mean:g}", f"{sigma:g}", "", "", "")
    repeated = fmean(result.published)
    return (
        f"{mean:g}",
        f"{sigma:g}",
        f"{repeated:.1f}",
        f"{pstdev(result.published):.1f}",
        f"{(repeated - mean) / sigma:+.1f}",
    )


def growth(results: Sequence[SizeResult]) -> list[str]:
    """Return lines on the growth of turns and time from size 4 on; empty below three sizes.

    Half turns count as two, as in the paper's figures beside them.
    """
    large = [result for result in results if result.n >= 4]
    if len(large) < 3:
        return []
    sizes = [result.n for result in large]
    means = [fmean(result.quarters) for result in large]
    c, e = exponent(sizes, means)
    square, linear, constant = np.polyfit(sizes, means, 2)
    lines = [
        f"turns, n >= 4: {c:.2f} n^{e:.2f}; {square:.2f} n^2 {linear:+.1f} n {constant:+.0f}",
    ]
    known = [n for n in sizes if n in PUBLISHED]
    if len(known) >= 3:
        c, e = exponent(known, [PUBLISHED[n][0] for n in known])
        square, linear, constant = np.polyfit(known, [PUBLISHED[n][0] for n in known], 2)
        lines.append(
            f"the paper's:   {c:.2f} n^{e:.2f}; {square:.2f} n^2 {linear:+.1f} n {constant:+.0f}"
        )
    # The number of bottom colours tried falls with n, so the time is that of one colour.
    c, e = exponent(
        sizes, [median(result.seconds) / steps.bottom_colour_count(result.n) for result in large]
    )
    lines.append(f"seconds for one bottom colour: {c:.2g} n^{e:.2f}")
    return lines


def plot(results: Sequence[SizeResult], path: Path) -> None:
    """Plot turns over n, with the paper's, as PNG or SVG. Needs matplotlib."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(7, 4.5), layout="constrained")
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
        [result.n for result in results],
        [fmean(result.quarters) for result in results],
        [pstdev(result.quarters) for result in results],
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
    figure.savefig(path, dpi=120)
