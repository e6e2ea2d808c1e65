"""The optimal engine gives shortest solutions, for cubes whose least number of turns is known."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver.cube import Cube
from solver.optimal import search
from solver.optimal.tables import order_images
from solver.scramble import random_cube
from solver.turn import htm, turns
from solver.two_phase.coordinates import coordinates
from solver.two_phase.symmetry import AXIS_SYMMETRIES
from tests.strategies import cubes

SUPERFLIP = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"
FOUR_SPOTS = "F2 B2 U D' R2 L2 U D'"
IMAGES = order_images()


@given(cubes, st.integers(0, 15))
def test_the_order_of_the_slice_is_what_the_symmetry_shows(cube: Cube, symmetry: int) -> None:
    image = coordinates(AXIS_SYMMETRIES[symmetry].cube(cube))
    assert IMAGES[symmetry, coordinates(cube).slice_edges] == image.slice_edges % 24


@pytest.mark.parametrize(
    ("moves", "length"), [("", 0), ("R", 1), ("R U R'", 3), ("U2 D2 F2 B2 L2 R2", 6)]
)
def test_near_cubes_need_no_pattern_database(moves: str, length: int) -> None:
    cube = Cube.solved().apply(turns(moves))
    solution = solver.solve(cube, "optimal")
    assert solution.htm == length
    assert cube.apply(solution.moves).is_solved


@pytest.mark.slow
@pytest.mark.parametrize(
    ("moves", "length"),
    [
        (FOUR_SPOTS, 8),
        # The cube in the cube, and the six spots.
        ("F L F U' R U F2 L2 U' L' B D' B' L2 U", 15),
        ("U D' R L' F B' U D'", 8),
        (SUPERFLIP, 20),
        (f"{SUPERFLIP} {FOUR_SPOTS}", 20),
    ],
)
def test_known_lengths_are_right(moves: str, length: int) -> None:
    cube = Cube.solved().apply(turns(moves))
    excluded: list[int] = []
    found = search(cube, excluded=excluded.append)
    assert htm(found) == length
    assert cube.apply(found).is_solved
    assert excluded == list(range(8, length))


@pytest.mark.slow
def test_random_cubes_are_solved_in_at_most_twenty() -> None:
    for seed in range(3):
        cube = random_cube(Random(seed))
        found = search(cube)
        assert cube.apply(found).is_solved
        assert htm(found) <= 20
