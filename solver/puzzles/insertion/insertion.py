"""The method `reduction` from 6x6x6 on: its tables, and the search for short sequences.

They are annealed, completed, and searched again from what is best so far.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from math import exp
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import NamedTuple

import numpy as np

from solver.engines.options import ReductionOptions
from solver.engines.two_phase.search import warm_up
from solver.puzzles.insertion.annealing import anneal
from solver.puzzles.insertion.commutators import commutators
from solver.puzzles.insertion.completion import complete
from solver.puzzles.insertion.cycles import load
from solver.puzzles.insertion.places import places
from solver.puzzles.insertion.sequence import (
    LENGTH,
    ODD,
    WRONG,
    begin,
    copy_sequence,
    new_edit,
    new_sequence,
)
from solver.puzzles.insertion.skeletons import skeleton
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.position import is_solved
from solver.puzzles.nxn.runs import RunSolution, count_runs, runs_of
from solver.puzzles.pocket_state import metric
from solver.search.compilation import compiling

# Room for the turns of a sequence, for each layer of the cube.
_ROOM = 400
# What an orbit of wings that is an odd permutation counts in turns.
_ODD = 25.0
# In a completion a place put right counts so many turns.
_COMPLETION = 2.5
# Seconds of the first round, and how many times as long as the one before each is.
_FIRST_ROUND, _LONGER = 2.0, 4
# What part of a round goes to annealing from a skeleton; the rest improves what that led to.
_FROM_SKELETON = 0.7
# A sequence is taken for the next attempt if it is so many turns longer, with a chance of 1 / e.
_SLACK = 0.5


class Cooling(NamedTuple):
    """Annealing from its beginning to its end: the temperatures, and what a wrong place counts, all
    in turns.
    """

    first: float
    last: float
    wrong_first: float
    wrong_last: float

    def at(self, share: float) -> tuple[float, float]:
        """Return the temperature, and what a wrong place counts, after a share of the whole."""
        return (
            self.first * (self.last / self.first) ** share,
            self.wrong_first * (self.wrong_last / self.wrong_first) ** share,
        )


# What a wrong place counts rises more than the temperature falls: so first is put in what puts most
# right for its turns, and in the end hardly anything is wrong.
WHOLE = Cooling(0.45, 0.34, 1.15, 2.3)
# From a complete sequence, some of which this takes away.
AGAIN = Cooling(0.37, 0.34, 1.7, 2.3)
# What is left where there was little time, until so few places are wrong, divided by n: more would
# take the completion long.
REST = Cooling(0.34, 0.34, 2.6, 2.6)
_MOST_WRONG = 400
# Steps in all of the first solution, for each sticker of a face, and at most; and between two looks
# at the clock.
_FIRST_STEPS, _MOST_FIRST_STEPS, _STEPS = 10_000, 3_000_000, 20_000
_FIRST_PARTS = 30
# So many steps, for each sticker of a face, are annealed again at a time.
_AGAIN_STEPS = 10_000


class Worker:
    """A search of its own, with its own random numbers."""

    def __init__(self, colours: Colours, n: int, seed: int) -> None:
        """Begin with a legal cube."""
        self._colours, self._n = colours, n
        self._rng = Random(seed)
        self._seed = np.array([self._rng.randrange(1, 2**64)], dtype=np.uint64)
        self._places, self._cycles, self._commutators = places(n), load(n), commutators(n)
        room = _ROOM * n
        self._made, self._kept = (
            new_sequence(n, self._places.target.shape[1], room) for _ in range(2)
        )
        self._edit, self._chosen = new_edit(), new_edit()

    def begin(self, shares: Iterable[float], steps: int, ended: Event) -> bool:
        """Anneal from a new skeleton, some steps at each share of the whole that is told; return
        whether that led to a complete sequence, which is then kept, before the end.
        """
        start = skeleton(self._colours, self._n, self._rng)
        begin(self._made, self._places, *start)
        for share in shares:
            self._anneal(WHOLE, share, steps)
        while self._made.state[WRONG] > _MOST_WRONG // self._n and not ended.is_set():
            self._anneal(REST, 0.0, _STEPS)
        return self._keep_if(not ended.is_set() and self._complete())

    def improve(self, ended: Event) -> bool:
        """Make another attempt; return whether it became the sequence that is kept."""
        copy_sequence(self._kept, self._made)
        parts = _AGAIN_STEPS * self._n**2 // _STEPS
        for part in range(parts):
            if ended.is_set():
                return False
            self._anneal(AGAIN, part / parts, _STEPS)
        if not self._complete():
            return False
        more = int(self._made.state[LENGTH] - self._kept.state[LENGTH])
        return self._keep_if(more <= 0 or self._rng.random() < exp(-more / _SLACK))

    def turns(self) -> tuple[LayerTurn, ...]:
        """Return the turns of the sequence that is kept."""
        numbers = self._kept.turns[: self._kept.state[LENGTH]]
        return tuple(geometry(self._n).turn_at(number) for number in numbers)

    def length(self) -> int:
        """Return how many these are."""
        return int(self._kept.state[LENGTH])

    def _keep_if(self, is_better: bool) -> bool:
        if is_better:
            copy_sequence(self._made, self._kept)
        return is_better

    def _anneal(self, cooling: Cooling, share: float, steps: int) -> None:
        temperature, wrong = cooling.at(share)
        anneal(
            self._made,
            self._places,
            self._commutators,
            self._cycles,
            self._edit,
            self._seed,
            temperature,
            wrong,
            _ODD,
            steps,
        )

    def _complete(self) -> bool:
        return not self._made.state[ODD] and bool(
            complete(self._made, self._places, self._cycles, self._edit, self._chosen, _COMPLETION)
        )


Found = SimpleQueue[tuple[LayerTurn, ...] | BaseException | None]


class InsertionSearch:
    """Searches of several threads for one cube, until a time by the monotonic clock."""

    def __init__(self, colours: Colours, n: int, deadline: float) -> None:
        """Begin with a legal cube."""
        self._colours, self._n, self._deadline = colours, n, deadline
        self._found: Found = SimpleQueue()
        self._ended = Event()

    def sequences(self, threads: int) -> Iterator[tuple[LayerTurn, ...] | None]:
        """Yield sequences that solve the cube, none much longer than its thread's best so far.

        Now and then None is yielded. The first sequence is found however long that takes.
        """
        workers = [
            Thread(target=self._work, args=(Worker(self._colours, self._n, seed),), daemon=True)
            for seed in range(threads)
        ]
        for each in workers:
            each.start()
        try:
            known = False
            while not (known and time.monotonic() >= self._deadline):
                turns = self._found.get()
                if isinstance(turns, BaseException):
                    raise turns
                known = known or turns is not None
                yield turns
        finally:
            self._ended.set()
            for each in workers:
                each.join()

    def _work(self, worker: Worker) -> None:
        try:
            shares = [part / _FIRST_PARTS for part in range(_FIRST_PARTS)]
            steps = min(_FIRST_STEPS * self._n**2, _MOST_FIRST_STEPS) // _FIRST_PARTS
            while not self._ended.is_set() and not worker.begin(shares, steps, self._ended):
                pass
            if not self._ended.is_set():
                self._found.put(worker.turns())
            seconds = _FIRST_ROUND
            while not self._ended.is_set() and (left := self._deadline - time.monotonic()) > 0:
                self._round(worker, left if left < (1 + _LONGER) * seconds else seconds)
                seconds *= _LONGER
            self._found.put(None)
        except BaseException as error:
            self._found.put(error)

    def _round(self, worker: Worker, seconds: float) -> None:
        """Anneal from a new skeleton, then improve what that led to, for some seconds in all."""
        until = time.monotonic() + seconds
        if worker.begin(self._shares(_FROM_SKELETON * seconds), _STEPS, self._ended):
            self._found.put(worker.turns())
        best = worker.length()
        while time.monotonic() < until and not self._ended.is_set():
            is_new = worker.improve(self._ended) and worker.length() <= best + 1
            best = min(best, worker.length())
            self._found.put(worker.turns() if is_new else None)

    def _shares(self, seconds: float) -> Iterator[float]:
        """Yield what share of some seconds is over, until they all are."""
        began = time.monotonic()
        while not self._ended.is_set() and (share := (time.monotonic() - began) / seconds) < 1:
            self._found.put(None)
            yield share


SIZES = tuple(range(6, 21))
_STAGE = "all pieces"
# What part of the time to the first solution goes into the tables of the 3x3x3, and of cycles.
_TABLES_OF_3X3X3, _TABLES_OF_CYCLES = 0.4, 0.5
_THREADS = 2


def prepare(n: int, progress: Callable[[float], None]) -> None:
    """Load the tables of a size, or build them, and compile what is not yet compiled.

    `progress` is called with the share of this that is done. Raises TableCacheError where the
    tables cannot be kept.
    """
    if n % 2:
        warm_up(progress=lambda share: progress(_TABLES_OF_3X3X3 * share))
    else:
        metric("htm")
    load(n, lambda share: progress(_TABLES_OF_3X3X3 + _TABLES_OF_CYCLES * share))
    commutators(n)
    _compile(n)
    progress(1.0)


@cache
def _compile(n: int) -> None:
    """Solve once, so that no time limit has to cover what numba takes at the first call."""
    rng = Random(0)
    turns = [LayerTurn(rng.randrange(3), rng.randrange(n), rng.randrange(1, 4)) for _ in range(n)]
    colours = geometry(n).apply(geometry(n).solved, turns)
    with compiling("insertion-kernels"):
        for _ in InsertionSearch(colours, n, 0.0).sequences(1):
            pass


def solutions(colours: Colours, n: int, options: ReductionOptions) -> Iterator[RunSolution]:
    """Yield solutions of a legal cube of one of SIZES, each shorter than the one before.

    The first is yielded even where the time is too short for one.
    """
    prepare(n, lambda share: None)
    if is_solved(colours, n):
        yield RunSolution({_STAGE: ()}, options.metric)
        return
    search = InsertionSearch(colours, n, time.monotonic() + options.time_limit)
    least: int | None = None
    for turns in search.sequences(min(_THREADS, os.cpu_count() or 1)):
        if turns is None:
            continue
        (runs,) = runs_of([turns], n)
        length = count_runs(runs, options.metric)
        if least is None or length < least:
            least = length
            yield RunSolution({_STAGE: runs}, options.metric)
