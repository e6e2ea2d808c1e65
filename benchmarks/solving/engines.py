"""Solution length and time of the engines and of other packages on the same cubes.

All solve the same random cubes in the same run, one after another. Packages that are not available
are listed with their published figures. Then follow the costs of the engines: throughput, start-up
time and tables.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Annotated

from benchmarks.harness.options import CORES, Cubes, Option, Seed
from benchmarks.harness.progress import QUIET, Progress
from benchmarks.harness.records import Record, column
from benchmarks.harness.work import in_processes
from benchmarks.solving.lengths import CUBE, StateToSolve, search
from benchmarks.solving.other_solvers import PEERS, ExternalSolver, SolveFunction
from files import table_cache
from rokumen.errors import ApplicationError
from solver.core.errors import UnsolvedError
from solver.core.turn import Turn
from solver.cube import Cube
from solver.engines.registry import solve
from solver.engines.two_phase.search import two_phase_search
from solver.search.metric import METRICS, metric
from solver.search.phase_tables import build
from solver.search.solution_pool import Limits

TIME_LIMITS = (0.01, 0.1)

_SCRAMBLE = "R U2 F' L D2 B R' U F2 D' L2 B'"
# Cubes that a process is given at once.
_BATCH = 50
_LATER = 3
_MEGA = 1_000_000


@dataclass(frozen=True, slots=True)
class SolverFigures(Record):
    """Lengths of one solver in its metric, and milliseconds a cube."""

    key = "solvers"
    title = "{cubes} random cubes"

    name: str = column("")
    metric: str = column("metric")
    mean: float = column("mean", ".2f")
    most: int | None = column("most", default=None)
    milliseconds: float | None = column("ms, median", ".1f", default=None)
    slowest_milliseconds: float | None = column("ms, most", ".1f", default=None)


@dataclass(frozen=True, slots=True)
class MissingPackage(Record):
    """Package that is not available, and why."""

    key = "missing"
    sentence = "{name} {why}; the published figures are shown instead"

    name: str
    why: str


@dataclass(frozen=True, slots=True)
class Throughput(Record):
    """Cubes a second of LBL at effort 1."""

    key = "throughput"
    sentence = (
        "lbl at effort 1, processes {processes}: {cubes_a_second:.0f} cubes/s, mean {mean:.1f}"
    )

    processes: int
    cubes_a_second: float
    mean: float


@dataclass(frozen=True, slots=True)
class StartUp(Record):
    """Time of `rokumen solve` in a new process, the first time without compiled code."""

    key = "start_up"
    sentence = "{which} rokumen solve: {seconds:.2f} s"

    which: str
    seconds: float


@dataclass(frozen=True, slots=True)
class TableCosts(Record):
    """Size and time of a metric's tables."""

    key = "tables"
    sentence = (
        "two-phase tables, {metric}: {disk_megabytes:.1f} MB on disk, {megabytes:.1f} MB in "
        "memory, built in {building_seconds:.1f} s, loaded in {loading_seconds:.2f} s"
    )

    metric: str
    disk_megabytes: float
    megabytes: float
    building_seconds: float
    loading_seconds: float


@dataclass(frozen=True, slots=True)
class Contestant:
    """Solver with its name in the table; `metric` is the metric of its lengths."""

    name: str
    answer: SolveFunction
    metric: str = "htm"


def engines(
    progress: Progress,
    seed: Seed = 0,
    cubes: Cubes = 200,
    with_slow_peers: Annotated[
        bool, Option("Build the tables of RubikTwoPhase here (17 minutes).")
    ] = False,
) -> Iterator[SolverFigures | MissingPackage | Throughput | StartUp | TableCosts]:
    """Compare the engines and the installed packages on the same random cubes, and measure the
    engines' tables, start-up time and throughput.

    Every solution is verified; the exit status is 1 if one fails.
    """
    yield from compare(contestants(with_slow_peers), cubes, seed, progress)
    yield from unavailable(PEERS, with_slow_peers)
    yield from costs(cubes, progress)


def costs(cubes: int, progress: Progress) -> Iterator[Throughput | StartUp | TableCosts]:
    """Yield what the engines take beside the search."""
    progress.begin("throughput")
    yield from throughput(10 * cubes)
    progress.begin("rokumen solve")
    yield from start_up()
    for kind in ("htm", "axial"):
        progress.begin(f"tables, {kind}")
        yield table_costs(kind)


def contestants(with_slow: bool = False) -> tuple[Contestant, ...]:
    """Return our engines at each setting, and the available packages."""
    own = [
        Contestant("lbl", lambda cube: solve(cube, "lbl").turns),
        Contestant("lbl, one look", lambda cube: solve(cube, "lbl", one_look=True).turns),
        Contestant("lbl, effort 1", lambda cube: solve(cube, "lbl", effort=1).turns),
        *(_two_phase(name, limit, 1) for name in METRICS for limit in TIME_LIMITS),
    ]
    if CORES > 1:
        own.append(_two_phase("htm", TIME_LIMITS[-1], CORES))
    peers = (p for p in PEERS if p.unavailable_reason(with_slow) is None)
    return (*own, *(Contestant(p.package, p.answer) for p in peers))


def _two_phase(name: str, limit: float, threads: int) -> Contestant:
    def answer(cube: Cube) -> tuple[Turn, ...]:
        return two_phase_search(cube, Limits(limit, threads=threads), name)[0]

    how = f", {threads} cores" if threads > 1 else ""
    return Contestant(f"two-phase, {1000 * limit:g} ms{how}", answer, name)


def compare(
    solvers: Sequence[Contestant], cubes: int, seed: int = 0, progress: Progress = QUIET
) -> Iterator[SolverFigures]:
    """Solve the same random cubes by every solver, after one for warming up.

    Raises UnsolvedError.
    """
    rng = Random(seed)
    warm_up, *drawn = [Cube.random(rng) for _ in range(cubes + 1)]
    for solver in solvers:
        solver.answer(warm_up)
        measured = [_measure(solver, cube) for cube in progress.each(solver.name, drawn)]
        lengths, seconds = zip(*measured, strict=True)
        yield SolverFigures(
            solver.name,
            solver.metric,
            fmean(lengths),
            max(lengths),
            1000 * median(seconds),
            1000 * max(seconds),
        )


def _measure(solver: Contestant, cube: Cube) -> tuple[int, float]:
    began = time.perf_counter()
    moves = solver.answer(cube)
    seconds = time.perf_counter() - began
    if not cube.apply(moves).is_solved():
        raise UnsolvedError(f"{solver.name} did not solve {cube.facelets}")
    return metric(solver.metric).cost_of(moves), seconds


def unavailable(
    peers: Sequence[ExternalSolver], with_slow: bool
) -> Iterator[SolverFigures | MissingPackage]:
    """Yield the published figures of the packages that are not available, and why they are not."""
    for peer in peers:
        if why := peer.unavailable_reason(with_slow):
            name = f"{peer.package}, published"
            yield SolverFigures(
                name, "htm", peer.published_mean, slowest_milliseconds=peer.published_milliseconds
            )
            yield MissingPackage(peer.package, why)


def throughput(cubes: int) -> Iterator[Throughput]:
    """Yield the cubes per second of LBL at effort 1, by number of processes."""
    for processes in dict.fromkeys((1, CORES)):
        began = time.perf_counter()
        states = [StateToSolve(CUBE, "lbl", {"effort": 1}, str(number)) for number in range(cubes)]
        searched = list(in_processes(search, states, processes, _BATCH))
        rate = cubes / (time.perf_counter() - began)
        yield Throughput(processes, rate, fmean(each.found[-1].solved.turns for each in searched))


def start_up() -> Iterator[StartUp]:
    """Yield the time of `rokumen solve` in a new process: without and with compiled code."""
    with tempfile.TemporaryDirectory() as fresh:
        environment = {**os.environ, "PYTHONPYCACHEPREFIX": fresh, "NUMBA_CACHE_DIR": fresh}
        yield StartUp("first", _solve_seconds(environment))
        yield StartUp("later", min(_solve_seconds(environment) for _ in range(_LATER)))


def _solve_seconds(environment: dict[str, str]) -> float:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "rokumen", "solve", _SCRAMBLE],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode != 0:
        raise ApplicationError(f"rokumen solve failed: {done.stderr.strip()}")
    return time.perf_counter() - began


def table_costs(kind: str) -> TableCosts:
    """Return the size and time of a metric's tables, built in a temporary folder."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / kind
        began = time.perf_counter()
        table_cache.save(path, build(kind)._asdict())
        built = time.perf_counter() - began
        began = time.perf_counter()
        loaded = table_cache.load(path)
        seconds = time.perf_counter() - began
        memory = sum(array.nbytes for array in loaded.values())
        return TableCosts(kind, path.stat().st_size / _MEGA, memory / _MEGA, built, seconds)
