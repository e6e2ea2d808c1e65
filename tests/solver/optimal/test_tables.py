"""The pattern database holds distances, whatever symmetry a state is stored under."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cube import Cube
from solver.optimal.build import placing_images
from solver.optimal.kernel import entry
from solver.optimal.tables import NEAR, Patterns, patterns
from solver.symmetry import AXIS_SYMMETRIES
from solver.turn import ALL_TURNS, Turn
from solver.two_phase.coordinates import FLIPS, ORDERS, TWISTS, coordinates
from solver.two_phase.kernel import distance
from solver.two_phase.tables import tables
from tests.strategies import cubes, sequences

IMAGES = placing_images()


@given(cubes, st.integers(0, 15))
def test_the_placing_of_the_slice_is_what_the_symmetry_shows(cube: Cube, symmetry: int) -> None:
    image = coordinates(AXIS_SYMMETRIES[symmetry].cube(cube))
    assert IMAGES[symmetry, coordinates(cube).slice_edges] == image.slice_edges


def entry_of(database: Patterns, cube: Cube) -> int:
    seen = coordinates(cube)
    return int(entry(database, seen.slice_edges, seen.twist, seen.flip))


@given(cube=cubes | sequences.map(Cube.solved().apply))
def test_the_small_database_is_phase_one(small_patterns: Patterns, cube: Cube) -> None:
    seen = coordinates(cube)
    far = distance(tables("htm"), seen.twist, seen.flip, seen.slice_edges // ORDERS)
    near = int(small_patterns.near[0])
    assert entry_of(small_patterns, cube) == max(0, min(far - near, 3))


def corner_distance(database: Patterns, cube: Cube) -> int:
    seen = coordinates(cube)
    row, symmetry = divmod(int(database.permutation_class[seen.corners]), 16)
    twist = int(database.twist_image[symmetry, seen.twist])
    return int(database.corner_distances[row * TWISTS + twist])


@given(cube=cubes | sequences.map(Cube.solved().apply))
def test_corners_are_one_turn_from_nearer_ones(small_patterns: Patterns, cube: Cube) -> None:
    far = corner_distance(small_patterns, cube)
    turned = [corner_distance(small_patterns, cube.turn(turn)) for turn in ALL_TURNS]
    home = cube.corners == tuple(range(8)) and not any(cube.corner_twists)
    assert (far == 0) == home
    assert home or min(turned) == far - 1
    assert max(turned) <= far + 1


def test_flips_and_places_are_one_turn_from_nearer_ones(small_patterns: Patterns) -> None:
    small = small_patterns
    slices, flips = np.divmod(np.arange(small.flip_slice.size), FLIPS)
    turned = small.flip_slice[small.placing_move[slices * ORDERS] // ORDERS, small.flip_move[flips]]
    nearest = np.where(small.flip_slice.ravel() == 0, 0, turned.min(axis=1) + 1)
    assert (nearest == small.flip_slice.ravel()).all()
    assert np.count_nonzero(small.flip_slice == 0) == 1


@pytest.mark.slow
@given(cube=cubes, turns=sequences)
def test_the_database_is_bounded_by_turns_and_by_phase_one(
    cube: Cube, turns: tuple[Turn, ...]
) -> None:
    database = patterns()
    near_home = Cube.solved().apply(turns)
    assert entry_of(database, near_home) <= max(0, len(turns) - NEAR)
    seen = coordinates(cube)
    one = distance(tables("htm"), seen.twist, seen.flip, seen.slice_edges // ORDERS)
    assert entry_of(database, cube) >= min(one - NEAR, 3)
    for symmetry in AXIS_SYMMETRIES:
        assert entry_of(database, symmetry.cube(cube)) == entry_of(database, cube)
