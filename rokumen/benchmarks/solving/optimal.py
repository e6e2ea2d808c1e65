"""Time to prove shortest solutions of random cubes.

Published figures of other optimal solvers, on other computers and cubes, are shown for comparison.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, median

from rich.table import Table

from rokumen.errors import UnsolvedError
from solver.core.random_cube import random_cube
from solver.engines.engine import ProofProgress
from solver.engines.optimal.search import prove
from solver.engines.optimal.tables import load_pattern_database
from solver.search.phase_tables import tables

# vcube: https://github.com/voltara/vcube; nxopt: https://github.com/rokicki/cube20src.
PUBLISHED = (
    "vcube: median 26 s a random cube with 2.4 GB of tables",
    "nxopt: about 45 s a cube of 18 turns with 0.49 GB",
)


@dataclass(frozen=True, slots=True)
class ProofTiming:
    """Measurement of one cube: wall-clock time, and processor time of all threads, in seconds."""

    proof: ProofProgress
    seconds: float
    cpu_seconds: float

    @property
    def length(self) -> int:
        """Return the number of turns of the shortest solution."""
        return len(self.proof.best)


Progress = Callable[[int, ProofProgress], None]


def run(
    count: int, seed: int = 0, threads: int = 0, on_progress: Progress = lambda number, proof: None
) -> list[ProofTiming]:
    """Prove shortest solutions of `count` random cubes, with the tables already loaded.

    `threads` 0 means one for each core; `on_progress` is called with a cube's number and its
    proof's progress. Raises UnsolvedError if a solution fails.
    """
    tables("htm")
    load_pattern_database()
    rng = Random(seed)
    rows = []
    for number in range(count):
        cube = random_cube(rng)
        began, cpu_began = time.perf_counter(), time.process_time()
        proof = prove(cube, threads, partial(on_progress, number))
        seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
        if not cube.apply(proof.best).is_solved:
            raise UnsolvedError(f"the optimal engine did not solve {cube.facelets()}")
        rows.append(ProofTiming(proof, seconds, cpu_seconds))
    return rows


def table(rows: Sequence[ProofTiming]) -> Table:
    """Return a table of the measures, a cube a line."""
    shown = Table("cube", "turns", "seconds", "CPU seconds", "million cubes looked up")
    shown.title = f"{len(rows)} random cubes, proven"
    for column in shown.columns:
        column.justify = "right"
    for number, row in enumerate(rows):
        shown.add_row(
            str(number),
            str(row.length),
            f"{row.seconds:.1f}",
            f"{row.cpu_seconds:.1f}",
            f"{row.proof.lookups / 1e6:,.1f}",
        )
    shown.add_section()
    for name, of in (("median", median), ("mean", fmean)):
        shown.add_row(
            name,
            f"{of([row.length for row in rows]):.2f}",
            f"{of([row.seconds for row in rows]):.1f}",
            f"{of([row.cpu_seconds for row in rows]):.1f}",
            f"{of([row.proof.lookups for row in rows]) / 1e6:,.1f}",
        )
    shown.caption = "published elsewhere: " + "; ".join(PUBLISHED)
    return shown
