"""Kociemba's two-phase search: the shortest solutions that can be found in a given time.

A solution goes through the set of cubes that U, D and half turns alone can solve: phase 1 leads
there, phase 2 on from there (http://kociemba.org/twophase.htm). All paths of phase 1 are tried,
the short ones first, along three axes and from the cube and its inverse in turn, and each is
continued in as few moves as leave the whole shorter than what is known.
"""

from __future__ import annotations

import threading
import time
from bisect import insort
from collections.abc import Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import cache
from itertools import count

import numpy as np
from numpy.typing import NDArray

from solver.cube import Cube
from solver.errors import CubeError, MethodError
from solver.symmetry import AXES
from solver.turn import Turn, turns
from solver.two_phase.coordinates import FLIPS, ORDERS, coordinates
from solver.two_phase.directions import Direction, directions
from solver.two_phase.kernel import EXHAUSTED, FOUND, PAUSED, distance
from solver.two_phase.metric import METRICS, Metric, metric
from solver.two_phase.phase_one import advance
from solver.two_phase.pruning import Progress
from solver.two_phase.shallow import shallow
from solver.two_phase.stacks import DISTANCE, enter, found_paths, new_stacks
from solver.two_phase.tables import PHASE_TWO_TURNS, Tables, move_numbers, tables

TIME_LIMIT = 0.1
# With a length to be met and no time limit, the search gives up after so many seconds.
PATIENCE = 10.0
# Up to so many moves the shortest solution is found whatever the time limit.
SURELY_SHORTEST = {"htm": 7, "qtm": 7, "axial": 6}
# How many of the cheapest moves phase 2 may cost: longer ones are found rarely and dearly. Until
# there is a solution a few more are allowed, so that one is soon found.
_REACH = {"htm": 10, "qtm": 10, "axial": 9}
_FIRST_REACH = _REACH | {"qtm": 13}
# What part of the time goes into a first solution where moves differ in cost, and how many
# solutions of few moves it is chosen from.
_FIRST_PART = 0.3
_CANDIDATES = 50
# About half a millisecond, after which the clock is looked at.
_NODES = 1000
_MANY = 1 << 40
# More than SURELY_SHORTEST away, so that all parts of the search have to work.
_FAR = Cube.solved().apply(turns("R U2 F' L D2 B R' U F2 D' L2 B'"))


class NoSolutionError(CubeError):
    """No solution as short as wanted was found in time."""


@dataclass(frozen=True, slots=True)
class Limits:
    """When a search ends, and what it is to give.

    It ends after `time_limit` seconds, or when `count` different solutions are found that cost at
    most `max_length`. A solution is given even where the time is too short to find one. Raises
    MethodError for numbers that make no sense.
    """

    time_limit: float | None = None
    max_length: float | None = None
    count: int = 1
    threads: int = 1

    def __post_init__(self) -> None:
        if self.time_limit is not None and not 0 <= self.time_limit < float("inf"):
            raise MethodError(f"the time limit is {self.time_limit!r}; use seconds, 0 or more")
        if self.max_length is not None and not self.max_length >= 0:
            raise MethodError(f"the wanted length is {self.max_length!r}; use 0 or more")
        if self.count < 1 or self.threads < 1:
            raise MethodError(
                f"{self.count} solutions on {self.threads} threads were asked for; "
                "both must be at least 1"
            )

    @property
    def seconds(self) -> float:
        """Give the time limit, or what stands in for it."""
        if self.time_limit is not None:
            return self.time_limit
        return TIME_LIMIT if self.max_length is None else PATIENCE


def search(
    cube: Cube,
    limits: Limits = Limits(),
    name: str = "htm",
    weights: Mapping[Turn, float] | None = None,
    progress: Progress = lambda share: None,
) -> tuple[tuple[Turn, ...], ...]:
    """Give the cheapest solutions of a legal cube that were found, the cheapest first.

    `name` is a metric of `solver.two_phase.metric`, `weights` what turns cost instead, and
    `progress` is called with the share of the tables that is built, where they are not yet. A
    cube that can be solved in at most SURELY_SHORTEST of the cheapest moves is solved at the
    least cost. Raises MetricError, store.TableError where the tables cannot be kept, and
    NoSolutionError where there are no solutions of `limits.max_length` in the time.
    """
    chosen = metric(name, weights)
    loaded = tables(chosen.tables, progress)
    _compile(chosen.tables)
    began = time.perf_counter()
    race = _Race(chosen, limits, began + limits.seconds)
    starts = _starts(cube, chosen, loaded)
    most = SURELY_SHORTEST[chosen.tables]
    if all(start.distance <= most for start in starts[: len(AXES)]):
        nearest = shallow(cube, chosen, loaded, most)
        if nearest is not None:
            race.offer(nearest, proven=True)
    if not race.best and chosen.costs != METRICS[chosen.tables].costs:
        # The tables count moves: where moves differ in cost, a solution of few is found first.
        race.offer(_few_moves(cube, chosen, limits))
    if not race.is_over():
        _run(race, starts, loaded)
    return race.result()


def warm_up(name: str = "htm", progress: Progress = lambda share: None) -> None:
    """Load the tables for a metric, or build them, and compile what is not yet compiled.

    Raises MetricError, and store.TableError where the tables cannot be kept.
    """
    kind = metric(name).tables
    tables(kind, progress)
    _compile(kind)


@cache
def _compile(kind: str) -> None:
    """Search once, so that no time limit has to cover what numba takes at the first call."""
    loaded = tables(kind)
    shallow(_FAR, metric(kind), loaded, SURELY_SHORTEST[kind])
    starts = _starts(_FAR, metric(kind), loaded)
    _run(_Race(metric(kind), Limits(0), 0.0), starts, loaded)


def _few_moves(cube: Cube, chosen: Metric, limits: Limits) -> tuple[Turn, ...]:
    """Give the cheapest of several solutions of few moves, in a part of the time."""
    part = Limits(_FIRST_PART * limits.seconds, count=_CANDIDATES, threads=limits.threads)
    return min(search(cube, part, chosen.tables), key=chosen.price)


@dataclass(slots=True)
class _Race:
    """What all threads of a search share: the solutions so far, and when to stop."""

    metric: Metric
    limits: Limits
    deadline: float
    best: list[tuple[int, tuple[Turn, ...]]] = field(default_factory=list)
    proven: bool = False
    bound: NDArray[np.int64] = field(default_factory=lambda: np.array([_MANY]))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def offer(self, turns: tuple[Turn, ...], proven: bool = False) -> None:
        """Keep a solution if it is among the best; `proven` if there is none cheaper."""
        entry = (self.metric.price(turns), turns)
        with self.lock:
            if any(_same(turns, known) for _, known in self.best):
                return
            insort(self.best, entry, key=lambda kept: kept[0])
            del self.best[self.limits.count :]
            if len(self.best) == self.limits.count:
                self.bound[0] = self.best[-1][0] - self.metric.step
            self.proven |= proven

    def is_over(self) -> bool:
        """Tell whether time is up or nothing is left to be wished for."""
        complete = len(self.best) == self.limits.count
        if complete and (self._as_wanted() or (self.proven and self.limits.count == 1)):
            return True
        return bool(self.best) and time.perf_counter() >= self.deadline

    def _as_wanted(self) -> bool:
        wanted = self.limits.max_length
        return wanted is not None and self.best[-1][0] <= wanted * self.metric.scale

    def result(self) -> tuple[tuple[Turn, ...], ...]:
        """Give the solutions that are no longer than wanted."""
        wanted = self.limits.max_length
        found = tuple(
            turns
            for cost, turns in self.best
            if wanted is None or cost <= wanted * self.metric.scale
        )
        if not found:
            raise NoSolutionError(
                f"no solution of at most {wanted:g} was found in {self.limits.seconds:g} s, the "
                f"shortest has {self.best[0][0] / self.metric.scale:g} ({self.metric.name}); "
                "allow more time, or a greater length"
            )
        return found


def _same(one: tuple[Turn, ...], other: tuple[Turn, ...]) -> bool:
    """Tell whether two solutions differ at most in the order of neighbours that commute."""
    return len(one) == len(other) and _in_order(one) == _in_order(other)


def _in_order(turns: tuple[Turn, ...]) -> list[Turn]:
    ordered = list(turns)
    for i in range(1, len(ordered)):
        if ordered[i - 1].commutes_with(ordered[i]) and ordered[i - 1].face > ordered[i].face:
            ordered[i - 1], ordered[i] = ordered[i], ordered[i - 1]
    return ordered


@dataclass(frozen=True, slots=True)
class _Start:
    """Where a search begins: a direction, and what `enter` takes; DISTANCE is in `state`."""

    direction: Direction
    state: tuple[int, int, int, int]
    placed: tuple[int, ...]

    @property
    def distance(self) -> int:
        """Give the distance to phase 1's goal."""
        return self.state[DISTANCE]

    @classmethod
    def of(cls, direction: Direction, cube: Cube, loaded: Tables) -> _Start:
        seen = coordinates(direction.cube(cube))
        slice_ = seen.slice_edges // ORDERS
        far = distance(loaded, seen.twist, seen.flip, slice_)
        entry = int(loaded.flip_slice_class[slice_ * FLIPS + seen.flip])
        row, view = entry >> 4 & 0xFFFF, entry & 15
        twist = int(loaded.twist_image[view, seen.twist])
        return cls(direction, (row, twist, view, far), tuple(seen[2:]))


def _starts(cube: Cube, chosen: Metric, loaded: Tables) -> list[_Start]:
    """Give where to begin in each direction, those of the cube itself first."""
    return [_Start.of(direction, cube, loaded) for direction in directions(chosen)]


def _run(race: _Race, starts: list[_Start], loaded: Tables) -> None:
    """Search until the race is over, or no path of phase 1 can lead to a better solution."""
    jobs = _jobs(race, sorted(starts, key=lambda start: start.distance))
    if race.limits.threads == 1:
        _work(race, jobs, loaded)
        return
    with ThreadPoolExecutor(race.limits.threads) as pool:
        working = [pool.submit(_work, race, jobs, loaded) for _ in range(race.limits.threads)]
        try:
            for each in working:
                each.result()
        except BaseException:
            # Ctrl-C does not wait for the time limit.
            race.deadline = 0.0
            raise


def _jobs(race: _Race, starts: list[_Start]) -> Iterator[tuple[_Start, int, int]]:
    """Give what is to be searched: a start, and the costs of phase 1 (more than, at most)."""
    unit = race.metric.unit
    for level in count():
        high = level * unit
        for start in starts:
            if high - unit >= race.bound[0]:
                return
            if start.distance * unit <= high:
                yield start, high - unit, high


def _work(race: _Race, jobs: Iterator[tuple[_Start, int, int]], loaded: Tables) -> None:
    """Do jobs until there is none, or the race is over."""
    stacks = new_stacks(len(race.metric.moves), race.limits.count)
    unit = race.metric.unit
    reach, first_reach = _reach(race.metric, _REACH), _reach(race.metric, _FIRST_REACH)
    while True:
        with race.lock:
            job = next(jobs, None)
        if job is None:
            return
        start, low, high = job
        enter(stacks, start.direction.moves, start.state, start.placed)
        moves = start.direction.moves
        outcome = PAUSED
        while outcome != EXHAUSTED:
            most = reach if race.best else first_reach
            outcome = advance(loaded, moves, stacks, low, high, unit, race.bound, most, _NODES)
            if outcome == FOUND:
                for path in found_paths(stacks):
                    race.offer(start.direction.solution(path))
            if race.is_over():
                return


def _reach(chosen: Metric, moves: Mapping[str, int]) -> int:
    """Give what phase 2 may cost, from how many of the cheapest moves it may have."""
    if chosen.name in moves:
        return moves[chosen.name]
    near = [
        cost
        for numbers, cost in zip(move_numbers(chosen.tables), chosen.costs, strict=True)
        if set(numbers) <= set(PHASE_TWO_TURNS)
    ]
    return moves[chosen.tables] * sum(near) // len(near)
