"""The method `reduction`: the tables that it needs, and its solutions as text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from random import Random

from solver.engines.options import LAYER_METRICS, ReductionOptions
from solver.engines.two_phase.search import warm_up
from solver.puzzles.nxn.layers import Colours, LayerTurn, geometry
from solver.puzzles.nxn.runs import written
from solver.puzzles.reduction.pieces import N
from solver.puzzles.reduction.search import ReductionSolution, shorter_and_shorter
from solver.puzzles.reduction.tables import load
from solver.puzzles.registry import PuzzleSolution, PuzzleStage
from solver.search.compilation import compiling

_STAGES = ("centres and edges", "3x3x3")
# What part of the time to the first solution goes into the tables of the 3x3x3, and of the phases.
_TABLES_OF_3X3X3, _TABLES_OF_PHASES = 0.4, 0.5


def prepare(options: ReductionOptions, progress: Callable[[float], None]) -> None:
    """Load the tables of a metric, or build them, and compile what is not yet compiled.

    `progress` is called with the share of this that is done. Raises TableCacheError where the
    tables cannot be kept.
    """
    warm_up(progress=lambda share: progress(_TABLES_OF_3X3X3 * share))
    load(
        options.metric,
        lambda share: progress(_TABLES_OF_3X3X3 + _TABLES_OF_PHASES * share),
    )
    _compile(options.metric)


@cache
def _compile(metric: str) -> None:
    """Solve once, so that no time limit has to cover what numba takes at the first call."""
    rng = Random(0)
    turns = [
        LayerTurn(rng.randrange(3), rng.randrange(N), rng.randrange(1, 4)) for _ in range(8 * N)
    ]
    with compiling("reduction-kernels"):
        next(
            shorter_and_shorter(
                geometry(N).apply(geometry(N).solved, turns),
                load(metric),
                ReductionOptions(time_limit=0, metric=metric),
            )
        )


def solutions(colours: Colours, options: ReductionOptions) -> Iterator[PuzzleSolution]:
    """Yield solutions of a legal 4x4x4, each shorter than the one before."""
    prepare(options, lambda share: None)
    for solution in shorter_and_shorter(colours, load(options.metric), options):
        yield _as_text(solution)


def _as_text(solution: ReductionSolution) -> PuzzleSolution:
    texts = written(solution.stages, solution.metric)
    return PuzzleSolution(
        tuple(PuzzleStage(name, text) for name, text in zip(_STAGES, texts, strict=True)),
        solution.moves,
        {metric: solution.count(metric) for metric in LAYER_METRICS},
    )
