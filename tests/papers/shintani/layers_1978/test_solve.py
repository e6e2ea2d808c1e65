"""The method layers-1978: its stages solve every cube."""

from __future__ import annotations

from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.core.errors import MethodError
from solver.core.turn import cancel_turns
from solver.cube import Cube
from solver.engines.registry import solve
from solver.notation import shintani
from tests.support.strategies import cubes

NAMES = [
    "Bottom 1",
    "Bottom 2",
    "Bottom 3",
    "Middle layer",
    "Top 1",
    "Top 2",
    "Top 3",
    "Top 4",
]


@pytest.mark.thorough
@given(cubes, st.integers(1, 6))
@settings(max_examples=40)
def test_every_cube_is_solved_in_eight_stages(cube: Cube, effort: int) -> None:
    solution = solve(cube, "layers-1978", effort=effort)
    assert cube.apply(solution.turns).is_solved()
    assert [stage.name.split(":")[0] for stage in solution.stages] == NAMES
    assert cancel_turns(solution.turns) == solution.turns
    assert shintani.parse(shintani.print_turns(solution.turns)) == solution.turns


def test_it_is_an_engine() -> None:
    cube = Cube.random(1)
    solution = solve(cube, "layers-1978", effort=2)
    assert solution.method == "layers-1978"


def test_more_effort_finds_fewer_turns() -> None:
    drawn = [Cube.random(seed) for seed in range(20)]
    one, several = (
        fmean(solve(cube, "layers-1978", effort=effort).htm for cube in drawn) for effort in (1, 8)
    )
    assert several < one - 10


def test_an_effort_below_1_is_rejected() -> None:
    with pytest.raises(MethodError, match="effort = 0"):
        solve(Cube.solved(), "layers-1978", effort=0)
