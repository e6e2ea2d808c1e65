"""The method `reduction`: the tables that it needs, and its solutions.

A 4x4x4 and a 5x5x5 are reduced to a 3x3x3; larger cubes are solved by what is put into a sequence.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from solver.engines.options import ReductionOptions
from solver.engines.two_phase.search import warm_up
from solver.puzzles.insertion import insertion
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.runs import RunSolution
from solver.puzzles.reduction import five_phases, five_search, four_phases
from solver.puzzles.reduction.completion import SearchClock, shorter_and_shorter
from solver.puzzles.reduction.four_search import Reduction
from solver.puzzles.reduction.tables import load_phases
from solver.search.compilation import compiling

# The sizes that are reduced to a 3x3x3.
_REDUCED = (four_phases.N, five_phases.N)
SIZES = (*_REDUCED, *insertion.SIZES)
# What part of the time to the first solution goes into the tables of the 3x3x3, and of the phases.
_TABLES_OF_3X3X3, _TABLES_OF_PHASES = 0.4, 0.5


def prepare(n: int, options: ReductionOptions, progress: Callable[[float], None]) -> None:
    """Load the tables of a size and metric, or build them, and compile what is not yet compiled.

    `progress` is called with the share of this that is done. Raises TableCacheError where the
    tables cannot be kept.
    """
    if n in insertion.SIZES:
        insertion.prepare(n, progress)
        return
    warm_up(progress=lambda share: progress(_TABLES_OF_3X3X3 * share))
    load_phases(
        *(n, options.metric),
        lambda share: progress(_TABLES_OF_3X3X3 + _TABLES_OF_PHASES * share),
    )
    _compile(n, options.metric)


@cache
def _compile(n: int, metric: str) -> None:
    """Search once, so that no time limit has to cover what numba takes at the first call."""
    with compiling("reduction-kernels"):
        if n == five_phases.N:
            five_search.warm_up(load_phases(n, metric), metric)
            return
        rng = Random(0)
        turns = [
            LayerTurn(rng.randrange(3), rng.randrange(n), rng.randrange(1, 4)) for _ in range(8 * n)
        ]
        colours = geometry(n).apply(geometry(n).solved, turns)
        next(_shorter_and_shorter(colours, n, ReductionOptions(time_limit=0, metric=metric)))


def solutions(colours: Colours, n: int, options: ReductionOptions) -> Iterator[RunSolution]:
    """Yield solutions of a legal cube of one of SIZES, each shorter than the one before."""
    if n in insertion.SIZES:
        yield from insertion.solutions(colours, n, options)
        return
    prepare(n, options, lambda share: None)
    yield from _shorter_and_shorter(colours, n, options)


def _shorter_and_shorter(
    colours: Colours, n: int, options: ReductionOptions
) -> Iterator[RunSolution]:
    def reduced(clock: SearchClock) -> Iterator[tuple[tuple[LayerTurn, ...], int]]:
        metric, phases = options.metric, load_phases(n, options.metric)
        if n == five_phases.N:
            return five_search.rounds(colours, phases, metric, clock)
        return Reduction(colours, phases, metric, clock).rounds()

    return shorter_and_shorter(colours, n, reduced, options)
