"""The shortest solution of a cube, proven: every shorter path is shown to lead nowhere.

Iterative deepening (Korf 1985, 1997): all paths of one length are searched before a longer one,
and a path is left as soon as a pattern database says that it cannot come home in time.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace

from solver.cube import Cube
from solver.optimal.kernel import Stacks, advance, enter, new_stacks
from solver.optimal.tables import Patterns, patterns
from solver.symmetry import SYMMETRIES
from solver.turn import ALL_TURNS, Turn
from solver.two_phase.directions import directions
from solver.two_phase.kernel import FOUND, PAUSED
from solver.two_phase.metric import metric
from solver.two_phase.pruning import Progress
from solver.two_phase.search import SURELY_SHORTEST, Limits, NoSolutionError
from solver.two_phase.search import search as near_optimal
from solver.two_phase.shallow import shallow
from solver.two_phase.tables import tables

# So long the two-phase search looks for a solution to begin with.
_HEAD_START = 0.3
# Some tens of milliseconds, after which a thread sees whether another has found a solution.
_NODES = 1_000_000
# How often it is told how far the proof is.
_SECONDS = 0.25


@dataclass(frozen=True, slots=True)
class Proof:
    """How far a proof is: no solution has `excluded` turns or fewer, the shortest known is `best`.

    `looked_at` states were looked up for it in `seconds`.
    """

    best: tuple[Turn, ...]
    excluded: int
    looked_at: int = 0
    seconds: float = 0.0

    @property
    def is_done(self) -> bool:
        """Tell whether the best solution is a shortest one."""
        return self.excluded == len(self.best) - 1


Watch = Callable[[Proof], None]


def prove(
    cube: Cube,
    threads: int = 0,
    watch: Watch = lambda proof: None,
    progress: Progress = lambda share: None,
) -> Proof:
    """Find a shortest solution (HTM) of a legal cube; the proof that is given is done.

    `threads` of 0 are as many as there are cores. `watch` is told how far the proof is, some times
    a second and for each length that is excluded; `progress` the share of the tables that is
    built, where they are not yet. Raises store.TableError where the tables cannot be kept.
    """
    began = time.perf_counter()
    loaded = tables("htm")
    near = shallow(cube, metric("htm"), loaded, SURELY_SHORTEST["htm"])
    if near is not None:
        return Proof(near, len(near) - 1, 0, time.perf_counter() - began)
    database = patterns(progress)
    threads = threads or os.cpu_count() or 1
    (known,) = near_optimal(cube, Limits(_HEAD_START, threads=threads))
    return prove_shortest(cube, known, database, threads, watch)


def prove_shortest(
    cube: Cube,
    known: tuple[Turn, ...],
    database: Patterns,
    threads: int,
    watch: Watch = lambda proof: None,
) -> Proof:
    """Find a shortest solution of a cube that no `SURELY_SHORTEST` turns solve, but `known` do."""
    prover = _Prover(cube, database, threads, watch, Proof(known, SURELY_SHORTEST["htm"]))
    watch(prover.proof)
    while not prover.proof.is_done:
        prover.search_next_length()
    return prover.proof


@dataclass(slots=True)
class _Prover:
    """Searches all paths of a length from one cube."""

    cube: Cube
    patterns: Patterns
    threads: int
    watch: Watch
    proof: Proof
    began: float = field(default_factory=time.perf_counter)
    lock: threading.Lock = field(default_factory=threading.Lock)
    stopped: threading.Event = field(default_factory=threading.Event)
    found: tuple[Turn, ...] | None = None
    looked_at: int = 0

    def search_next_length(self) -> None:
        """Search all paths that are a turn longer than those that are excluded.

        Then the two-phase search tries for as long to find a shorter solution than is known, for
        to find it with the next length would take many times as long.
        """
        began = time.perf_counter()
        length = self.proof.excluded + 1
        starts = first_turns(self.cube)
        self.stopped.clear()
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                working = {pool.submit(self._work, starts, length) for _ in range(self.threads)}
                while working:
                    done, working = wait(working, _SECONDS)
                    for each in done:
                        each.result()
                    self._tell()
            finally:
                self.stopped.set()
        if self.found is not None:
            self.proof = replace(self.proof, best=self.found)
        else:
            self.proof = replace(self.proof, excluded=length)
        self._tell()
        if not self.proof.is_done:
            self._look_for_shorter(time.perf_counter() - began)

    def _look_for_shorter(self, seconds: float) -> None:
        limits = Limits(seconds, len(self.proof.best) - 1, threads=self.threads)
        with suppress(NoSolutionError):
            (best,) = near_optimal(self.cube, limits)
            self.proof = replace(self.proof, best=best)
            self._tell()

    def _tell(self) -> None:
        self.proof = replace(
            self.proof, looked_at=self.looked_at, seconds=time.perf_counter() - self.began
        )
        self.watch(self.proof)

    def _work(self, starts: Iterator[tuple[Turn, ...]], length: int) -> None:
        stacks = new_stacks()
        while not self.stopped.is_set():
            with self.lock:
                turns = next(starts, None)
            if turns is None:
                return
            enter(stacks, self.cube.apply(turns), ALL_TURNS.index(turns[-1]))
            self._search(stacks, turns, length - len(turns))

    def _search(self, stacks: Stacks, turns: tuple[Turn, ...], left: int) -> None:
        """Search all paths of so many turns from what is in the stacks."""
        moves = directions(metric("htm"))[0].moves
        outcome, before = PAUSED, 0
        while outcome == PAUSED and not self.stopped.is_set():
            outcome = advance(self.patterns, moves, stacks, left, _NODES)
            with self.lock:
                self.looked_at += int(stacks.marks[1]) - before
            before = int(stacks.marks[1])
        if outcome == FOUND:
            self.found = turns + tuple(ALL_TURNS[move] for move in stacks.path[:left])
            self.stopped.set()


def first_turns(cube: Cube) -> Iterator[tuple[Turn, ...]]:
    """Give the first two turns of all paths, but for those that look the same on this cube."""
    same = [symmetry for symmetry in SYMMETRIES if symmetry.cube(cube) == cube]
    seen = set()
    for first in ALL_TURNS:
        for second in ALL_TURNS:
            if first.face == second.face:
                continue
            pair = _in_order(first, second)
            if pair in seen:
                continue
            seen |= {_in_order(shown.turn(first), shown.turn(second)) for shown in same}
            yield pair


def _in_order(first: Turn, second: Turn) -> tuple[Turn, Turn]:
    """Give two turns of opposite faces in the one order in which paths have them."""
    if first.commutes_with(second) and ALL_TURNS.index(first) > ALL_TURNS.index(second):
        return second, first
    return first, second
