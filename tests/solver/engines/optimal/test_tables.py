"""Distances of the pattern database, and the moves of pairs of pieces."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.engines.optimal import piece_pairs
from solver.engines.optimal.kernel import entry
from solver.engines.optimal.pattern_database import slice_conjugates
from solver.engines.optimal.tables import BASE_DISTANCE, PatternDatabase, load_pattern_database
from solver.search.coordinates import ARRANGEMENT_RANKS, FLIPS, ORDERS, TWISTS, coordinates
from solver.search.phase_distance import distance
from solver.search.phase_tables import tables
from solver.symmetry import AXIS_ROTATIONS, UD_SYMMETRIES
from tests.support.strategies import cubes, sequences

IMAGES = slice_conjugates()


@given(cubes, st.integers(0, 15))
def test_the_placement_of_the_slice_is_mapped_by_the_symmetry(cube: Cube, symmetry: int) -> None:
    image = coordinates(UD_SYMMETRIES[symmetry].conjugate(cube))
    assert IMAGES[symmetry, coordinates(cube).slice_sorted] == image.slice_sorted


def entry_of(database: PatternDatabase, cube: Cube) -> int:
    seen = coordinates(cube)
    return int(entry(database, seen.slice_sorted, seen.twist, seen.flip))


@given(cube=cubes | sequences.map(Cube.solved().apply))
def test_the_small_database_is_phase_one(small_patterns: PatternDatabase, cube: Cube) -> None:
    seen = coordinates(cube)
    far = distance(tables("htm"), seen.twist, seen.flip, seen.slice_sorted // ORDERS)
    near = int(small_patterns.base_distance[0])
    assert entry_of(small_patterns, cube) == max(0, min(far - near, 3))


def corner_distance(database: PatternDatabase, cube: Cube) -> int:
    seen = coordinates(cube)
    row, symmetry = divmod(int(database.permutation_class[seen.corners]), 16)
    twist = int(database.twist_image[symmetry, seen.twist])
    return int(database.corner_distances[row * TWISTS + twist])


@given(cube=cubes | sequences.map(Cube.solved().apply))
def test_corners_have_a_turn_to_nearer_ones(small_patterns: PatternDatabase, cube: Cube) -> None:
    far = corner_distance(small_patterns, cube)
    turned = [corner_distance(small_patterns, cube.turn(turn)) for turn in ALL_TURNS]
    home = cube.corners == tuple(range(8)) and not any(cube.corner_twists)
    assert (far == 0) == home
    assert home or min(turned) == far - 1
    assert max(turned) <= far + 1


def test_flips_and_places_have_a_turn_to_nearer_ones(small_patterns: PatternDatabase) -> None:
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
    database = load_pattern_database()
    near_home = Cube.solved().apply(turns)
    assert entry_of(database, near_home) <= max(0, len(turns) - BASE_DISTANCE)
    seen = coordinates(cube)
    one = distance(tables("htm"), seen.twist, seen.flip, seen.slice_sorted // ORDERS)
    assert entry_of(database, cube) >= min(one - BASE_DISTANCE, 3)
    for symmetry in UD_SYMMETRIES:
        assert entry_of(database, symmetry.conjugate(cube)) == entry_of(database, cube)


CORNER_MOVES, EDGE_MOVES = piece_pairs.corner_pair_moves(), piece_pairs.edge_pair_moves()
CORNER_VIEWS, EDGE_VIEWS = piece_pairs.inverse_twist_shares(), piece_pairs.inverse_edge_shares()


@given(cubes, st.integers(0, 17))
def test_pairs_follow_every_turn(cube: Cube, turn: int) -> None:
    tables = [CORNER_MOVES] * piece_pairs.CORNER_PAIRS + [EDGE_MOVES] * piece_pairs.EDGE_PAIRS
    moved = [
        int(table[pair, turn])
        for table, pair in zip(tables, piece_pairs.pair_coordinates(cube), strict=True)
    ]
    assert tuple(moved) == piece_pairs.pair_coordinates(cube.turn(ALL_TURNS[turn]))


@given(cubes, st.integers(0, 2))
def test_the_shares_of_the_pairs_are_the_inverse(cube: Cube, axis: int) -> None:
    seen = coordinates(AXIS_ROTATIONS[axis].conjugate(cube.inverse))
    numbers = piece_pairs.pair_coordinates(cube)
    corners, edges = numbers[: piece_pairs.CORNER_PAIRS], numbers[piece_pairs.CORNER_PAIRS :]
    assert sum(CORNER_VIEWS[axis, i, pair] for i, pair in enumerate(corners)) == seen.twist
    total = sum(EDGE_VIEWS[axis, i, pair] for i, pair in enumerate(edges))
    places, flip = divmod(int(total), 1 << piece_pairs.PLACES_BIT)
    assert (ARRANGEMENT_RANKS[places], flip) == (seen.slice_sorted, seen.flip)
