"""How short the engines' solutions are in a given time, beside those of other packages.

All solve the same random cubes in the same run, one after another on one thread. Packages that
are not installed are named and left out.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from random import Random
from statistics import fmean, median

from rich.table import Table

from rokumen.errors import ApplicationError
from solver.cube import Cube
from solver.engine import solve
from solver.scramble import random_cube
from solver.turn import Turn, turns
from solver.two_phase import Limits, metric, search

TIME_LIMITS = (0.01, 0.1)

Answer = Callable[[Cube], tuple[Turn, ...]]
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
class Row:
    """What was measured of one solver: lengths in its metric, and seconds a cube."""

    name: str
    metric: str
    lengths: tuple[int, ...]
    seconds: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Peer:
    """A package that solves cubes: how it is installed and imported, and how it is asked."""

    package: str
    module: str
    answer: Answer

    @property
    def is_installed(self) -> bool:
        """Tell whether the package can be imported."""
        return find_spec(self.module) is not None


def _kociemba(cube: Cube) -> tuple[Turn, ...]:
    text: str = import_module("kociemba").solve(cube.facelets())
    return turns(text)


def _rubik_two_phase(cube: Cube) -> tuple[Turn, ...]:
    # It writes turns as U1 U2 U3 and their number in brackets, and its tables where it is run.
    text: str = import_module("twophase.solver").solve(cube.facelets(), 0, 0.1)
    return tuple(Turn(word[0], int(word[1])) for word in text.split() if word[0] != "(")


PEERS = (
    Peer("kociemba", "kociemba", _kociemba),
    Peer("RubikTwoPhase", "twophase", _rubik_two_phase),
)


def entrants() -> tuple[Entrant, ...]:
    """Give our engines at each time limit, and the packages that are installed."""
    ours = [Entrant("lbl", lambda cube: solve(cube, "lbl").moves)]
    for name in ("htm", "axial"):
        for limit in TIME_LIMITS:

            def answer(cube: Cube, limit: float = limit, name: str = name) -> tuple[Turn, ...]:
                return search(cube, Limits(limit), name)[0]

            ours.append(Entrant(f"two-phase, {1000 * limit:g} ms", answer, name))
    return (*ours, *(Entrant(p.package, p.answer) for p in PEERS if p.is_installed))


def missing() -> tuple[str, ...]:
    """Name the packages that are left out because they are not installed."""
    return tuple(peer.package for peer in PEERS if not peer.is_installed)


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


def table(rows: Sequence[Row]) -> Table:
    """Lay the measures out, a solver a line."""
    shown = Table("", "metric", "mean", "most", "ms a cube, median", "most")
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
    return shown
