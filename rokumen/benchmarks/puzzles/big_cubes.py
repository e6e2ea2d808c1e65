"""Lengths of solutions of big cubes by reduction, and how they fall with time, beside others'."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, TypeVar

import click

from rokumen.benchmarks.harness.kept import Kept
from rokumen.benchmarks.harness.options import Option, Seed
from rokumen.benchmarks.harness.progress import Progress
from rokumen.benchmarks.harness.records import Record, column
from rokumen.cli.number_types import Number, WholeNumber
from solver.core.errors import UnsolvedError
from solver.engines.options import LAYER_METRICS, LAYERS, WIDE, ReductionOptions
from solver.puzzles.big_cube import random_turns
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import is_solved, write
from solver.puzzles.reduction import reduction

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Random turns of a state, and of a large cube's for each layer of an axis.
_SCRAMBLE_LENGTH, _TURNS_A_LAYER = 100, 10
# When the best solution so far is noted (seconds); at 0 the first one is.
SAMPLES = (0.0, 0.25, 1.0, 10.0, 60.0, 600.0)
# The means in wide turns that are published, by size: TPR-4x4x4-Solver's own, and that of the five
# phases of cube555 (51.5 wide turns) with 19.2 of a 3x3x3.
PUBLISHED_WIDE = {4: 44.4, 5: 70.7}
# Those in turns of single layers: of the winners of the Santa 2023 contest, by their files, without
# the mismatches that it allowed.
PUBLISHED_LAYERS = {6: 156.7, 7: 205.2, 8: 281.7, 9: 342.3, 10: 450.2}

Found = TypeVar("Found")


@dataclass(frozen=True, slots=True)
class BestAfter(Record):
    """The length of the best solution of one state after some seconds, in both metrics.

    `processor` are the seconds of processor time that were used until it was found.
    """

    key = "states"

    seconds: float
    wide: int
    layers: int
    processor: float


@dataclass(frozen=True, slots=True)
class BigCubeLengths(Record):
    """The mean length of the best solutions of a size after some seconds."""

    key = "lengths"
    title = "searched in {metric}"

    seconds: float = column("s", "g")
    states: int = column("states")
    wide: float = column("wide turns", ".2f")
    layers: float = column("single layers", ".2f")
    most: int = column("most wide")
    processor: float = column("processor s", ".1f")
    published: float | None = column("published", ".1f")
    published_metric: str | None = column("in")

    @classmethod
    def plot(cls, records: Sequence[BigCubeLengths], figure: Figure) -> None:
        """Plot both lengths over time."""
        axes = figure.add_subplot()
        seconds = [each.seconds for each in records]
        axes.semilogx(seconds, [each.layers for each in records], "o-", label="single layers")
        axes.semilogx(seconds, [each.wide for each in records], "s-", label="wide turns")
        if records[0].published is not None:
            axes.axhline(records[0].published, color="#999999", label="published")
        axes.set_xlabel("seconds a cube")
        axes.set_ylabel("turns")
        axes.legend()


def big(
    progress: Progress,
    kept: Kept,
    seed: Seed = 0,
    size: Annotated[
        int, Option("Size of the cube.", WholeNumber(min(reduction.SIZES), max(reduction.SIZES)))
    ] = 4,
    states: Annotated[int, Option("Number of states.", WholeNumber(1))] = 50,
    seconds: Annotated[
        float, Option("Seconds a state.", Number(0, max(SAMPLES)), metavar="S")
    ] = 10.0,
    metric: Annotated[
        str, Option("What counts as one move.", click.Choice(list(LAYER_METRICS)))
    ] = WIDE,
    quick: Annotated[bool, Option("Five states, a second each.")] = False,
) -> Iterator[BigCubeLengths]:
    """Solve big cubes by the method reduction, and note the best solutions so far as time goes on.

    Every solution is verified; the exit status is 1 if one fails.
    """
    count, limit = (min(states, 5), min(seconds, 1.0)) if quick else (states, seconds)
    options = ReductionOptions(limit, metric)
    reduction.prepare(size, options, lambda share: None)
    settings = {"size": size, "seed": seed, "seconds": limit, "metric": metric}
    found: list[BestAfter] = []
    for state in progress.each(f"{size}x{size}x{size}", range(count)):
        found += kept.measured(
            f"state {state}",
            settings,
            (BestAfter,),
            lambda state=state: sampled(size, f"{seed} {state}", options),  # type: ignore[misc]
        )
    yield from _means(found, size)


def sampled(size: int, seed: str, options: ReductionOptions) -> Iterator[BestAfter]:
    """Solve one state, and yield the best solution at each sample's time.

    Raises UnsolvedError for a solution that does not solve it.
    """
    cube = geometry(size)
    turns = random_turns(Random(seed), size, max(_SCRAMBLE_LENGTH, _TURNS_A_LAYER * size))
    colours = cube.apply(cube.solved, turns)
    began, used = time.monotonic(), time.process_time()
    known: list[tuple[float, tuple[int, int, float]]] = []
    for solution in reduction.solutions(colours, size, options):
        after, spent = time.monotonic() - began, time.process_time() - used
        if not is_solved(cube.apply(colours, parse_layer_turns(solution.moves, size)), size):
            raise UnsolvedError(f"{solution.moves} does not solve {write(colours)}")
        known.append((after, (solution.counts[WIDE], solution.counts[LAYERS], spent)))
    for sample, best in at_samples(known, SAMPLES, options.time_limit):
        yield BestAfter(sample, *best)


def at_samples(
    known: Sequence[tuple[float, Found]], samples: Iterable[float], seconds: float
) -> Iterator[tuple[float, Found]]:
    """Yield the samples' times up to some seconds, with the last that was found until each.

    `known` has what was found after how many seconds. The first stands for earlier samples too.
    """
    for sample in samples:
        if sample <= seconds:
            yield (
                sample,
                ([found for after, found in known if after <= sample] or [known[0][1]])[-1],
            )


def _means(found: Sequence[BestAfter], size: int) -> Iterator[BigCubeLengths]:
    published, metric = PUBLISHED_WIDE.get(size), WIDE if size in PUBLISHED_WIDE else None
    if size in PUBLISHED_LAYERS:
        published, metric = PUBLISHED_LAYERS[size], LAYERS
    for sample in SAMPLES:
        at = [each for each in found if each.seconds == sample]
        if at:
            yield BigCubeLengths(
                sample,
                len(at),
                fmean(each.wide for each in at),
                fmean(each.layers for each in at),
                max(each.wide for each in at),
                fmean(each.processor for each in at),
                published,
                metric,
            )
