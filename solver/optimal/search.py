"""The shortest solution of a cube, proven: every shorter path is shown to lead nowhere.

Iterative deepening (Korf 1985, 1997): all paths of one length are searched before a longer one,
and a path is left as soon as a pattern database says that it cannot come home in time.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from solver.cube import Cube
from solver.optimal.kernel import Stacks, advance, distance, new_stacks
from solver.optimal.tables import Patterns, patterns
from solver.turn import ALL_TURNS, Turn
from solver.two_phase.coordinates import coordinates
from solver.two_phase.directions import Direction, directions
from solver.two_phase.kernel import EXHAUSTED, FOUND, PAUSED
from solver.two_phase.metric import metric
from solver.two_phase.pruning import Progress
from solver.two_phase.search import SURELY_SHORTEST, Limits
from solver.two_phase.search import search as near_optimal
from solver.two_phase.shallow import shallow
from solver.two_phase.tables import Tables, tables

# So long the two-phase search looks for a solution that then only needs to be proven.
_HEAD_START = 1.0
# Some tens of milliseconds, after which a thread sees whether another has found a solution.
_NODES = 100_000

Excluded = Callable[[int], None]


def search(
    cube: Cube,
    threads: int = 0,
    excluded: Excluded = lambda length: None,
    progress: Progress = lambda share: None,
) -> tuple[Turn, ...]:
    """Give a shortest solution (HTM) of a legal cube.

    `threads` of 0 are as many as there are cores. `excluded` is called with each length once it is
    known that no solution is so short, `progress` with the share of the tables that is built,
    where they are not yet. Raises store.TableError where the tables cannot be kept.
    """
    loaded = tables("htm")
    near = shallow(cube, metric("htm"), loaded, SURELY_SHORTEST["htm"])
    if near is not None:
        return near
    database = patterns(progress)
    threads = threads or os.cpu_count() or 1
    (known,) = near_optimal(cube, Limits(_HEAD_START, threads=threads))
    prover = _Prover(cube, loaded, database, directions(metric("htm"))[:3], threads)
    for length in range(SURELY_SHORTEST["htm"] + 1, len(known)):
        found = prover.paths_of(length)
        if found is not None:
            return found
        excluded(length)
    return known


@dataclass(slots=True)
class _Prover:
    """Searches all paths of a length from one cube."""

    cube: Cube
    tables: Tables
    patterns: Patterns
    axes: tuple[Direction, ...]
    threads: int
    found: list[tuple[Turn, ...]] = field(default_factory=list)
    stopped: threading.Event = field(default_factory=threading.Event)

    def paths_of(self, length: int) -> tuple[Turn, ...] | None:
        """Give a solution of `length` turns, if there is one."""
        starts = iter(
            (first, second)
            for first in range(18)
            for second in range(18)
            if self._follows(first, second)
        )
        lock = threading.Lock()
        with ThreadPoolExecutor(self.threads) as pool:
            try:
                done = [pool.submit(self._work, starts, lock, length) for _ in range(self.threads)]
                for work in done:
                    work.result()
            finally:
                self.stopped.set()
        self.stopped.clear()
        return self.found[0] if self.found else None

    def _follows(self, first: int, second: int) -> bool:
        moves = self.axes[0].moves
        group = moves.group[first]
        return second in moves.follow[group, : moves.follow_count[group]]

    def _work(self, starts: Iterator[tuple[int, int]], lock: threading.Lock, length: int) -> None:
        stacks = new_stacks()
        images = np.array([axis.numbers for axis in self.axes])
        while not self.stopped.is_set():
            with lock:
                start = next(starts, None)
            if start is None:
                return
            turns = tuple(ALL_TURNS[number] for number in start)
            if not self._enter(stacks, turns, length - len(turns)):
                continue
            outcome = PAUSED
            while outcome != EXHAUSTED and not self.stopped.is_set():
                outcome = advance(
                    self.tables,
                    self.patterns,
                    self.axes[0].moves,
                    images,
                    stacks,
                    length - len(turns),
                    _NODES,
                )
                if outcome == FOUND:
                    path = [int(move) for move in stacks.path[: length - len(turns)]]
                    solution = turns + self.axes[0].solution(path)
                    if self.cube.apply(solution).is_solved:
                        self.found.append(solution)
                        self.stopped.set()

    def _enter(self, stacks: Stacks, turns: tuple[Turn, ...], left: int) -> bool:
        """Start after some turns; False where the rest cannot be enough."""
        cube = self.cube.apply(turns)
        state: NDArray[np.uint32] = stacks.state[0, 0]
        for number, axis in enumerate(self.axes):
            seen = coordinates(axis.cube(cube))
            own = (seen.twist, seen.flip, seen.slice_edges)
            far = distance(self.tables, self.patterns, axis.moves, *own)
            if far > left:
                return False
            state[4 * number : 4 * number + 4] = *own, far
        state[12:] = ALL_TURNS.index(turns[-1]), 0
        stacks.width[0], stacks.tried[0], stacks.marks[0] = 1, 0, 0
        return True
