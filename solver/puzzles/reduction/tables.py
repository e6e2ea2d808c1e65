"""The tables of the three phases of a 4x4x4: build, cache and load.

Phase 1 brings the centres of two opposite faces to the x axis: C(24,8) sets of places. Phase 2
brings those of the y and z axes there and those of the x axis into lines, which half turns leave as
lines, and makes the wings an even permutation: 12,870 x 70 x 2. Phase 3 pairs the wings (`pairing`)
and completes the centres: 70 x 70 x 70 and the parity of the edges against the corners'.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from math import comb
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.core.geometry import FACES
from solver.puzzles.nxn.orbits import SIZE
from solver.puzzles.reduction import pairing
from solver.puzzles.reduction.layer_moves import (
    followers,
    moves_of,
    restricted,
    sticker_targets,
)
from solver.puzzles.reduction.pairing import PairingTables, wing_targets
from solver.puzzles.reduction.pieces import CENTRES, N, recolourings, wings
from solver.puzzles.reduction.set_ranks import (
    all_sets,
    move_masks,
    octet_moves,
    rank_halves,
    ranks_of,
)
from solver.search.pruning import UNREACHED

SPLITS = comb(16, 8)
LINES = comb(8, 4)
_VERSION = 1
# The places of an axis as a set, and those of its first face.
_OCTET, _FACE = 0xFF, 0x0F
# Where the octets of the y, z and x axes begin.
_AXES = (8, 16, 0)

Progress = Callable[[float], None]
Masks = NDArray[np.uint32]


class PhaseMoves(NamedTuple):
    """What the moves of a metric do to the coordinates of the three phases.

    `mask_move` (moves x 3 x 256) is where a move takes each octet of a set of 24 centres,
    `wing_mask_move` of a set of wings, `wing_target` (moves x 24) each wing. `high_rank` and
    `low_rank` (4096) add up to the rank of a set of 8. `second` and `third` are the moves of phases
    2 and 3, by which the columns of the coordinates' move tables go: `split` of a set of 8 of 16
    places, `line` of 4 of 8, `half` (3 axes: y, z, x) of 4 of 8 in phase 3; `is_odd` (3 x moves):
    for corners, for wings, and in phase 3 for edges against corners. `recolour` (24 x 6) are the
    names that colours get in each orientation, `renamed` (24 x 24) those that wings get then.
    `follow` has a bit for each move that may come after one of each group, or of none.
    """

    group: NDArray[np.uint8]
    inverse: NDArray[np.int64]
    mask_move: Masks
    wing_mask_move: Masks
    wing_target: NDArray[np.uint8]
    high_rank: NDArray[np.uint32]
    low_rank: NDArray[np.uint32]
    second: NDArray[np.uint8]
    split_rank: NDArray[np.uint16]
    line_rank: NDArray[np.uint8]
    split_move: NDArray[np.uint16]
    line_move: NDArray[np.uint8]
    third: NDArray[np.uint8]
    half_move: NDArray[np.uint8]
    is_odd: NDArray[np.uint8]
    recolour: NDArray[np.uint8]
    renamed: NDArray[np.uint8]
    second_follow: Masks
    third_follow: Masks
    edge: NDArray[np.uint8]
    is_high: NDArray[np.uint8]
    mate: NDArray[np.uint8]
    high_places: Masks


class CentreDistances(NamedTuple):
    """How many moves a state is from the end of each phase: the centres' part of it.

    `axis` by the rank of a set of 8 of 24; `separate` by split, line and parity of the wings, flat;
    `centres` by those of the y, z and x axes and the parity of edges against corners, flat.
    Of these two, `near` (states x 3) has a bit for each move after which a state is nearer, is not
    farther, and for all moves.
    """

    axis: NDArray[np.uint8]
    separate: NDArray[np.uint8]
    separate_near: Masks
    centres: NDArray[np.uint8]
    centres_near: Masks


class ReductionTables(NamedTuple):
    """All tables of a metric."""

    moves: PhaseMoves
    distances: CentreDistances
    pairing: PairingTables


_LOADED: dict[str, ReductionTables] = {}
_LOADING = Lock()


def load(metric: str, progress: Progress = lambda share: None) -> ReductionTables:
    """Return the tables of a metric; build them where the cache has none.

    `progress` is called with the share that is built. Raises TableCacheError where no folder takes
    them.
    """
    with _LOADING:
        if metric not in _LOADED:
            _LOADED[metric] = _load(metric, progress)
        return _LOADED[metric]


def _load(metric: str, progress: Progress) -> ReductionTables:
    path = cache_folder() / f"reduction-{metric}-{_VERSION}.tables"
    moves, pairs = _moves(metric), pairing.without_distances(metric)
    layout: table_cache.Layout = {
        "axis": (np.uint8, (comb(SIZE, 8),)),
        "separate": (np.uint8, (SPLITS * LINES * 2,)),
        "separate_near": (np.uint32, (SPLITS * LINES * 2, 3)),
        "centres": (np.uint8, (LINES**3 * 2,)),
        "centres_near": (np.uint32, (LINES**3 * 2, 3)),
        "pairing": (np.uint8, (len(pairs.distances), pairing.RESTS // 2)),
    }

    def read(file: Path) -> ReductionTables:
        kept = table_cache.load_as(file, layout)
        found = CentreDistances(*(kept[name] for name in CentreDistances._fields))
        return ReductionTables(moves, found, pairs._replace(distances=kept["pairing"]))

    def build() -> dict[str, NDArray[Any]]:
        found = _distances(moves)._asdict()
        return {**found, "pairing": pairing.build(metric, progress).distances}

    return table_cache.load_or_build(path, read, build)


def _moves(metric: str) -> PhaseMoves:
    """Make the move tables of a metric."""
    moves = moves_of(N, metric)
    second = [i for i, move in enumerate(moves) if move.keeps_axis]
    third = [i for i, move in enumerate(moves) if move.keeps_wing_kinds]
    octets = octet_moves(
        np.stack([restricted(sticker_targets(N, move.turns), CENTRES) for move in moves])
    )
    splits, lines = all_sets(16, 8), all_sets(8, 4)
    split_rank, line_rank = ranks_of(splits, 16), ranks_of(lines, 8)
    known = wings()
    wing_target = np.stack([wing_targets(move) for move in moves])
    high_rank, low_rank = rank_halves(8)
    return PhaseMoves(
        group=np.array([move.group for move in moves], dtype=np.uint8),
        inverse=np.array([number - number % 3 + 2 - number % 3 for number in range(len(moves))]),
        mask_move=octets,
        wing_mask_move=octet_moves(wing_target),
        wing_target=wing_target,
        high_rank=high_rank,
        low_rank=low_rank,
        second=np.array(second, dtype=np.uint8),
        split_rank=split_rank.astype(np.uint16),
        line_rank=line_rank.astype(np.uint8),
        split_move=split_rank[move_masks(octets[second], splits << 8) >> 8].astype(np.uint16),
        line_move=line_rank[move_masks(octets[second], lines)].astype(np.uint8),
        third=np.array(third, dtype=np.uint8),
        half_move=np.stack(
            [
                line_rank[move_masks(octets[third], lines << axis) >> axis].astype(np.uint8)
                for axis in _AXES
            ]
        ),
        is_odd=np.array([[move.is_odd(0), move.is_odd(1), not move.is_outer] for move in moves])
        .astype(np.uint8)
        .T.copy(),
        recolour=recolourings(),
        renamed=_renamed(),
        second_follow=followers(moves, second).astype(np.uint32),
        third_follow=followers(moves, third).astype(np.uint32),
        edge=known.edge.astype(np.uint8),
        is_high=known.is_high.astype(np.uint8),
        mate=known.mate.astype(np.uint8),
        high_places=np.array([known.is_high @ (1 << np.arange(SIZE))], dtype=np.uint32),
    )


def _renamed() -> NDArray[np.uint8]:
    """Return the wing that each wing is called after the colours are renamed: 24 x 24."""
    known = wings()
    own = known.stickers // (N * N)
    partner = own[known.mate]
    names = recolourings().astype(np.int64)
    number = np.full((len(FACES), len(FACES)), -1)
    number[own, partner] = np.arange(SIZE)
    return number[names[:, own], names[:, partner]].astype(np.uint8)


def _distances(moves: PhaseMoves) -> CentreDistances:
    """Find the distances of the centres in the three phases."""
    face = int(moves.line_rank[_FACE]), int(moves.line_rank[_OCTET ^ _FACE])
    half_of_axis = moves.half_move[2]
    lines = _closed(face, half_of_axis)
    sides = [int(moves.split_rank[side]) for side in (_OCTET, _OCTET << 8)]
    second = (moves.split_move, moves.line_move, _parity_moves(moves.is_odd[1, moves.second]))
    third = (*moves.half_move, _parity_moves(moves.is_odd[2, moves.third]))
    separate = _product_distances(
        second, [(split, line, 0) for split, line in product(sides, lines)]
    )
    centres = _product_distances(
        third,
        # Two faces exchanged on an even number of axes: a rotation of the whole cube.
        [(face[a], face[b], face[a ^ b], 0) for a, b in product(range(2), repeat=2)],
    )
    return CentreDistances(
        axis=_axis_distances(moves),
        separate=separate,
        separate_near=_near_moves(second, separate),
        centres=centres,
        centres_near=_near_moves(third, centres),
    )


def _parity_moves(is_odd: NDArray[np.uint8]) -> NDArray[np.uint8]:
    return np.stack([is_odd, 1 - is_odd])


def _closed(start: Sequence[int], moves: NDArray[np.uint8]) -> list[int]:
    """Return all that moves reach from some states of one coordinate."""
    found = set(start)
    while True:
        more = found | {int(each) for each in moves[sorted(found)].ravel()}
        if more == found:
            return sorted(found)
        found = more


def _axis_distances(moves: PhaseMoves) -> NDArray[np.uint8]:
    """Return by rank how far sets of 8 of 24 centres are from the x axis."""
    found = np.full(comb(SIZE, 8), UNREACHED, dtype=np.uint8)
    frontier, depth = np.array([_OCTET], dtype=np.int64), 0
    while len(frontier):
        ranks = moves.high_rank[frontier >> 12] + moves.low_rank[frontier & 4095]
        _, first = np.unique(ranks, return_index=True)
        first = first[found[ranks[first]] == UNREACHED]
        found[ranks[first]] = depth
        frontier, depth = move_masks(moves.mask_move, frontier[first]).ravel(), depth + 1
    return found


def _product_distances(
    moves: Sequence[NDArray[Any]], goals: Sequence[tuple[int, ...]]
) -> NDArray[np.uint8]:
    """Return the distances of all states of several coordinates, from their move tables; flat."""
    shape = tuple(len(table) for table in moves)
    found = np.full(int(np.prod(shape)), UNREACHED, dtype=np.uint8)
    frontier, depth = np.ravel_multi_index(tuple(np.array(goals).T), shape), 0
    while len(frontier):
        found[frontier] = depth
        reached = np.zeros(len(found), dtype=bool)
        for after in _moved(moves, frontier):
            reached[after] = True
        frontier, depth = np.flatnonzero(reached & (found == UNREACHED)), depth + 1
    return found


def _near_moves(moves: Sequence[NDArray[Any]], distances: NDArray[np.uint8]) -> Masks:
    """Return for each state the moves that lead nearer, those that do not lead farther, and all."""
    near = np.zeros((len(distances), 3), dtype=np.uint32)
    reached = np.flatnonzero(distances != UNREACHED)
    here = distances[reached]
    for move, after in enumerate(_moved(moves, reached)):
        bit = np.uint32(1 << move)
        near[reached, 0] |= np.where(distances[after] < here, bit, np.uint32(0))
        near[reached, 1] |= np.where(distances[after] <= here, bit, np.uint32(0))
        near[reached, 2] |= bit
    return near


def _moved(moves: Sequence[NDArray[Any]], states: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield states of several coordinates, flat, after each move."""
    shape = tuple(len(table) for table in moves)
    parts = np.unravel_index(states, shape)
    for move in range(moves[0].shape[1]):
        after = [table[part, move] for table, part in zip(moves, parts, strict=True)]
        yield np.ravel_multi_index([each.astype(np.int64) for each in after], shape)
