"""The tables of the phases of a 4x4x4 and of a 5x5x5: build, cache and load."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.engines.options import WIDE
from solver.puzzles.reduction import five_phases, four_phases
from solver.puzzles.reduction.guided_search import GuidedPhase
from solver.puzzles.reduction.near_end import build_near
from solver.puzzles.reduction.phase_design import PhaseDesign

_VERSION = 4
# What part of the time of a phase its bounds take; the rest goes into what is near the end.
_BOUNDS = 0.6
# What each phase has.
_ARRAYS = ("bounds", "nearer", "near", "reach")

Phases = tuple[GuidedPhase, ...]
Progress = Callable[[float], None]

_DESIGNS: Mapping[int, Callable[[str], tuple[PhaseDesign, ...]]] = {
    four_phases.N: four_phases.designs,
    five_phases.N: five_phases.designs,
}
# Both metrics of a 5x5x5 have the same states and share the tables, which have distances in wide
# turns: a beam needs no bounds, only what tells near states from others.
_SHARED = {five_phases.N: WIDE}
_LOADED: dict[tuple[int, str], Phases] = {}
_LOADING = Lock()


def load_phases(n: int, metric: str, progress: Progress = lambda share: None) -> Phases:
    """Return the phases of a metric; build their tables where the cache has none.

    `progress` is called with the share that is built. Raises TableCacheError where the tables
    cannot be kept.
    """
    with _LOADING:
        if (n, metric) not in _LOADED:
            _LOADED[n, metric] = _load(n, metric, progress)
        return _LOADED[n, metric]


def _load(n: int, metric: str, progress: Progress) -> Phases:
    of_tables = _SHARED.get(n, metric)
    path = cache_folder() / f"reduction-{n}x{n}x{n}-{of_tables}-{_VERSION}.tables"
    designs = _DESIGNS[n](metric)
    layout: dict[str, tuple[type[np.generic], tuple[int | str, ...]]] = {}
    for number, design in enumerate(designs):
        layout[f"bounds{number}"] = np.uint8, (sum(design.bound_sizes()),)
        layout[f"nearer{number}"] = np.uint32, (3 * design.listed_states,)
        layout[f"near{number}"] = np.uint8, (design.near_octets,)
        layout[f"reach{number}"] = np.int64, (1,)

    def read(path: Path) -> Phases:
        kept = table_cache.load_as(path, layout)
        return tuple(
            design.with_bounds(*(kept[f"{name}{number}"] for name in _ARRAYS))
            for number, design in enumerate(designs)
        )

    return table_cache.load_or_build(path, read, lambda: _build(_DESIGNS[n](of_tables), progress))


def _build(designs: tuple[PhaseDesign, ...], progress: Progress) -> dict[str, NDArray[Any]]:
    found: dict[str, NDArray[Any]] = {}
    for number, design in enumerate(designs):

        def share(part: float, number: int = number) -> None:
            progress((number + part) / len(designs))

        bounds, nearer = design.build(lambda part, share=share: share(_BOUNDS * part))  # type: ignore[misc]
        found[f"bounds{number}"], found[f"nearer{number}"] = bounds, nearer
        found[f"near{number}"], found[f"reach{number}"] = build_near(design)
        share(1.0)
    return found
