"""How many turns the layers of 1978 (seed 002) need, beside the LBL method, over the same cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from rich.table import Table

from rokumen.bench.lbl import Result, measure
from solver.engine import engine
from solver.scramble import random_cube


@dataclass(frozen=True, slots=True)
class Entrant:
    """A method at an effort."""

    method: str
    effort: int

    def __str__(self) -> str:
        return f"{self.method} --effort {self.effort}"


ENTRANTS = (
    Entrant("layers-1978", 1),
    Entrant("layers-1978", 5),
    Entrant("layers-1978", 20),
    Entrant("lbl", 0),
    Entrant("lbl", 20),
)

Progress = Callable[[Entrant, int], None]


def run(
    count: int, seed: int = 0, progress: Progress = lambda entrant, done: None
) -> Iterator[Result]:
    """Let each entrant solve the same random cubes, the tables loaded before.

    `progress` is called with an entrant and how many cubes it has solved. Raises UnsolvedError.
    """
    for entrant in ENTRANTS:
        solve = engine(entrant.method, effort=entrant.effort)
        rng = Random(seed)
        measure(random_cube(Random(f"another {seed}")), solve)
        samples = []
        for done in range(count):
            progress(entrant, done)
            samples.append(measure(random_cube(rng), solve))
        yield Result(str(entrant), tuple(samples))


def table(results: Sequence[Result]) -> Table:
    """Lay the results out, a method a line."""
    shown = Table("", "mean", "sigma", "fewest", "most", "ms a cube", "times lbl --effort 0")
    shown.title = f"{len(results[0].samples)} random cubes, turns (HTM)"
    for column in shown.columns[1:]:
        column.justify = "right"
    (papers,) = (r.mean for r in results if r.title == str(Entrant("lbl", 0)))
    for result in results:
        shown.add_row(
            result.title,
            f"{result.mean:.1f}",
            f"{result.sigma:.1f}",
            str(min(result.lengths)),
            str(max(result.lengths)),
            f"{1000 * result.median_seconds:.1f}",
            f"{result.mean / papers:.2f}",
        )
    return shown


def stages_table(results: Sequence[Result]) -> Table:
    """Lay the mean turns of each stage of the layers of 1978 out, an effort a column."""
    layers = [result for result in results if result.title.startswith("layers-1978")]
    shown = Table("mean turns", *(r.title.removeprefix("layers-1978 --") for r in layers))
    for column in shown.columns[1:]:
        column.justify = "right"
    for stage in layers[0].stage_means:
        shown.add_row(stage, *(f"{result.stage_means[stage]:.1f}" for result in layers))
    return shown
