"""The tables of the five phases of a 5x5x5: build, cache and load.

Both metrics have the same states and share the tables, which have distances in wide turns: a beam
needs no bounds, only what tells near states from others.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.engines.options import WIDE
from solver.puzzles.reduction.five_phases import designs
from solver.puzzles.reduction.guided_search import GuidedPhase
from solver.puzzles.reduction.near_end import build_near

_VERSION = 3
# What part of the time of a phase its bounds take; the rest goes into what is near the end.
_BOUNDS = 0.6

Phases = tuple[GuidedPhase, ...]
Progress = Callable[[float], None]

_LOADED: dict[str, Phases] = {}
_LOADING = Lock()


def load_phases(metric: str, progress: Progress = lambda share: None) -> Phases:
    """Return the phases of a metric; build their tables where the cache has none.

    `progress` is called with the share that is built. Raises TableCacheError where the tables
    cannot be kept.
    """
    with _LOADING:
        if metric not in _LOADED:
            _LOADED[metric] = _load(metric, progress)
        return _LOADED[metric]


def _load(metric: str, progress: Progress) -> Phases:
    path = cache_folder() / f"reduction-5x5x5-{_VERSION}.tables"
    layout: dict[str, tuple[type[np.generic], tuple[int | str, ...]]] = {}
    for number, design in enumerate(designs(metric)):
        layout[f"bounds{number}"] = np.uint8, (sum(design.bound_sizes()),)
        layout[f"near{number}"] = np.uint8, (design.near_octets,)
        layout[f"reach{number}"] = np.int64, (1,)

    def read(path: Path) -> Phases:
        kept = table_cache.load_as(path, layout)
        return tuple(
            design.with_bounds(*(kept[f"{name}{number}"] for name in ("bounds", "near", "reach")))
            for number, design in enumerate(designs(metric))
        )

    return table_cache.load_or_build(path, read, lambda: _build(progress))


def _build(progress: Progress) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    count = len(designs(WIDE))
    for number, design in enumerate(designs(WIDE)):

        def share(part: float, number: int = number) -> None:
            progress((number + part) / count)

        found[f"bounds{number}"] = design.build(lambda part, share=share: share(_BOUNDS * part))  # type: ignore[misc]
        found[f"near{number}"], found[f"reach{number}"] = build_near(design)
        share(1.0)
    return found
