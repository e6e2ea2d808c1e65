"""How many turns the engine of pure sequences needs, at several efforts and with other tables."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from random import Random
from statistics import fmean

from rich.table import Table

from rokumen.bench.lbl import Result, measure
from solver.algebra.stickers import SEQUENCES
from solver.engine import Engine
from solver.notation import shimauchi
from solver.scramble import random_cube
from solver.sequences import DEFAULT_EFFORT, solve_with
from solver.sequences.pure import conjugated
from solver.sequences.search import Choice, choice_of, usual_choice
from solver.turn import cancel

EFFORTS = (1, DEFAULT_EFFORT, 100)
Told = Callable[[str, int], None]


def run(cubes: int, seed: int = 0, told: Told = lambda row, done: None) -> list[Result]:
    """Solve the same random cubes by seed 004's four sequences alone, and by the shortest ones.

    `told` is called with what is measured and how many cubes are done. Raises UnsolvedError.
    """
    four = "004's four and set-up turns"
    told(four, 0)
    choices = [(four, only_the_four(), DEFAULT_EFFORT)]
    choices += [("the shortest", usual_choice(), effort) for effort in EFFORTS]
    return [
        _measured(
            f"{words}, effort {effort}",
            partial(solve_with, choice, effort=effort),
            cubes,
            seed,
            told,
        )
        for words, choice, effort in choices
    ]


def only_the_four() -> Choice:
    """Give the table of seed 004's four sequences, from all sides, and set-up turns."""
    return choice_of(conjugated(cancel(shimauchi.parse(text)) for text in SEQUENCES.values()))


def _measured(title: str, engine: Engine, cubes: int, seed: int, told: Told) -> Result:
    rng = Random(seed)
    engine(random_cube(Random(seed)))
    samples = []
    for done in range(cubes):
        told(title, done)
        samples.append(measure(random_cube(rng), engine))
    return Result(title, tuple(samples))


def table(results: Sequence[Result]) -> Table:
    """Lay the measures out, a table of sequences and an effort a line."""
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
