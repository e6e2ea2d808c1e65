"""The method `reduction` from 6x6x6 on: its tables, and its solutions."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from solver.engines.options import ReductionOptions
from solver.engines.two_phase.search import warm_up
from solver.puzzles.insertion.commutators import commutators
from solver.puzzles.insertion.cycles import load
from solver.puzzles.insertion.search import InsertionSearch
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.position import is_solved
from solver.puzzles.nxn.runs import RunSolution, count_runs, runs_of
from solver.puzzles.pocket_state import metric
from solver.search.compilation import compiling

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
