"""What phase 1 costs at least where half turns cost more than quarter turns.

The table of phase 1 counts moves. This one says how much more than them the cheapest way costs in
halves of a quarter turn, where a half turn costs one and a half. With less than that for a half
turn, each half costs in proportion: the least cost is concave in what a half turn costs.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from files import table_cache
from files.folders import cache_folder
from solver.search.compilation import inlined
from solver.search.metric import METRICS, Metric
from solver.search.phase_tables import PHASE_ONE_STATES, phase_one_distances
from solver.search.pruning import Progress, pack

# A new number for a new form of the file, so that old ones are not read.
VERSION = 1
# The kinds of tables that have this one: six motors turn opposite faces at once.
HALF_TURN_TABLES = ("axial",)
# More halves than these count as these: two bits.
_MOST_HALVES = 3


class HalfTurns(NamedTuple):
    """What each half costs (one number, 0: nothing), and the halves of each state, four a byte."""

    cost: NDArray[np.int64]
    halves: NDArray[np.uint8]


_NONE = HalfTurns(np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.uint8))
# As a table that is loaded, so that the search is compiled once for both.
_NONE.halves.flags.writeable = False
_LOADED = table_cache.LoadedOnce[Path, NDArray[np.uint8]]()


@inlined
def extra_cost(half_turns: HalfTurns, index):  # type: ignore[no-untyped-def]
    """Return what phase 1 costs more than its moves, from a state's place in the table."""
    cost = half_turns.cost[0]
    if cost == 0:
        return cost
    return cost * (np.int64(half_turns.halves[index >> 2] >> (2 * (index & 3))) & 3)


def half_turns(chosen: Metric, progress: Progress = lambda share: None) -> HalfTurns:
    """Return what half turns cost more in a metric; nothing where there is no table.

    The table is built where the cache has none: `progress` is called with the share that is built.
    Raises TableCacheError.
    """
    cost = _cost_of_half(chosen)
    if not cost or chosen.tables not in HALF_TURN_TABLES:
        return _NONE
    path = cache_folder() / f"half-turns-{chosen.tables}-{VERSION}.tables"
    layout: table_cache.Layout = {"halves": (np.uint8, (-(-PHASE_ONE_STATES // 4),))}
    table = _LOADED.get(
        path,
        lambda: table_cache.load_or_build(
            path,
            lambda file: table_cache.load_as(file, layout)["halves"],
            lambda: {"halves": _build(chosen.tables, progress)},
        ),
    )
    return HalfTurns(np.array([cost]), table)


def _cost_of_half(chosen: Metric) -> int:
    """Return what a half costs: what a half turn costs more than any turn, in proportion."""
    least = min(
        cost for move, cost in zip(chosen.moves, chosen.costs, strict=True) if _has_half(move)
    )
    return max(min(least - chosen.unit, chosen.unit // 2), 0)


def _has_half(move: tuple[Any, ...]) -> bool:
    return any(turn.quarter_turns == 2 for turn in move)


def _build(kind: str, progress: Progress) -> NDArray[np.uint8]:
    moves = METRICS[kind].moves
    plain, dear = [1 for _ in moves], [3 if _has_half(move) else 2 for move in moves]
    counts, costs = phase_one_distances(kind, (plain, dear), progress)
    packed: NDArray[np.uint8] = pack(np.minimum(costs - 2 * counts, np.uint8(_MOST_HALVES)).ravel())
    return packed
