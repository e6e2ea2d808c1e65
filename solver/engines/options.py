"""The options of the engines, which are known before an engine and its tables are loaded."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from solver.engines.engine import EngineOptions, option
from solver.search.metric import METRICS

# The beam width.
DEFAULT_EFFORT = 20
MAX_EFFORT = 10_000
_MAX_SECONDS = 1_000_000
_MAX_THREADS = max(256, os.cpu_count() or 1)


@dataclass(frozen=True, slots=True)
class LblOptions(EngineOptions):
    """Options: the beam width, and whether the last layer is one step."""

    effort: int = option(
        DEFAULT_EFFORT,
        minimum=0,
        maximum=MAX_EFFORT,
        help="beam width; larger gives shorter solutions and is slower. lbl: 0 takes the fewest "
        "cases to learn.",
    )
    one_look: bool = option(default=False, help="solve the last layer in one step.")


@dataclass(frozen=True, slots=True)
class TwoPhaseOptions(EngineOptions):
    """Options: when the search ends, the metric of moves, and the threads.

    See `Limits`; without a limit the search ends after a tenth of a second.
    """

    time_limit: float | None = option(
        None, minimum=0, maximum=_MAX_SECONDS, help="seconds a cube.", metavar="S"
    )
    max_length: float | None = option(
        None, minimum=0, maximum=1000, help="stop at a solution of N moves.", metavar="N"
    )
    metric: str = option("htm", choices=tuple(METRICS), help="what counts as one move.")
    threads: int = option(
        1, minimum=1, maximum=_MAX_THREADS, help="threads for one cube.", metavar="N"
    )


@dataclass(frozen=True, slots=True)
class OptimalOptions(EngineOptions):
    """Options: the threads for one cube (0: one for each core), and the most seconds a cube."""

    threads: int = option(0, minimum=0, maximum=_MAX_THREADS)
    time_limit: float | None = option(None, minimum=0, maximum=_MAX_SECONDS)


# What counts as one move of a cube with more layers: a turn of any number of layers from a face on,
# or one of a single layer.
WIDE, LAYERS = "wide", "layers"
LAYER_METRICS = (WIDE, LAYERS)


@dataclass(frozen=True, slots=True)
class ReductionOptions(EngineOptions):
    """Options of the reduction of big cubes: how long it goes on, and what it counts."""

    time_limit: float = option(
        0.25, minimum=0, maximum=_MAX_SECONDS, help="seconds a cube.", metavar="S"
    )
    metric: str = option(WIDE, choices=LAYER_METRICS, help="what counts as one move.")


@dataclass(frozen=True, slots=True)
class ShortOptions(EngineOptions):
    """Options of the short solutions of a Megaminx: how long the search goes on."""

    time_limit: float = option(10.0, minimum=0, maximum=_MAX_SECONDS)


# The options of the methods of other puzzles, by name; the others have none.
PUZZLE_OPTIONS: Mapping[str, type[EngineOptions]] = {
    "reduction": ReductionOptions,
    "short": ShortOptions,
}

# Those of the engines of this package, by name; the others have none.
OPTIONS: Mapping[str, type[EngineOptions]] = {
    "lbl": LblOptions,
    "two-phase": TwoPhaseOptions,
    "optimal": OptimalOptions,
}
