"""Pairs of pieces follow the turns, and know what the inverse looks like."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver.cube import Cube
from solver.optimal import pairs
from solver.symmetry import AXES, inverse
from solver.turn import ALL_TURNS
from solver.two_phase.coordinates import PLACING_OF, coordinates
from tests.strategies import cubes

CORNER_MOVES, EDGE_MOVES = pairs.corner_pair_moves(), pairs.edge_pair_moves()
CORNER_VIEWS, EDGE_VIEWS = pairs.corner_views(), pairs.edge_views()


@given(cubes, st.integers(0, 17))
def test_pairs_follow_every_turn(cube: Cube, turn: int) -> None:
    tables = [CORNER_MOVES] * pairs.CORNER_PAIRS + [EDGE_MOVES] * pairs.EDGE_PAIRS
    moved = [
        int(table[pair, turn]) for table, pair in zip(tables, pairs.pairs_of(cube), strict=True)
    ]
    assert tuple(moved) == pairs.pairs_of(cube.turn(ALL_TURNS[turn]))


@given(cubes, st.integers(0, 2))
def test_the_shares_of_the_pairs_are_the_inverse(cube: Cube, axis: int) -> None:
    seen = coordinates(AXES[axis].cube(inverse(cube)))
    numbers = pairs.pairs_of(cube)
    corners, edges = numbers[: pairs.CORNER_PAIRS], numbers[pairs.CORNER_PAIRS :]
    assert sum(CORNER_VIEWS[axis, i, pair] for i, pair in enumerate(corners)) == seen.twist
    total = sum(EDGE_VIEWS[axis, i, pair] for i, pair in enumerate(edges))
    places, flip = divmod(int(total), 1 << pairs.PLACES_BIT)
    assert (PLACING_OF[places], flip) == (seen.slice_edges, seen.flip)
