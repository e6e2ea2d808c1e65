"""Solution lengths of layers-1978 and LBL on the same cubes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from rich.table import Table

from rokumen.benchmarks.solving.lbl import LblResult, measure
from solver.core.random_cube import random_cube
from solver.engines.registry import engine


@dataclass(frozen=True, slots=True)
class MethodSetting:
    """Method with its effort."""

    method: str
    effort: int

    def __str__(self) -> str:
        return f"{self.method} --effort {self.effort}"


METHOD_SETTINGS = (
    MethodSetting("layers-1978", 1),
    MethodSetting("layers-1978", 5),
    MethodSetting("layers-1978", 20),
    MethodSetting("lbl", 0),
    MethodSetting("lbl", 20),
)

Progress = Callable[[MethodSetting, int], None]


def run(
    count: int, seed: int = 0, progress: Progress = lambda entrant, done: None
) -> Iterator[LblResult]:
    """Solve the same random cubes by each setting, with the tables already loaded.

    `progress` is called with a setting and its number of solved cubes. Raises UnsolvedError.
    """
    for entrant in METHOD_SETTINGS:
        solve = engine(entrant.method, effort=entrant.effort)
        rng = Random(seed)
        measure(random_cube(Random(f"another {seed}")), solve)
        samples = []
        for done in range(count):
            progress(entrant, done)
            samples.append(measure(random_cube(rng), solve))
        yield LblResult(str(entrant), tuple(samples))


def table(results: Sequence[LblResult]) -> Table:
    """Return a table of the results, a method a line."""
    shown = Table("", "mean", "sigma", "fewest", "most", "ms a cube", "times lbl --effort 0")
    shown.title = f"{len(results[0].samples)} random cubes, turns (HTM)"
    for column in shown.columns[1:]:
        column.justify = "right"
    (papers,) = (r.mean for r in results if r.title == str(MethodSetting("lbl", 0)))
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


def stages_table(results: Sequence[LblResult]) -> Table:
    """Return a table of the mean turns of each stage of the layers of 1978, an effort a column."""
    layers = [result for result in results if result.title.startswith("layers-1978")]
    shown = Table("mean turns", *(r.title.removeprefix("layers-1978 --") for r in layers))
    for column in shown.columns[1:]:
        column.justify = "right"
    for stage in layers[0].stage_means:
        shown.add_row(stage, *(f"{result.stage_means[stage]:.1f}" for result in layers))
    return shown
