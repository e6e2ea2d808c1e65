"""IDA*: excludes one length after another, in parallel, until the best solution is proven.

Iterative deepening (Korf 1985, 1997): all paths of one length are searched before a longer one,
and a path is pruned when the pattern database proves that it cannot reach the solved cube in time.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field, replace

from solver.core.errors import NoSolutionError
from solver.core.turn import ALL_TURNS, Turn, canonical_order
from solver.cube import Cube
from solver.engines.engine import Progress, ProofCallback, ProofProgress
from solver.engines.optimal.kernel import OptimalStack, advance, enter, new_stack
from solver.engines.optimal.tables import PatternDatabase, load_pattern_database
from solver.engines.two_phase.search import two_phase_search
from solver.search.compilation import compiling
from solver.search.deepening import FOUND, PAUSED, SharedIterator, run
from solver.search.directions import directions, starts
from solver.search.metric import metric
from solver.search.phase_tables import tables
from solver.search.short_solutions import solve_shallow
from solver.search.solution_pool import PROVEN_LENGTH, Limits
from solver.symmetry import SYMMETRIES

# Seconds of the two-phase search for a first solution.
_INITIAL_SECONDS = 0.3
# Nodes between two checks for other threads' solutions, some tens of milliseconds.
_NODES = 1_000_000


def prove(
    cube: Cube,
    threads: int = 0,
    watch: ProofCallback = lambda proof: None,
    progress: Progress = lambda share: None,
) -> ProofProgress:
    """Find a shortest solution (HTM) of a legal cube; the returned proof is complete.

    `threads` of 0 are as many as there are cores. `watch` is called with the state of the proof,
    some times a second and for each length that is excluded; `progress` the share of the tables
    that is built, where they are not yet. Raises TableCacheError where no folder takes them.
    """
    began = time.perf_counter()
    near = near_solution(cube)
    if near is not None:
        return ProofProgress(near, len(near) - 1, 0, time.perf_counter() - began)
    database = load_pattern_database(progress)
    threads = threads or os.cpu_count() or 1
    (known,) = two_phase_search(cube, Limits(_INITIAL_SECONDS, threads=threads))
    return prove_shortest(cube, known, database, threads, watch)


def near_solution(cube: Cube) -> tuple[Turn, ...] | None:
    """Return a shortest solution of a legal cube that `PROVEN_LENGTH` turns solve, else None."""
    loaded = tables("htm")
    htm = metric("htm")
    return solve_shallow(starts(cube, htm, loaded), htm, loaded, PROVEN_LENGTH["htm"])


def prove_shortest(
    cube: Cube,
    known: tuple[Turn, ...],
    database: PatternDatabase,
    threads: int,
    watch: ProofCallback = lambda proof: None,
) -> ProofProgress:
    """Find a shortest solution of a cube that no `PROVEN_LENGTH` turns solve, but `known` do."""
    with compiling("optimal-kernels"):
        # No state is in the stacks: nothing is searched.
        advance(database, directions(metric("htm"))[0].moves, new_stack(), 0, 0)
    prover = _Prover(cube, database, threads, watch, ProofProgress(known, PROVEN_LENGTH["htm"]))
    watch(prover.proof)
    while not prover.proof.is_done:
        prover.search_next_length()
    return prover.proof


@dataclass(slots=True)
class _Prover:
    """A proof in progress for one cube."""

    cube: Cube
    patterns: PatternDatabase
    threads: int
    watch: ProofCallback
    proof: ProofProgress
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
        pairs = SharedIterator(first_turn_pairs(self.cube))
        self.stopped.clear()
        run(lambda: self._search(pairs, length), self.threads, self.stopped.set, self._report)
        if self.found is not None:
            self.proof = replace(self.proof, best=self.found)
        else:
            self.proof = replace(self.proof, excluded=length)
        self._report()
        if not self.proof.is_done:
            self._search_upper_bound(time.perf_counter() - began)

    def _search_upper_bound(self, seconds: float) -> None:
        limits = Limits(seconds, len(self.proof.best) - 1, threads=self.threads)
        with suppress(NoSolutionError):
            (best,) = two_phase_search(self.cube, limits)
            self.proof = replace(self.proof, best=best)
            self._report()

    def _report(self) -> None:
        self.proof = replace(
            self.proof, lookups=self.looked_at, seconds=time.perf_counter() - self.began
        )
        self.watch(self.proof)

    def _search(self, pairs: Iterator[tuple[Turn, ...]], length: int) -> None:
        """Search all paths of a length that begin with some pairs of turns."""
        stacks = new_stack()
        for turns in pairs:
            if self.stopped.is_set():
                return
            enter(stacks, self.cube.apply(turns), ALL_TURNS.index(turns[-1]))
            self._search_from(stacks, turns, length - len(turns))

    def _search_from(self, stacks: OptimalStack, turns: tuple[Turn, ...], left: int) -> None:
        """Search all paths of the given number of turns from the states in the stacks."""
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


def first_turn_pairs(cube: Cube) -> Iterator[tuple[Turn, ...]]:
    """Return the first two turns of all paths, but for those that look the same on this cube."""
    same = [symmetry for symmetry in SYMMETRIES if symmetry.conjugate(cube) == cube]
    seen = set()
    for first in ALL_TURNS:
        for second in ALL_TURNS:
            if first.face == second.face:
                continue
            pair = canonical_order((first, second))
            if pair in seen:
                continue
            seen |= {
                canonical_order((shown.map_turn(first), shown.map_turn(second))) for shown in same
            }
            yield pair
