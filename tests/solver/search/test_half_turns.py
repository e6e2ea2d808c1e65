"""What half turns cost more in phase 1: never more than the turns that lead there cost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from solver.core.turn import ALL_TURNS, random_turns
from solver.cube import Cube
from solver.search import half_turns as table
from solver.search import phase_tables
from solver.search.coordinates import FLIPS, TWISTS
from solver.search.directions import starts
from solver.search.half_turns import half_turns
from solver.search.metric import Metric, metric
from solver.search.phase_distance import CLASS_BITS
from solver.search.phase_tables import tables


def axial(half: float) -> Metric:
    return metric("axial", {turn: half for turn in ALL_TURNS if turn.quarter_turns == 2})


def bounds(cube: Cube, chosen: Metric) -> list[tuple[int, int]]:
    """Return the moves of phase 1 and what they cost at least, in each direction of a search."""
    loaded, more = tables(chosen.tables), half_turns(chosen)
    found = []
    for start in starts(cube, chosen, loaded):
        seen = start.seen
        entry = int(loaded.flip_slice_class[start.slice_places * FLIPS + seen.flip]) & CLASS_BITS
        index = (entry >> 4) * TWISTS + int(loaded.twist_image[entry & 15, seen.twist])
        halves = int(more.halves[index >> 2]) >> (2 * (index & 3)) & 3
        least = start.distance * chosen.unit + halves * int(more.cost[0])
        found.append((start.distance, least))
    return found


@pytest.mark.parametrize("half", [1.2, 2**0.5, 1.5, 2.0])
def test_it_is_never_more_than_a_way_costs(half: float) -> None:
    rng, chosen = Random(1), axial(half)
    for _ in range(300):
        turns = random_turns(rng, rng.randrange(1, 9))
        cost = chosen.cost_of(turns)
        for moves, least in bounds(Cube.solved().apply(turns), chosen):
            assert moves * chosen.unit <= least <= cost


def test_it_is_more_than_moves_say() -> None:
    chosen = axial(2**0.5)
    found = np.array([each for seed in range(40) for each in bounds(Cube.random(seed), chosen)])
    assert (found[:, 1] / chosen.unit - found[:, 0]).mean() > 0.5


def test_where_half_turns_cost_no_more_there_is_nothing() -> None:
    assert not half_turns(metric("axial")).cost[0]
    assert not half_turns(metric("htm", {ALL_TURNS[0]: 2.0})).cost[0]


def test_the_share_that_is_built_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def distances(
        space: object, costs: Sequence[int], progress: Callable[[float], None]
    ) -> NDArray[np.uint8]:
        progress(0.5)
        return np.zeros((1, 4), dtype=np.uint8)

    monkeypatch.setattr(phase_tables._PhaseOne, "distances", distances)
    shares: list[float] = []
    table._build("axial", shares.append)
    assert shares == [0.25, 0.75]
