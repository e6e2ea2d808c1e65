"""Pairs of pieces: their moves, and the pairs of the inverse cube."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver.core.turn import ALL_TURNS
from solver.cube import Cube
from solver.engines.optimal import piece_pairs
from solver.search.coordinates import ARRANGEMENT_RANKS, coordinates
from solver.symmetry import AXIS_ROTATIONS
from tests.support.strategies import cubes

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
