"""How short the engines' solutions are in a given time, beside those of other packages.

All solve the same random cubes in the same run, one after another. Packages that cannot take part
are named, with what was published for them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, median

from rich.table import Table

from rokumen.bench.other_solvers import PEERS, Answer
from rokumen.errors import ApplicationError
from solver.cube import Cube
from solver.engine import solve
from solver.scramble import random_cube
from solver.turn import Turn
from solver.two_phase import METRICS, Limits, metric, search

TIME_LIMITS = (0.01, 0.1)

Progress = Callable[[str], None]


class WrongSolutionError(ApplicationError):
    """A solver gave turns that do not solve the cube."""


@dataclass(frozen=True, slots=True)
class Entrant:
    """A solver under its name in the table; `metric` is what its lengths are counted in."""

    name: str
    answer: Answer
    metric: str = "htm"


@dataclass(frozen=True, slots=True)
class Missing:
    """A package that did not take part, and the figure that was published for it."""

    name: str
    why: str
    published: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Row:
    """What was measured of one solver: lengths in its metric, and seconds a cube."""

    name: str
    metric: str
    lengths: tuple[int, ...]
    seconds: tuple[float, ...]


def entrants(with_slow: bool = False) -> tuple[Entrant, ...]:
    """Give our engines at each setting, and the packages that can take part."""
    ours = [
        Entrant("lbl", lambda cube: solve(cube, "lbl").moves),
        Entrant("lbl, one look", lambda cube: solve(cube, "lbl", one_look=True).moves),
        Entrant("lbl, effort 1", lambda cube: solve(cube, "lbl", effort=1).moves),
    ]
    cores = os.cpu_count() or 1
    for name in METRICS:
        for limit in TIME_LIMITS:
            ours.append(_two_phase(name, limit, 1))
    if cores > 1:
        ours.append(_two_phase("htm", TIME_LIMITS[-1], cores))
    peers = (p for p in PEERS if p.hindrance(with_slow) is None)
    return (*ours, *(Entrant(p.package, p.answer) for p in peers))


def _two_phase(name: str, limit: float, threads: int) -> Entrant:
    def answer(cube: Cube) -> tuple[Turn, ...]:
        return search(cube, Limits(limit, threads=threads), name)[0]

    how = f", {threads} cores" if threads > 1 else ""
    return Entrant(f"two-phase, {1000 * limit:g} ms{how}", answer, name)


def missing(with_slow: bool = False) -> tuple[Missing, ...]:
    """Name the packages that cannot take part, and why."""
    told = ((peer, peer.hindrance(with_slow)) for peer in PEERS)
    return tuple(Missing(peer.package, why, peer.published) for peer, why in told if why)


def run(
    entrants: Sequence[Entrant], count: int, seed: int = 0, progress: Progress = lambda name: None
) -> tuple[Row, ...]:
    """Let every entrant solve the same `count` random cubes, after one that warms it up.

    `progress` is called with the name of the one that begins. Raises WrongSolutionError.
    """
    rng = Random(seed)
    warm_up, *cubes = [random_cube(rng) for _ in range(count + 1)]
    rows = []
    for entrant in entrants:
        progress(entrant.name)
        entrant.answer(warm_up)
        measured = [_measure(entrant, cube) for cube in cubes]
        rows.append(Row(entrant.name, entrant.metric, *zip(*measured, strict=True)))
    return tuple(rows)


def _measure(entrant: Entrant, cube: Cube) -> tuple[int, float]:
    began = time.perf_counter()
    moves = entrant.answer(cube)
    seconds = time.perf_counter() - began
    if not cube.apply(moves).is_solved:
        raise WrongSolutionError(f"{entrant.name} did not solve {cube.facelets()}")
    return metric(entrant.metric).price(moves), seconds


def table(rows: Sequence[Row], missing: Sequence[Missing] = ()) -> Table:
    """Lay the measures out, a solver a line; at the end who did not take part."""
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
