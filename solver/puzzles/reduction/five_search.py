"""A 5x5x5 reduced in five phases (after Chen Shuang's cube555), with pools of their best ends.

Each phase is searched by a beam, which begins with the ends of the one before. The first round
takes the shortest ends; those after it leave some out by chance, and slowly become wider.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, count
from math import isqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.reduction.beam import DEPTH, Beam, Choices
from solver.puzzles.reduction.completion import SearchClock
from solver.puzzles.reduction.coordinates import Numbers, key_of
from solver.puzzles.reduction.ends import PooledEnds, first_ends
from solver.puzzles.reduction.five_phases import (
    CORNER_CENTRES,
    EDGE_CENTRES,
    FOUR,
    LAST_EDGES,
    MIDGES,
    PHASES,
    WINGS,
    N,
    designs,
)
from solver.puzzles.reduction.layer_moves import X, Y, Z
from solver.puzzles.reduction.pieces import (
    AXIS_PLACES,
    EDGES,
    Contents,
    after_paths,
    are_odd,
    cubes_of,
    edge_places,
    masks_of,
    places_by_edge,
    turned_moves,
)
from solver.puzzles.reduction.tables import Phases

_BOTH_CENTRES = [CORNER_CENTRES, EDGE_CENTRES]


def choices(metric: str, phase: int, cubes: Contents) -> Choices:
    """Return all states with which a phase (0 to 4) can begin from some cubes."""
    return (_first, _second, _third, _fourth, _fifth)[phase](metric, cubes)


def _one_each(state: Numbers, sets: NDArray[np.uint32] | None = None) -> Choices:
    rows = np.arange(len(state))
    return Choices(
        rows, state, np.zeros((len(state), 0), dtype=np.uint32) if sets is None else sets
    )


def _first(metric: str, cubes: Contents) -> Choices:
    sets = masks_of(cubes[:, _BOTH_CENTRES] // 2 == X).astype(np.uint32)
    return _one_each(np.zeros((len(cubes), 0), dtype=np.int64), sets)


def _second(metric: str, cubes: Contents) -> Choices:
    coordinates = designs(metric)[1].coordinates
    keys = masks_of(cubes[:, _BOTH_CENTRES, AXIS_PLACES:] // 2 == Y)
    splits = [coordinates[i].of_key[keys[:, i]] for i in range(2)]
    return _one_each(np.stack([*splits, are_odd(cubes[:, WINGS])], axis=1))


def _axis_keys(cubes: Contents, axis: int) -> Numbers:
    own = slice(AXIS_PLACES * axis, AXIS_PLACES * (axis + 1))
    keys = masks_of(cubes[:, _BOTH_CENTRES, own] == 2 * axis)
    return keys[:, 0] | keys[:, 1] << AXIS_PLACES


def _third(metric: str, cubes: Contents) -> Choices:
    """Return a state for each choice of edges whose two wings change their names and kinds."""
    flips, x_centres = designs(metric)[2].coordinates
    places = edge_places(N)
    homes, midges = cubes[:, WINGS], cubes[:, MIDGES]
    wings = masks_of(places.is_high[homes])[:, np.newaxis]
    flipped = places.is_high & ~places.is_high[midges]
    flip = (flipped << places.edge).sum(axis=1)[:, np.newaxis]
    # What each edge changes: its wings, and the place of its midge.
    of_edge = np.arange(EDGES)[:, np.newaxis]
    wing_bits = masks_of(places.edge[homes][:, np.newaxis] == of_edge)
    midge_at = (places.edge[midges][:, np.newaxis] == of_edge) & places.is_high
    midge_bits = (midge_at << places.edge).sum(axis=2)
    for edge in range(1, EDGES):
        # As many are flipped as before, mod 2.
        wings = np.hstack([wings, wings ^ (wing_bits[:, :1] ^ wing_bits[:, edge : edge + 1])])
        flip = np.hstack([flip, flip ^ (midge_bits[:, :1] ^ midge_bits[:, edge : edge + 1])])
    ways = wings.shape[1]
    x_keys = np.repeat(x_centres.of_key[_axis_keys(cubes, X)], ways)
    return Choices(
        np.repeat(np.arange(len(cubes)), ways),
        np.stack([flips.of_key[flip.ravel()], x_keys], axis=1),
        wings.reshape(-1, 1).astype(np.uint32),
    )


def _edge_pieces(cubes: Contents) -> list[Numbers]:
    """Return at which edge each edge's midge is, its wing in a high place, and the other."""
    return [
        places_by_edge(N, cubes[:, orbit], is_high)
        for orbit, is_high in ((MIDGES, True), (WINGS, True), (WINGS, False))
    ]


@cache
def _fours() -> Numbers:
    return np.array(list(combinations(range(EDGES), FOUR)))


def _fourth(metric: str, cubes: Contents) -> Choices:
    """Return a state for each choice of four edges."""
    places, high, low, z_centres, x_centres, *sets = designs(metric)[3].coordinates
    midges, *wings = (each[:, _fours()] for each in _edge_pieces(cubes))
    order = np.argsort(midges, axis=2)
    ways = len(_fours())
    state = [places.of_key[(1 << midges).sum(axis=2).ravel()]]
    for coordinate, each in zip((high, low), wings, strict=True):
        arranged = np.take_along_axis(each, order, axis=2)
        state.append(coordinate.of_key[key_of(arranged, EDGES).ravel()])
    for coordinate, axis in ((z_centres, Z), (x_centres, X)):
        state.append(np.repeat(coordinate.of_key[_axis_keys(cubes, axis)], ways))
    for coordinate, each in zip(sets, wings, strict=True):
        state.append(coordinate.of_key[(1 << each).sum(axis=2).ravel()])
    return Choices(
        np.repeat(np.arange(len(cubes)), ways),
        np.stack(state, axis=1),
        np.zeros((len(cubes) * ways, 0), dtype=np.uint32),
    )


def _fifth(metric: str, cubes: Contents) -> Choices:
    high, low, *centres = designs(metric)[4].coordinates
    midges, *wings = _edge_pieces(cubes)
    # Which edges are left: those whose midges are not parallel to y.
    edges = np.argsort(midges, axis=1)[:, :LAST_EDGES]
    state = [
        coordinate.of_key[key_of(np.take_along_axis(each, edges, axis=1), LAST_EDGES)]
        for coordinate, each in zip((high, low), wings, strict=True)
    ]
    for coordinate, axis in zip(centres, (Y, Z, X), strict=True):
        state.append(coordinate.of_key[_axis_keys(cubes, axis)])
    return _one_each(np.stack(state, axis=1))


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
