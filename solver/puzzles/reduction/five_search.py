"""A 5x5x5 reduced in five phases (after Chen Shuang's cube555), with pools of their best ends.

Each phase is searched by a beam, which begins with the ends of the one before. The first round
takes the shortest ends; those after it leave some out by chance, and slowly become wider.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import count
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.reduction.beam import DEPTH, Beam
from solver.puzzles.reduction.completion import SearchClock
from solver.puzzles.reduction.ends import PooledEnds, first_ends
from solver.puzzles.reduction.five_phases import PHASES, N
from solver.puzzles.reduction.five_starts import choices
from solver.puzzles.reduction.layer_moves import X
from solver.puzzles.reduction.pieces import Contents, after_paths, cubes_of, turned_moves
from solver.puzzles.reduction.tables import Phases

# How many moves longer than the shortest the reduced cubes may be in one round.
_LONGER = 2


@dataclass(frozen=True, slots=True)
class Effort:
    """What a phase is given in the first round.

    It begins with so many `ends` of the one before and keeps the `width` best of each length, of
    them at most so many `alike`. It finds as many ends as `wanted`, or those `beyond` that many
    moves more than the first. If there is none of at most `most` moves, it is done again, wider.
    """

    ends: int
    width: int
    alike: int
    wanted: int
    most: int
    beyond: int = 2

    def larger(self, times: int) -> Effort:
        """Return what the phase is given in a round of some times the effort."""
        return replace(
            self,
            ends=self.ends * isqrt(times),
            width=self.width * times,
            wanted=self.wanted * times,
        )


_EFFORTS = (
    Effort(ends=3, width=6000, alike=1000, wanted=5000, most=12),
    Effort(ends=5000, width=6000, alike=100, wanted=3000, most=12),
    Effort(ends=500, width=12_000, alike=20, wanted=500, most=10),
    Effort(ends=300, width=8000, alike=100, wanted=2000, most=15),
    Effort(ends=2000, width=6000, alike=50, wanted=1000, most=16),
)
# What the first round is given where there is no time for more: it takes a fifth of the time, and
# ends two or three moves later.
_HURRIED = (
    Effort(ends=3, width=800, alike=100, wanted=600, most=12),
    Effort(ends=600, width=800, alike=20, wanted=400, most=12),
    Effort(ends=60, width=1500, alike=5, wanted=60, most=12),
    Effort(ends=40, width=2000, alike=20, wanted=250, most=20),
    Effort(ends=250, width=800, alike=20, wanted=100, most=20),
)
# Seconds in which a first round of the usual effort is likely to end.
_UNHURRIED = 1.5
# How many rounds are made with beams of one width, then with those that are wider by the first, and
# up to how many times as wide: more takes gigabytes. After the first round each leaves out a part
# of the ends of every phase by chance, so that it finds others.
_ALIKE_ROUNDS, _MOST_TIMES = 4, 27
_LEFT_OUT = 0.35
# Where a beam was too narrow, by how much it is widened, and how many more moves it may make.
_WIDER, _FARTHER = 4, 2
# The width of beams that are only to be compiled.
_NARROWEST = 50


def rounds(
    colours: Colours, phases: Phases, metric: str, clock: SearchClock
) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
    """Yield paths to reduced cubes with what they count, in rounds of more and more effort.

    They end with the clock. Where that leaves little time, a hurried round is the first.
    """
    starts = cubes_of(colours, N)
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:

        def reduced_cubes(
            efforts: tuple[Effort, ...], chance: np.random.Generator | None
        ) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
            return Round(starts, phases, metric, clock, efforts, chance, pool).reduced_cubes()

        if clock.left() < _UNHURRIED:
            yield from reduced_cubes(_HURRIED, None)
        for number in count():
            if clock.is_over():
                return
            times = min(1 + number // _ALIKE_ROUNDS, _MOST_TIMES)
            chance = np.random.default_rng(number) if number else None
            yield from reduced_cubes(tuple(each.larger(times) for each in _EFFORTS), chance)


def warm_up(phases: Phases, metric: str) -> None:
    """Search from a cube of one turn, by the narrowest beams, so that all kernels are compiled."""
    cube = geometry(N)
    starts = cubes_of(cube.apply(cube.solved, [LayerTurn(X, 1, 1)]), N)
    efforts = tuple(replace(effort, width=_NARROWEST) for effort in _EFFORTS)
    with ThreadPoolExecutor(1) as pool:
        search = Round(starts, phases, metric, SearchClock(0.0), efforts, None, pool)
        next(search.reduced_cubes())


@dataclass(frozen=True, slots=True)
class Round:
    """One pass through the five phases, with what each is given."""

    starts: Contents
    phases: Phases
    metric: str
    clock: SearchClock
    efforts: tuple[Effort, ...]
    rng: np.random.Generator | None
    pool: Executor

    def reduced_cubes(self) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
        """Yield paths to reduced cubes, the shortest first, with what they count."""
        ends = first_ends(self.starts, np.arange(0, len(self.starts), 2))
        for phase in PHASES:
            ends = self._next(phase, ends)
            if not len(ends.length):
                return
        for end in np.argsort(ends.length, kind="stable"):
            if ends.length[end] > ends.length.min() + _LONGER:
                return
            yield ends.turns(N, self.metric, int(end)), int(ends.length[end])

    def _next(self, phase: int, ends: PooledEnds) -> PooledEnds:
        """Return the ends of a phase that begins with those of the one before."""
        effort = self.efforts[phase]
        ends = ends.rows(self.chosen(ends.length, effort.ends))
        if phase == _BOTH_WAYS:
            ends = self._both_ways(ends)
        known = choices(self.metric, phase, ends.cubes)
        starts, width, most = known.starts(ends.length), effort.width, effort.most
        while True:
            beam = Beam(self.phases[phase], width, effort.alike, self.pool, self.clock.is_over)
            paths = beam.paths(starts, effort.wanted, effort.beyond, most)
            if len(paths.start) or self.clock.is_over():
                before = ends.rows(known.row[paths.start])
                return before.after(N, self.metric, paths.path, paths.length)
            width, most = _WIDER * width, min(most + _FARTHER, DEPTH)

    def chosen(self, lengths: NDArray[np.int64], most: int) -> NDArray[np.int64]:
        """Return the rows of the shortest ends, after the first phase without some by chance."""
        rows = np.argsort(lengths, kind="stable")
        if self.rng is not None and len(rows) > len(self.starts):
            rows = rows[self.rng.random(len(rows)) > _LEFT_OUT]
        return rows[:most]

    def _both_ways(self, ends: PooledEnds) -> PooledEnds:
        """Return ends as they are, and as they are in the view that is turned about the x axis."""
        path, origin = turned_moves(N, self.metric)[ends.path], ends.origin + 1
        cubes = after_paths(self.starts[origin], N, self.metric, path, ends.length)
        turned = PooledEnds(cubes, path, ends.length, origin)
        both = zip(ends, turned, strict=True)
        arrays: list[Any] = [np.concatenate((one, other)) for one, other in both]  # type: ignore[arg-type]
        return PooledEnds(*arrays)


# The phase that makes a difference between the y and the z axis.
_BOTH_WAYS = 3
