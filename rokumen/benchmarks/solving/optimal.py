"""Time to prove shortest solutions of random cubes.

Published figures of other optimal solvers, on other computers and cubes, are shown for comparison.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, median
from typing import Annotated

from rokumen.benchmarks.harness.options import CORES, Cubes, Option, Seed
from rokumen.benchmarks.harness.progress import Progress
from rokumen.benchmarks.harness.records import Record, column
from rokumen.cli.number_types import WORKERS
from rokumen.show.progress import format_proof
from solver.core.errors import UnsolvedError
from solver.cube import Cube
from solver.engines.engine import ProofProgress
from solver.engines.optimal.search import prove
from solver.engines.optimal.tables import load_pattern_database
from solver.search.phase_tables import tables


@dataclass(frozen=True, slots=True)
class Proof(Record):
    """One proof, or what is the middle of all; seconds of the clock and of all threads."""

    key = "proofs"
    title = "{cubes} random cubes, proven"
    # vcube: https://github.com/voltara/vcube; nxopt: https://github.com/rokicki/cube20src.
    caption = (
        "published elsewhere: vcube: median 26 s a random cube with 2.4 GB of tables; "
        "nxopt: about 45 s a cube of 18 turns with 0.49 GB"
    )

    cube: str = column("cube")
    turns: float = column("turns", ".4g")
    seconds: float = column("seconds", ".1f")
    cpu_seconds: float = column("CPU seconds", ".1f")
    million_lookups: float = column("million cubes looked up", ",.1f")


def optimal(
    progress: Progress,
    seed: Seed = 0,
    cubes: Cubes = 20,
    threads: Annotated[int, Option("Threads for one cube.", WORKERS, usual="all cores")] = CORES,
) -> Iterator[Proof]:
    """Prove shortest solutions of random cubes, and print the time of each.

    Every solution is verified; the exit status is 1 if one fails.
    """
    progress.begin("loading tables")
    tables("htm")
    load_pattern_database()
    rng, proofs = Random(seed), []
    for number in range(cubes):
        cube, name = Cube.random(rng), str(number)
        began, cpu_began = time.perf_counter(), time.process_time()
        proof = prove(cube, threads, partial(_show, progress, name))
        seconds, cpu_seconds = time.perf_counter() - began, time.process_time() - cpu_began
        if not cube.apply(proof.best).is_solved():
            raise UnsolvedError(f"the optimal engine did not solve {cube.facelets}")
        proofs.append(Proof(name, len(proof.best), seconds, cpu_seconds, proof.lookups / 1e6))
    yield from proofs
    yield summary("median", median, proofs)
    yield summary("mean", fmean, proofs)


def _show(progress: Progress, cube: str, proof: ProofProgress) -> None:
    progress.begin(f"cube {cube}: {format_proof(proof)}")


def summary(name: str, of: Callable[[list[float]], float], proofs: list[Proof]) -> Proof:
    """Return the median or the mean of some proofs."""
    return Proof(
        name,
        of([proof.turns for proof in proofs]),
        of([proof.seconds for proof in proofs]),
        of([proof.cpu_seconds for proof in proofs]),
        of([proof.million_lookups for proof in proofs]),
    )
