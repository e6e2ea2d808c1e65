"""The search for short sequences: annealed, completed, and again from what is best so far."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from math import exp
from queue import SimpleQueue
from random import Random
from threading import Event, Thread
from typing import NamedTuple

import numpy as np

from solver.puzzles.insertion.annealing import anneal
from solver.puzzles.insertion.commutators import commutators
from solver.puzzles.insertion.completion import complete
from solver.puzzles.insertion.cycles import load
from solver.puzzles.insertion.places import places
from solver.puzzles.insertion.sequence import (
    LENGTH,
    ODD,
    Sequence,
    begin,
    copy_sequence,
    new_edit,
    new_sequence,
)
from solver.puzzles.insertion.skeletons import skeleton
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry

# Room for the turns of a sequence, for each layer of the cube.
_ROOM = 400
# What an orbit of wings that is an odd permutation counts in turns.
_ODD = 25.0
# In a completion a place put right counts so many turns.
_COMPLETION = 2.5
# A sequence is taken for the next attempt if it is so many turns longer, with a chance of 1 / e.
_SLACK = 0.5


class Cooling(NamedTuple):
    """A part of annealing: its share of the steps, its temperatures, and what a wrong place
    counts, all in turns.
    """

    share: float
    first: float
    last: float
    wrong: float


# The first solution: cheap turns that put much right, then ever more.
FIRST = (
    Cooling(0.5, 1.0, 0.4, 1.1),
    Cooling(0.25, 0.4, 0.4, 1.5),
    Cooling(0.15, 0.4, 0.4, 2.0),
    Cooling(0.1, 0.4, 0.4, 3.0),
)
# Further attempts begin with a complete sequence, some of which this takes away.
FURTHER = Cooling(1.0, 0.4, 0.4, 1.5)
_FURTHER_STEPS = 20_000


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

    def first(self, steps: int, is_over: Callable[[], bool]) -> bool:
        """Find a first solution by about so many steps; return whether it was not given up."""
        while not is_over():
            start = skeleton(self._colours, self._n, self._rng)
            begin(self._made, self._places, *start)
            for part in FIRST:
                self._anneal(part, steps)
            if self._complete():
                copy_sequence(self._made, self._kept)
                return True
        return False

    def improve(self) -> bool:
        """Make another attempt; return whether it became the sequence that is kept."""
        copy_sequence(self._kept, self._made)
        self._anneal(FURTHER, _FURTHER_STEPS)
        if not self._complete():
            return False
        more = int(self._made.state[LENGTH] - self._kept.state[LENGTH])
        if more > 0 and self._rng.random() >= exp(-more / _SLACK):
            return False
        copy_sequence(self._made, self._kept)
        return True

    def turns(self) -> tuple[LayerTurn, ...]:
        """Return the turns of the sequence that is kept."""
        return _turns(self._kept)

    def length(self) -> int:
        """Return how many these are."""
        return int(self._kept.state[LENGTH])

    def _anneal(self, part: Cooling, steps: int) -> None:
        anneal(
            self._made,
            self._places,
            self._commutators,
            self._cycles,
            self._edit,
            self._seed,
            part.first,
            part.last,
            part.wrong,
            _ODD,
            max(1, int(part.share * steps)),
        )

    def _complete(self) -> bool:
        return not self._made.state[ODD] and complete(
            self._made, self._places, self._cycles, self._edit, self._chosen, _COMPLETION
        )


def _turns(sequence: Sequence) -> tuple[LayerTurn, ...]:
    numbers = sequence.turns[: sequence.state[LENGTH]]
    return tuple(geometry(sequence.n).turn_at(number) for number in numbers)


def found_by(
    colours: Colours, n: int, steps: int, threads: int, is_over: Callable[[], bool]
) -> Iterator[tuple[LayerTurn, ...] | None]:
    """Yield sequences that solve a cube, none much longer than the best so far, until it is over.

    Every thread has a search of its own. Now and then None is yielded, so that it can be over. The
    first sequence is found however long that takes.
    """
    ended = Event()
    found: SimpleQueue[tuple[LayerTurn, ...] | BaseException | None] = SimpleQueue()

    def work(seed: int) -> None:
        try:
            worker = Worker(colours, n, seed)
            if not worker.first(steps, ended.is_set):
                return
            found.put(worker.turns())
            best = worker.length()
            while not ended.is_set():
                is_new = worker.improve() and worker.length() <= best + 1
                best = min(best, worker.length())
                found.put(worker.turns() if is_new else None)
        except BaseException as error:
            found.put(error)

    workers = [Thread(target=work, args=(seed,), daemon=True) for seed in range(threads)]
    for each in workers:
        each.start()
    try:
        known = False
        while not (known and is_over()):
            turns = found.get()
            if isinstance(turns, BaseException):
                raise turns
            known = known or turns is not None
            yield turns
    finally:
        ended.set()
        for each in workers:
            each.join()
