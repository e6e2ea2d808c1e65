"""How long the proof of a shortest solution takes, cube by cube.

Beside it stand the figures that others have published of their optimal solvers, on machines and
cubes of their own.
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
from solver.optimal import Proof, prove
from solver.optimal.tables import patterns
from solver.scramble import random_cube
from solver.two_phase.tables import tables

# vcube: https://github.com/voltara/vcube; nxopt: https://github.com/rokicki/cube20src.
PUBLISHED = (
    "vcube: median 26 s a random cube with 2.4 GB of tables",
    "nxopt: about 45 s a cube of 18 turns with 0.49 GB",
)


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one cube: the wall clock, and the processor time of all threads."""

    proof: Proof
    seconds: float
    cpu_seconds: float

    @property
    def length(self) -> int:
        """Give the number of turns of the shortest solution."""
        return len(self.proof.best)


Told = Callable[[int, Proof], None]


def run(
    count: int, seed: int = 0, threads: int = 0, told: Told = lambda number, proof: None
) -> list[Row]:
    """Prove `count` random cubes one after another, the tables loaded before.

    `threads` of 0 are as many as there are cores; `told` is called with a cube's number and how
    far its proof is. Raises UnsolvedError where turns do not solve their cube.
    """
    tables("htm")
    patterns()
    rng = Random(seed)
    rows = []
    for number in range(count):
        cube = random_cube(rng)
        began, cpu_began = time.perf_counter(), time.process_time()
        proof = prove(cube, threads, partial(told, number))
        seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
        if not cube.apply(proof.best).is_solved:
            raise UnsolvedError(f"the optimal engine did not solve {cube.facelets()}")
        rows.append(Row(proof, seconds, cpu_seconds))
    return rows


def table(rows: Sequence[Row]) -> Table:
    """Lay the measures out, a cube a line."""
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
            f"{row.proof.looked_at / 1e6:,.1f}",
        )
    shown.add_section()
    for name, of in (("median", median), ("mean", fmean)):
        shown.add_row(
            name,
            f"{of([row.length for row in rows]):.2f}",
            f"{of([row.seconds for row in rows]):.1f}",
            f"{of([row.cpu_seconds for row in rows]):.1f}",
            f"{of([row.proof.looked_at for row in rows]) / 1e6:,.1f}",
        )
    shown.caption = "published elsewhere: " + "; ".join(PUBLISHED)
    return shown
