"""Solution length and time of the engines and of other packages on the same cubes.

All solve the same random cubes in the same run, one after another. Packages that are not available
are listed with their published figures.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, median

from rich.table import Table

from rokumen.benchmarks.solving.other_solvers import PEERS, SolveFunction
from rokumen.errors import ApplicationError
from solver.core.cube import Cube
from solver.core.random_cube import random_cube
from solver.core.turn import Turn
from solver.engines.registry import solve
from solver.engines.two_phase.search import search
from solver.search.metric import METRICS, metric
from solver.search.solution_pool import Limits

TIME_LIMITS = (0.01, 0.1)

Progress = Callable[[str], None]


class UnsolvedError(ApplicationError):
    """Turns of a solver that do not solve the cube."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """Solver with its name in the table; `metric` is the metric of its lengths."""

    name: str
    answer: SolveFunction
    metric: str = "htm"


@dataclass(frozen=True, slots=True)
class UnavailablePackage:
    """Package that is not available, with its published figures."""

    name: str
    why: str
    published: tuple[str, str]


@dataclass(frozen=True, slots=True)
class EngineResult:
    """Measurements of one solver: lengths in its metric, and seconds a cube."""

    name: str
    metric: str
    lengths: tuple[int, ...]
    seconds: tuple[float, ...]


def entrants(with_slow: bool = False) -> tuple[Contestant, ...]:
    """Return our engines at each setting, and the available packages."""
    own = [
        Contestant("lbl", lambda cube: solve(cube, "lbl").moves),
        Contestant("lbl, one look", lambda cube: solve(cube, "lbl", one_look=True).moves),
        Contestant("lbl, effort 1", lambda cube: solve(cube, "lbl", effort=1).moves),
    ]
    cores = os.cpu_count() or 1
    for name in METRICS:
        for limit in TIME_LIMITS:
            own.append(_two_phase(name, limit, 1))
    if cores > 1:
        own.append(_two_phase("htm", TIME_LIMITS[-1], cores))
    peers = (p for p in PEERS if p.unavailable_reason(with_slow) is None)
    return (*own, *(Contestant(p.package, p.answer) for p in peers))


def _two_phase(name: str, limit: float, threads: int) -> Contestant:
    def answer(cube: Cube) -> tuple[Turn, ...]:
        return search(cube, Limits(limit, threads=threads), name)[0]

    how = f", {threads} cores" if threads > 1 else ""
    return Contestant(f"two-phase, {1000 * limit:g} ms{how}", answer, name)


def missing(with_slow: bool = False) -> tuple[UnavailablePackage, ...]:
    """Return the packages that are not available, and why."""
    reasons = ((peer, peer.unavailable_reason(with_slow)) for peer in PEERS)
    return tuple(
        UnavailablePackage(peer.package, why, peer.published) for peer, why in reasons if why
    )


def run(
    entrants: Sequence[Contestant],
    count: int,
    seed: int = 0,
    progress: Progress = lambda name: None,
) -> tuple[EngineResult, ...]:
    """Solve the same `count` random cubes by every solver, after one for warming up.

    `progress` is called with the name of each solver. Raises UnsolvedError.
    """
    rng = Random(seed)
    warm_up, *cubes = [random_cube(rng) for _ in range(count + 1)]
    rows = []
    for entrant in entrants:
        progress(entrant.name)
        entrant.answer(warm_up)
        measured = [_measure(entrant, cube) for cube in cubes]
        rows.append(EngineResult(entrant.name, entrant.metric, *zip(*measured, strict=True)))
    return tuple(rows)


def _measure(entrant: Contestant, cube: Cube) -> tuple[int, float]:
    began = time.perf_counter()
    moves = entrant.answer(cube)
    seconds = time.perf_counter() - began
    if not cube.apply(moves).is_solved:
        raise UnsolvedError(f"{entrant.name} did not solve {cube.facelets()}")
    return metric(entrant.metric).cost_of(moves), seconds


def table(rows: Sequence[EngineResult], missing: Sequence[UnavailablePackage] = ()) -> Table:
    """Return a table of the measurements, a solver a line, and of the unavailable packages."""
    shown = Table("", "metric", "mean", "most", "ms, median", "ms, most")
    shown.title = f"{len(rows[0].lengths)} random cubes" if rows else None
    for column in shown.columns[2:]:
        column.justify = "right"
    for row in rows:
        shown.add_row(
            row.name,
            row.metric,
            f"{fmean(row.lengths):.2f}",
            str(max(row.lengths)),
            f"{1000 * median(row.seconds):.1f}",
            f"{1000 * max(row.seconds):.1f}",
        )
    if missing:
        shown.add_section()
    for peer in missing:
        mean, milliseconds = peer.published
        shown.add_row(f"{peer.name}, published", "htm", mean, "", milliseconds)
    return shown
