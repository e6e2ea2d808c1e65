"""The tables of the search of a Megaminx: distances of the stages, and cycles of corners."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.megaminx_blocks import corner_cycles
from solver.puzzles.megaminx_blocks.corner_cycles import CornerCycles
from solver.puzzles.megaminx_blocks.pieces import SOLVED
from solver.puzzles.megaminx_blocks.stages import BlockStage, stages
from solver.search.compilation import compiling
from solver.search.distance_builder import build_distance_table
from solver.search.distance_table import CoordinateSpace

Progress = Callable[[float], None]

# Raise it whenever codes or tables change.
_VERSION = 1
_SHARE_OF_CYCLES = 0.1  # of the time that tables take
# Distances are exact up to this, and larger ones are one more: what goes on is nearer. But where
# three faces are left, searches are deep.
_FAR, _FARTHEST = 7, 50
_FEW_TURNS = 12
_LOADED: list[MegaminxTables] = []
_LOADING = Lock()


@dataclass(frozen=True, slots=True)
class MegaminxTables:
    """What the search looks up."""

    stages: tuple[BlockStage, ...]
    cycles: CornerCycles


def load(progress: Progress = lambda share: None) -> MegaminxTables:
    """Return the tables; build them where the cache has none, in ten seconds.

    `progress` is called with the share that is built. Raises TableCacheError where a file of the
    cache cannot be read.
    """
    with _LOADING:
        if not _LOADED:
            _LOADED.append(_load(progress))
        return _LOADED[0]


def _load(progress: Progress) -> MegaminxTables:
    cycles = corner_cycles.load_or_build(lambda share: progress(_SHARE_OF_CYCLES * share))
    found = load_stages(
        "megaminx-blocks",
        stages(),
        lambda share: progress(_SHARE_OF_CYCLES + (1 - _SHARE_OF_CYCLES) * share),
    )
    return MegaminxTables(found, cycles)


def load_stages(
    name: str, plain: tuple[BlockStage, ...], progress: Progress
) -> tuple[BlockStage, ...]:
    """Return stages with their distances, from a file of the cache or built for it.

    Raises TableCacheError where the file cannot be read.
    """
    layout: table_cache.Layout = {
        str(number): (np.uint8, (len(stage.distances),)) for number, stage in enumerate(plain)
    }

    def read(path: Path) -> tuple[BlockStage, ...]:
        kept = table_cache.load_as(path, layout)
        return tuple(
            replace(stage, distances=kept[str(number)]) for number, stage in enumerate(plain)
        )

    def build() -> Mapping[str, NDArray[Any]]:
        with compiling("megaminx-tables"):
            return _distances(plain, progress)

    return table_cache.load_or_build(cache_folder() / f"{name}-{_VERSION}.tables", read, build)


def _distances(plain: tuple[BlockStage, ...], progress: Progress) -> Mapping[str, NDArray[Any]]:
    sizes = [len(stage.distances) for stage in plain]
    found = {}
    for number, stage in enumerate(plain):
        is_deep = len(stage.turns) == _FEW_TURNS
        found[str(number)] = _build(stage, _FARTHEST if is_deep else _FAR)
        progress(sum(sizes[: number + 1]) / sum(sizes))
    return found


def _build(stage: BlockStage, far: int) -> NDArray[np.uint8]:
    """Return the distances of a stage up to a far one, breadth first from where it is solved."""
    solved = stage.small_codes(SOLVED).astype(np.int64)
    found = []
    for row, size in enumerate(np.diff([*stage.starts, len(stage.distances)])):
        used = stage.covered[row][stage.covered[row] >= 0]
        factors = stage.factors[row, : len(used)]
        radices = np.array([*factors[1:], size]) // factors
        codes = zip(stage.is_corner[used], radices, strict=True)
        tables = [stage.moves[is_corner, :, :radix].T for is_corner, radix in codes]
        # The last coordinate of a space is the fastest.
        space = CoordinateSpace(tuple(reversed(tables)))
        distances = build_distance_table(space, [int(solved[used] @ factors)], farthest=far)
        found.append(np.minimum(distances, far + 1))
    return np.concatenate(found)
