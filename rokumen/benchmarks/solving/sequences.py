"""Solution lengths of the sequences engine for several tables and beam widths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import fmean

from rich.table import Table

from rokumen.benchmarks.solving.lbl import LblResult, measure
from solver.core.random_cube import random_cube
from solver.core.turn import cancel_turns
from solver.engines.registry import SolveFunction
from solver.engines.sequences.beam_search import CompiledTable, compile_table, default_table
from solver.engines.sequences.engine import DEFAULT_EFFORT, solve_with
from solver.engines.sequences.pure_sequences import close_under_conjugation
from solver.notation import shimauchi
from solver.notation.sticker_names import SEQUENCES

EFFORTS = (1, DEFAULT_EFFORT, 100)
Progress = Callable[[str, int], None]


def run(
    cubes: int, seed: int = 0, on_progress: Progress = lambda row, done: None
) -> list[LblResult]:
    """Solve the same random cubes by Wada's four sequences alone, and by the shortest ones.

    `on_progress` is called with a setting and its number of cubes done. Raises UnsolvedError.
    """
    four = "Wada's four with setup moves"
    on_progress(four, 0)
    choices = [(four, four_sequences_table(), DEFAULT_EFFORT)]
    choices += [("the shortest", default_table(), effort) for effort in EFFORTS]
    return [
        _measured(
            f"{name}, effort {effort}",
            partial(solve_with, choice, effort=effort),
            cubes,
            seed,
            on_progress,
        )
        for name, choice, effort in choices
    ]


def four_sequences_table() -> CompiledTable:
    """Return the table of Wada's four sequences, from all sides, and set-up turns."""
    return compile_table(
        close_under_conjugation(cancel_turns(shimauchi.parse(text)) for text in SEQUENCES.values())
    )


def _measured(
    title: str, solve: SolveFunction, cubes: int, seed: int, on_progress: Progress
) -> LblResult:
    rng = Random(seed)
    solve(random_cube(Random(seed)))
    samples = []
    for done in range(cubes):
        on_progress(title, done)
        samples.append(measure(random_cube(rng), solve))
    return LblResult(title, tuple(samples))


def table(results: Sequence[LblResult]) -> Table:
    """Return a table of the measurements, a line for each table of sequences and effort."""
    shown = Table("sequences", "mean (HTM)", "sigma", "fewest, most", "stages", "ms, median")
    shown.title = f"{len(results[0].samples)} random cubes by pure sequences alone"
    for column in shown.columns[1:]:
        column.justify = "right"
    for result in results:
        shown.add_row(
            result.title,
            f"{result.mean:.2f}",
            f"{result.sigma:.2f}",
            f"{min(result.lengths)}, {max(result.lengths)}",
            f"{fmean(len(sample.stages) for sample in result.samples):.2f}",
            f"{1000 * result.median_seconds:.1f}",
        )
    return shown
