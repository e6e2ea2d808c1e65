"""Lengths of short solutions of cubes of all sizes that have them, and how they grow with size.

The most turns that a cube of size n needs grow as n^2 / log n (Demaine, Demaine, Eisenstat, Lubiw
and Winslow, Algorithms for Solving Rubik's Cubes, 2011).
"""

from __future__ import annotations

import resource
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log
from statistics import fmean
from typing import TYPE_CHECKING, Annotated

import numpy as np

from benchmarks.harness.kept import Kept
from benchmarks.harness.options import Option, Seed
from benchmarks.harness.progress import Progress
from benchmarks.harness.records import Record, column
from benchmarks.puzzles.big_cubes import PUBLISHED_LAYERS, SAMPLES, sampled
from benchmarks.puzzles.tsukuda import exponent
from rokumen.cli.number_types import Number, WholeNumber
from solver.engines.options import LAYERS, ReductionOptions
from solver.puzzles.reduction import reduction

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MEGABYTE = 2**20


@dataclass(frozen=True, slots=True)
class SolvedState(Record):
    """The best solution of one state, and what it took.

    `processor`: seconds of processor time until it was found; `peak`: the most bytes of memory that
    the process had used by then, for this and all smaller sizes.
    """

    key = "states"

    layers: int
    processor: float
    peak: int


@dataclass(frozen=True, slots=True)
class SizeReached(Record):
    """The mean length of the solutions of one size in turns of single layers."""

    key = "sizes"
    title = "{seconds:g} s a state"

    n: int = column("n")
    states: int = column("states")
    layers: float = column("single layers", ".1f")
    published: float | None = column("published", ".1f")
    per_square: float = column("by n^2", ".2f")
    processor: float = column("processor s", ".1f")
    peak: float = column("peak MB", ".0f")

    @classmethod
    def plot(cls, records: Sequence[SizeReached], figure: Figure) -> None:
        """Plot the lengths over the size, with the published ones and the fit."""
        axes = figure.add_subplot()
        sizes = [each.n for each in records]
        axes.plot(sizes, [each.layers for each in records], "o", label="single layers")
        known = [n for n in sizes if n in PUBLISHED_LAYERS]
        axes.plot(known, [PUBLISHED_LAYERS[n] for n in known], "x", label="published")
        factor = LayerGrowth.fitted(records).by_logarithm
        axes.plot(sizes, [factor * n**2 / log(n) for n in sizes], label=f"{factor:.2f} n^2 / log n")
        axes.set_xlabel("n")
        axes.set_ylabel("turns")
        axes.legend()


@dataclass(frozen=True, slots=True)
class LayerGrowth(Record):
    """Fits of the turns of single layers over n: a power, and a multiple of n^2 / log n.

    The second is by least squares of what it is off, as a part of the turns; `off` is the root mean
    square of that.
    """

    key = "growth"
    sentence = "{factor:.2f} n^{power:.2f}; {by_logarithm:.2f} n^2 / log n, off by {off:.1%}"

    factor: float
    power: float
    by_logarithm: float
    off: float

    @classmethod
    def fitted(cls, records: Sequence[SizeReached]) -> LayerGrowth:
        """Return the fits to two sizes or more."""
        parts = np.array([each.n**2 / log(each.n) / each.layers for each in records])
        factor = float(parts.sum() / (parts**2).sum())
        off = float(np.sqrt(np.mean((factor * parts - 1) ** 2)))
        power = exponent([each.n for each in records], [each.layers for each in records])
        return cls(*power, factor, off)


def big_growth(
    progress: Progress,
    kept: Kept,
    seed: Seed = 0,
    smallest: Annotated[
        int, Option("Smallest size.", WholeNumber(min(reduction.SIZES), max(reduction.SIZES)))
    ] = min(reduction.SIZES),
    largest: Annotated[
        int, Option("Largest size.", WholeNumber(min(reduction.SIZES), max(reduction.SIZES)))
    ] = max(reduction.SIZES),
    states: Annotated[int, Option("Number of states of each size.", WholeNumber(1))] = 1,
    seconds: Annotated[
        float, Option("Seconds a state.", Number(min(SAMPLES), max(SAMPLES)), metavar="S")
    ] = 10.0,
) -> Iterator[SizeReached | LayerGrowth]:
    """Solve cubes of all sizes by the method reduction in few turns of single layers.

    Every solution is verified; the exit status is 1 if one fails.
    """
    options = ReductionOptions(seconds, LAYERS)
    settings = {"seed": seed, "seconds": seconds}
    sizes = [n for n in reduction.SIZES if smallest <= n <= largest]
    reached = []
    for n in progress.each("sizes", sizes):
        found: list[SolvedState] = []
        for state in range(states):
            found += kept.measured(
                f"{n}x{n}x{n}, state {state}",
                settings,
                (SolvedState,),
                lambda n=n, state=state: [_solved(n, f"{seed} {state}", options)],  # type: ignore[misc]
            )
        layers = fmean(each.layers for each in found)
        reached.append(
            SizeReached(
                n,
                len(found),
                layers,
                PUBLISHED_LAYERS.get(n),
                layers / n**2,
                fmean(each.processor for each in found),
                max(each.peak for each in found) / _MEGABYTE,
            )
        )
    yield from reached
    if len(reached) > 1:
        yield LayerGrowth.fitted(reached)


def _solved(n: int, seed: str, options: ReductionOptions) -> SolvedState:
    reduction.prepare(n, options, lambda share: None)
    *_, best = sampled(n, seed, options)
    # Linux counts in units of 1024 bytes, macOS in bytes.
    unit = 1 if sys.platform == "darwin" else 1024
    peak = unit * resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return SolvedState(best.layers, best.processor, peak)
