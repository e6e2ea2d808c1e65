"""The order in which faces of a Megaminx stop turning, and how far each stage is from its end.

A stage solves the pieces that none of the faces which still turn after it moves. For some of its
pieces at a time a table has the turns that these need at least (a pattern database). The last stage
has the edges of three faces alone: corners are left to cycles that are put in.

That faces stop turning one by one, and the sizes of the stages, are as in the public programs that
solve a Megaminx by phases. The distances are built, kept and loaded with the cycles of corners.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.puzzles.megaminx_blocks import corner_cycles
from solver.puzzles.megaminx_blocks.corner_cycles import CornerCycles
from solver.puzzles.megaminx_blocks.pieces import (
    CODES,
    EDGES,
    FIRST_CORNER,
    SOLVED,
    Codes,
    face_of,
    pieces,
)
from solver.puzzles.megaminx_turns import FACES
from solver.search.compilation import compiling
from solver.search.distance_builder import build_distance_table
from solver.search.distance_table import CoordinateSpace

# The faces that stop turning, stage by stage; BR, R and U are left.
STOPPING = (("D", "FR", "FL"), ("DL",), ("B",), ("DR",), ("F",), ("L",), ("BL",))
# The places among a stage's pieces that each table covers, by how many edges and corners it has.
_COVERED: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {
    (3, 1): ((0, 1, 2, 3),),
    (2, 1): ((0, 1, 2),),
    (3, 2): ((0, 1, 2, 3), (0, 1, 2, 4), (0, 2, 3, 4)),
    (12, 0): ((0, 1, 2, 3, 4), (5, 6, 7, 8, 9), (10, 11, 0, 5, 2), (3, 6, 9, 11, 8)),
}
UNREACHED = 255


@dataclass(frozen=True, slots=True)
class BlockStage:
    """The turns that a stage makes and the pieces that it solves, with tables of their distances.

    `turns` (m): numbers in TURNS. `pieces` (k): edges first. `small` (120): codes numbered anew
    from 0, edges and corners each, those that the turns reach; `moves` (2, m, 64): where turns take
    these, edges in the first. `covered` (t, 5): the places among `pieces` that each table covers,
    -1 for no more; `factors` (t, 5): what their small codes count in an entry's number, which
    begins at `starts` (t) in `distances`.
    """

    turns: NDArray[np.int64]
    pieces: NDArray[np.int64]
    small: Codes
    moves: Codes
    covered: NDArray[np.int64]
    factors: NDArray[np.int64]
    starts: NDArray[np.int64]
    distances: NDArray[np.uint8]

    @property
    def is_corner(self) -> NDArray[np.int64]:
        """Return (k) 1 for corners and 0 for edges."""
        return (self.pieces >= EDGES).astype(np.int64)

    def small_codes(self, states: Codes) -> Codes:
        """Return (..., k) the small codes of the stage's pieces in states (..., 50)."""
        return self.small[states[..., self.pieces]]

    def distance(self, states: Codes) -> NDArray[np.uint8]:
        """Return how many turns states (n, 50) need at least."""
        codes = self.small_codes(states).astype(np.int64)
        most = np.zeros(len(states), dtype=np.uint8)
        for start, covered, factors in zip(self.starts, self.covered, self.factors, strict=True):
            used = covered >= 0
            numbers = codes[:, covered[used]] @ factors[used]
            np.maximum(most, self.distances[start + numbers], out=most)
        return most


@cache
def stages() -> tuple[BlockStage, ...]:
    """Return all stages without their distances."""
    turning = list(FACES)
    solved: set[int] = set()
    found = []
    for stopping in (*STOPPING, ()):
        turns = [i for i in range(4 * len(FACES)) if FACES[face_of(i)] in turning]
        turning = [face for face in turning if face not in stopping]
        left = [i for i in turns if FACES[face_of(i)] in turning]
        own = _unmoved(left) - solved if stopping else set(range(EDGES)) - solved
        kinds = [int(piece >= EDGES) for piece in own]
        covered = _COVERED[kinds.count(0), kinds.count(1)]
        found.append(block_stage(turns, sorted(own), solved, covered))
        solved |= own
    return tuple(found)


def _unmoved(turns: Sequence[int]) -> set[int]:
    codes = SOLVED
    return set(np.flatnonzero((pieces().targets[turns][:, codes] == codes).all(axis=0)).tolist())


def block_stage(
    turns: list[int], own: list[int], solved: set[int], covered: Sequence[tuple[int, ...]]
) -> BlockStage:
    """Return a stage that solves its own pieces by some turns, without distances.

    `solved`: the pieces that none of the turns moves. `covered`: the places among its own that each
    table covers.
    """
    small = np.full(CODES, UNREACHED, dtype=np.uint8)
    counts = [0, 0]
    for code in range(CODES):
        is_corner = code >= FIRST_CORNER
        piece = EDGES + (code - FIRST_CORNER) // 3 if is_corner else code // 2
        if piece not in solved:
            small[code] = counts[is_corner]
            counts[is_corner] += 1
    moves = np.zeros((2, len(turns), 64), dtype=np.uint8)
    for number, turn in enumerate(turns):
        for code in np.flatnonzero(small != UNREACHED).tolist():
            to = small[pieces().targets[turn, code]]
            moves[int(code >= FIRST_CORNER), number, small[code]] = to
    kinds = [int(piece >= EDGES) for piece in own]
    padded = np.full((len(covered), 5), -1)
    factors = np.zeros((len(covered), 5), dtype=np.int64)
    sizes = []
    for row, places in enumerate(covered):
        padded[row, : len(places)] = places
        radices = [counts[kinds[place]] for place in places]
        factors[row, : len(places)] = list(accumulate(radices[:-1], int.__mul__, initial=1))
        sizes.append(int(np.prod(radices)))
    starts = np.array([0, *accumulate(sizes)])
    return BlockStage(
        np.array(turns),
        np.array(own),
        small,
        moves,
        padded,
        factors,
        starts[:-1],
        np.zeros(starts[-1], dtype=np.uint8),
    )


Progress = Callable[[float], None]

# Raise it whenever codes or tables change.
_VERSION = 1
_SHARE_OF_CYCLES = 0.1  # of the time that tables take
# Distances are exact up to this, and larger ones are one more: what goes on is nearer. But where
# three faces are left, searches are deep.
_FAR, _FARTHEST = 7, 50
_FEW_TURNS = 12


@dataclass(frozen=True, slots=True)
class MegaminxTables:
    """What the search looks up."""

    stages: tuple[BlockStage, ...]
    cycles: CornerCycles


_LOADED = table_cache.LoadedOnce[int, MegaminxTables]()


def load(progress: Progress = lambda share: None) -> MegaminxTables:
    """Return the tables; build them where the cache has none, in ten seconds.

    `progress` is called with the share that is built. Raises TableCacheError where a file of the
    cache cannot be read.
    """
    return _LOADED.get(_VERSION, lambda: _load(progress))


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
