"""Full distance tables of the 2x2x2 in HTM and QTM."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import permutations
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from solver.core.turn import Turn
from solver.cube import Cube
from solver.puzzles.distance_table import CoordinateSpace, build_distance_table, load_or_build
from solver.puzzles.pocket.position import MOVING, PocketState

# With the corner at DBL at rest, a turn of L, D or B is one of R, U or F and the whole turned.
TURNS: tuple[Turn, ...] = tuple(Turn(face, n) for face in "URF" for n in (1, 2, 3))
QUARTERS: tuple[Turn, ...] = tuple(turn for turn in TURNS if turn.quarter_turns != 2)
METRICS = {"htm": TURNS, "qtm": QUARTERS}

_ORDERS = np.array(list(permutations(range(7))))
_ORDER_BASE = 7 ** np.arange(6, -1, -1)
_TWIST_BASE = 3 ** np.arange(5, -1, -1)
# A new number for a new form of the file, so that old ones are not read.
_VERSION = 1


class MetricTable(NamedTuple):
    """A metric with the distance of each state."""

    turns: tuple[Turn, ...]
    coordinates: CoordinateSpace
    distances: NDArray[np.uint8]


def coordinates_of(position: PocketState) -> tuple[int, int]:
    """Return the numbers of the permutation, 0 to 5039, and of the twists, 0 to 728."""
    order = int(np.flatnonzero((np.array(position.corners) == _ORDERS).all(axis=1))[0])
    return order, int(np.array(position.twists[:6]) @ _TWIST_BASE)


def position_of(order: int, twist: int) -> PocketState:
    """Return the position of these numbers."""
    corners, twists = _ORDERS[order], _twists()[twist]
    return PocketState(tuple(map(int, corners)), tuple(map(int, twists)))


@cache
def metric(name: str) -> MetricTable:
    """Return the table of a metric, htm or qtm; both are built where the cache has none."""
    turns = METRICS[name]
    tables = load_or_build(f"pocket-{_VERSION}", dict.fromkeys(METRICS, 5040 * 729), _build)
    return MetricTable(turns, _coordinates(turns), tables[name])


def _build() -> Mapping[str, NDArray[Any]]:
    return {name: build_distance_table(_coordinates(turns), [0]) for name, turns in METRICS.items()}


def _coordinates(turns: tuple[Turn, ...]) -> CoordinateSpace:
    ranks = np.zeros(7**7, np.int32)
    ranks[_ORDERS @ _ORDER_BASE] = np.arange(len(_ORDERS))
    twists = _twists()
    turned = [_turned(turn) for turn in turns]
    return CoordinateSpace(
        (
            np.column_stack([ranks[_ORDERS[:, by.corners] @ _ORDER_BASE] for by in turned]),
            np.column_stack(
                [((twists[:, by.corners] + by.twists) % 3)[:, :6] @ _TWIST_BASE for by in turned]
            ).astype(np.int32),
        )
    )


def _turned(turn: Turn) -> PocketState:
    cube = Cube.solved().turn(turn)
    return PocketState(
        tuple(MOVING.index(cube.corners[place]) for place in MOVING),
        tuple(cube.corner_twists[place] for place in MOVING),
    )


def _twists() -> NDArray[np.int64]:
    digits = np.arange(729)[:, None] // _TWIST_BASE % 3
    return np.column_stack([digits, -digits.sum(axis=1) % 3])
