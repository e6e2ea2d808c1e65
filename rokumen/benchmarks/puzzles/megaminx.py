"""Lengths of short solutions of a Megaminx, and how they fall with time."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Annotated

from rokumen.benchmarks.harness.kept import Kept
from rokumen.benchmarks.harness.options import Option, Seed
from rokumen.benchmarks.harness.progress import Progress
from rokumen.benchmarks.harness.records import Record, column
from rokumen.benchmarks.puzzles.big_cubes import at_samples
from rokumen.cli.number_types import Number, WholeNumber
from solver.core.errors import UnsolvedError
from solver.puzzles.megaminx import SHORT, Megaminx
from solver.puzzles.megaminx_turns import parse, shape
from solver.puzzles.polyhedra.polyhedron import after

# When the best solution so far is noted (seconds).
SAMPLES = (1.0, 10.0, 60.0, 600.0)


@dataclass(frozen=True, slots=True)
class ShortestAfter(Record):
    """The turns of the best solution of one state after some seconds, and processor time used."""

    key = "states"

    seconds: float
    turns: int
    processor: float


@dataclass(frozen=True, slots=True)
class MegaminxLengths(Record):
    """The lengths of the best solutions after some seconds.

    On a busy machine a search has less processor time than seconds.
    """

    key = "lengths"
    title = "turns of faces"

    seconds: float = column("s", "g")
    states: int = column("states")
    turns: float = column("mean turns", ".1f")
    fewest: int = column("fewest")
    most: int = column("most")
    processor: float = column("processor s", ".1f")


def megaminx(
    progress: Progress,
    kept: Kept,
    seed: Seed = 0,
    states: Annotated[int, Option("Number of scrambles.", WholeNumber(1))] = 10,
    seconds: Annotated[
        float, Option("Seconds a scramble.", Number(0, max(SAMPLES)), metavar="S")
    ] = 10.0,
) -> Iterator[MegaminxLengths]:
    """Solve scrambles of the WCA in few turns, and note the best solutions as time goes on.

    Every solution is verified; the exit status is 1 if one fails.
    """
    Megaminx().prepare_for(SHORT, {}, lambda share: None)
    settings = {"seed": seed, "seconds": seconds}
    found: list[ShortestAfter] = []
    for state in progress.each("megaminx", range(states)):
        found += kept.measured(
            f"state {state}",
            settings,
            (ShortestAfter,),
            lambda state=state: _sampled(f"{seed} {state}", seconds),  # type: ignore[misc]
        )
    yield from _means(found)


def _sampled(seed: str, seconds: float) -> Iterable[ShortestAfter]:
    """Solve one scramble, and return the turns of the best solution at each sample's time."""
    scramble = Megaminx().scramble(Random(seed))
    began, used = time.monotonic(), time.process_time()
    known: list[tuple[float, tuple[int, float]]] = []
    for solution in Megaminx().improve(scramble, SHORT, {"time_limit": seconds}):
        places = after(shape(), parse(f"{scramble} {solution.moves}"))
        colours = shape().colours
        if len({(colours[i], colours[place]) for i, place in enumerate(places)}) != 12:
            raise UnsolvedError(f"{solution.moves} does not solve {scramble}")
        spent = time.process_time() - used
        known.append((time.monotonic() - began, (solution.turns, spent)))
    whole = time.process_time() - used
    for sample, (turns, spent) in at_samples(known, SAMPLES, seconds):
        yield ShortestAfter(sample, turns, whole if sample == seconds else spent)


def _means(found: Iterable[ShortestAfter]) -> Iterator[MegaminxLengths]:
    for sample in SAMPLES:
        at = [each for each in found if each.seconds == sample]
        if at:
            turns = [each.turns for each in at]
            processor = fmean(each.processor for each in at)
            yield MegaminxLengths(sample, len(at), fmean(turns), min(turns), max(turns), processor)
