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
from solver.puzzles.megaminx_blocks.stages import UNREACHED, BlockStage, stages
from solver.search.compilation import compiled, compiling

Progress = Callable[[float], None]
Numbers = NDArray[np.int64]

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


@compiled
def _next_level(
    distances: NDArray[np.uint8],
    start: int,
    size: int,
    level: int,
    covered: Numbers,
    factors: Numbers,
    radices: Numbers,
    kinds: Numbers,
    moves: NDArray[np.uint8],
) -> int:
    """Mark what one more turn reaches from the entries of a level; return how many these are."""
    found = 0
    count = 0
    while count < 5 and covered[count] >= 0:
        count += 1
    for number in range(size):
        if distances[start + number] != level:
            continue
        for turn in range(moves.shape[1]):
            reached = start
            for place in range(count):
                code = number // factors[place] % radices[place]
                reached += moves[kinds[place], turn, code] * factors[place]
            if distances[reached] == UNREACHED:
                distances[reached] = level + 1
                found += 1
    return found


def _build(stage: BlockStage, far: int) -> NDArray[np.uint8]:
    """Return the distances of a stage up to a far one, breadth first from where it is solved."""
    distances = np.full(len(stage.distances), UNREACHED, dtype=np.uint8)
    ends = [*stage.starts[1:].tolist(), len(distances)]
    solved = stage.small_codes(SOLVED).astype(np.int64)
    for row, (start, end) in enumerate(zip(stage.starts.tolist(), ends, strict=True)):
        covered, factors = stage.covered[row], stage.factors[row]
        used = covered[covered >= 0]
        kinds = np.zeros(5, dtype=np.int64)
        kinds[: len(used)] = stage.is_corner[used]
        radices = np.ones(5, dtype=np.int64)
        radices[: len(used)] = [*(factors[1 : len(used)] // factors[: len(used) - 1]), 1]
        radices[len(used) - 1] = (end - start) // factors[len(used) - 1]
        distances[start + solved[used] @ factors[: len(used)]] = 0
        level, found = 0, 1
        while found and level < far:
            found = _next_level(
                distances, start, end - start, level, covered, factors, radices, kinds, stage.moves
            )
            level += 1
        np.minimum(distances[start:end], far + 1, out=distances[start:end])
    return distances
