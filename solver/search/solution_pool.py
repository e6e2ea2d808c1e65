"""Limits of a search, and the solutions found so far that bound it."""

from __future__ import annotations

import threading
import time
from bisect import insort
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.core.errors import MethodError, NoSolutionError
from solver.core.turn import Turn, Turns, canonical_order
from solver.search.metric import Metric

TIME_LIMIT = 0.1

# With a required length and no time limit, the search fails after this time (seconds).
DEFAULT_TIMEOUT = 10.0

# Up to this number of moves the shortest solution is found whatever the time limit.
PROVEN_LENGTH = {"htm": 7, "qtm": 7, "axial": 6}

_MANY = 1 << 40


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits of a search: its time, its length, the number of solutions, the threads.

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
        """Return the time limit, or the default one."""
        if self.time_limit is not None:
            return self.time_limit
        return TIME_LIMIT if self.max_length is None else DEFAULT_TIMEOUT


DEFAULT_LIMITS = Limits()


@dataclass(slots=True)
class SolutionPool:
    """The best solutions of a search so far, which all its threads share, and when it can stop.

    `best` are cost and turns, the cheapest first; `known` all that were added, in the canonical
    order. A further solution may cost at most `bound[0]`. `deadline` is a time of `clock`.
    """

    metric: Metric
    limits: Limits
    deadline: float
    clock: Callable[[], float] = time.perf_counter
    best: list[tuple[int, tuple[Turn, ...]]] = field(default_factory=list)
    known: set[Turns] = field(default_factory=set)
    proven: bool = False
    bound: NDArray[np.int64] = field(default_factory=lambda: np.array([_MANY]))
    lock: threading.Lock = field(default_factory=threading.Lock)

    def add_solution(self, turns: tuple[Turn, ...], proven: bool = False) -> None:
        """Add a solution if it is among the best; `proven` if none is cheaper."""
        entry = (self.metric.cost_of(turns), turns)
        with self.lock:
            same = canonical_order(turns)
            if same in self.known:
                return
            self.known.add(same)
            insort(self.best, entry, key=lambda kept: kept[0])
            del self.best[self.limits.count :]
            if len(self.best) == self.limits.count:
                self.bound[0] = self.best[-1][0] - self.metric.step
            self.proven |= proven

    def stop(self) -> None:
        """End the search with the next solution, or now if there is one."""
        self.deadline = 0.0

    def is_over(self) -> bool:
        """Return whether the search can stop: the time is up, or what was wanted is found."""
        complete = len(self.best) == self.limits.count
        if complete and (self._is_short_enough() or (self.proven and self.limits.count == 1)):
            return True
        return bool(self.best) and self.clock() >= self.deadline

    def _is_short_enough(self) -> bool:
        wanted = self.limits.max_length
        return wanted is not None and self.best[-1][0] <= wanted * self.metric.scale

    def result(self) -> tuple[tuple[Turn, ...], ...]:
        """Return the solutions that are no longer than wanted."""
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
