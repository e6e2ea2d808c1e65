"""The search tree of Shintani (2018), figure 11: his numbers, and a tree grown node by node."""

from __future__ import annotations

import pytest

from papers.shintani.exhaustive.result import SEQUENCE, STATES
from papers.shintani.exhaustive.shintani_tree import (
    MAX_DEPTH,
    deleted_until,
    first_returns,
    place_in_level,
    tree_levels,
)
from solver.core.turn import ALL_TURNS
from solver.cube import Cube

# Figure 11: "nodes at level", "total" and "deleted".
FIGURE_11 = [
    (1, 1, 0),
    (18, 19, 0),
    (306, 325, 18),
    (5_472, 5_797, 54),
    (98_100, 103_897, 450),
    (1_763_496, 1_867_393, 2_754),
    (31_721_688, 33_589_081, 23_994),
    (570_824_352, 604_413_433, 190_026),
]

# Figure 11: "states are generated and ... deleted", from 8,192 states on, each twice as many.
DELETED = (64, 96, 164, 296, 491, 643, 998, 1706, 3034, 4388, 7071, 12706, 23942, 34068, 52558)


def test_the_levels_are_those_of_figure_11() -> None:
    assert [(each.nodes, each.total, each.deleted) for each in tree_levels(7)] == FIGURE_11


def test_a_tree_that_recognises_its_start_alone_grows_so() -> None:
    nodes = {Cube.solved(): 1}
    for level in tree_levels(4)[1:]:
        grown: dict[Cube, int] = {}
        for cube, count in nodes.items():
            for turn in ALL_TURNS:
                turned = cube.turn(turn)
                if not turned.is_solved():
                    grown[turned] = grown.get(turned, 0) + count
        nodes = grown
        assert sum(nodes.values()) == level.nodes


def test_walks_that_first_return_are_counted() -> None:
    assert first_returns(7) == (0, 0, 18, 36, 396, 2_304, 21_240, 166_032)


def test_the_solution_is_found_after_as_many_states_as_in_figure_11() -> None:
    assert tree_levels(7)[-1].total + place_in_level(SEQUENCE) == STATES


def test_as_many_are_deleted_on_the_way_as_in_figure_11() -> None:
    made = [8192 << doublings for doublings in range(17)]
    assert [deleted_until(states) for states in made] == [*DELETED, 91_504, 169_394]
    for level in tree_levels(5)[1:]:
        assert deleted_until(level.total) <= level.deleted
        assert deleted_until(level.total + 1) >= level.deleted
    with pytest.raises(ValueError, match="15 turns"):
        deleted_until(10**18)


def test_a_level_that_is_not_there_is_an_error() -> None:
    with pytest.raises(ValueError, match="15 turns"):
        tree_levels(MAX_DEPTH + 1)
