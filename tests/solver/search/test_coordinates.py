"""Coordinates, their moves and their symmetric images agree with the cube."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.search import coordinates as co
from solver.search.coordinates import Coordinates, coordinates
from solver.symmetry import SYMMETRIES, UD_SYMMETRIES, Symmetry
from tests.support.strategies import cubes, sequences, turns

MOVES = {
    "twist": co.twist_moves,
    "flip": co.flip_moves,
    "corners": co.corner_moves,
    "placing": co.edge_arrangement_moves,
}
LAYER_TURNS = [
    n for n, turn in enumerate(ALL_TURNS) if turn.face in "UD" or turn.quarter_turns == 2
]


# The tables are made by the first test that needs them.
@cache
def moves(name: str) -> NDArray[np.int64]:
    return MOVES[name]()


@cache
def layer_moves() -> NDArray[np.int64]:
    return co.ud_edge_moves([ALL_TURNS[turn] for turn in LAYER_TURNS])


def moved(seen: Coordinates, turn: int) -> Coordinates:
    return Coordinates(
        moves("twist")[seen.twist, turn],
        moves("flip")[seen.flip, turn],
        moves("corners")[seen.corners, turn],
        *(moves("placing")[placing, turn] for placing in seen[3:]),
    )


def cube_of(seen: Coordinates) -> Cube:
    """Return the cube with these coordinates, built from their definitions."""
    edges = [0] * 12
    for first, placing in zip((0, 4, 8), seen[3:], strict=True):
        for edge, place in enumerate(co.ARRANGEMENT_POSITIONS[placing], first):
            edges[place] = edge
    corners = [0] * 8
    for cubie, place in enumerate(co.EIGHT_PIECE_POSITIONS[seen.corners]):
        corners[place] = cubie
    twists = [seen.twist // 3 ** (6 - i) % 3 for i in range(7)]
    flips = [seen.flip // 2 ** (10 - i) % 2 for i in range(11)]
    return Cube(
        tuple(corners),
        (*twists, -sum(twists) % 3),
        tuple(edges),
        (*flips, sum(flips) % 2),
    )


@given(cubes)
def test_the_coordinates_determine_the_cube(cube: Cube) -> None:
    assert cube_of(coordinates(cube)) == cube


@given(cubes, st.integers(0, 17))
def test_the_move_tables_agree_with_turns(cube: Cube, turn: int) -> None:
    assert coordinates(cube.turn(ALL_TURNS[turn])) == moved(coordinates(cube), turn)


@pytest.mark.parametrize("name", list(MOVES))
def test_every_turn_permutes_the_coordinates(name: str) -> None:
    table = moves(name)
    for column in table.T:
        assert np.array_equal(np.sort(column), np.arange(len(table)))


near_sequences = sequences.map(
    lambda wanted: [turn for turn in wanted if ALL_TURNS.index(turn) in LAYER_TURNS]
)


@given(near_sequences, st.integers(0, 9))
def test_the_edges_of_the_layers_move_within_phase_two(wanted: list[Turn], turn: int) -> None:
    cube = Cube.solved().apply(wanted)
    after = cube.turn(ALL_TURNS[LAYER_TURNS[turn]])
    assert layer_moves()[_layers(cube), turn] == _layers(after)


def _layers(cube: Cube) -> int:
    return int(co.eight_piece_rank(np.argsort(cube.edges)[:8]))


def test_the_symmetries_are_48_and_half_of_them_mirrors() -> None:
    assert len({symmetry.faces for symmetry in SYMMETRIES}) == 48
    assert sum(symmetry.is_mirror for symmetry in SYMMETRIES) == 24
    assert len(UD_SYMMETRIES) == 16


@given(cubes, st.sampled_from(SYMMETRIES), turns)
def test_a_symmetry_maps_a_turned_cube_to_the_turned_image(
    cube: Cube, symmetry: Symmetry, turn: Turn
) -> None:
    assert symmetry.conjugate(cube.turn(turn)) == symmetry.conjugate(cube).turn(
        symmetry.map_turn(turn)
    )


@given(cubes, sequences)
def test_the_inverse_undoes_a_cube(cube: Cube, wanted: tuple[Turn, ...]) -> None:
    assert cube.inverse.inverse == cube
    back = [turn.inverse() for turn in reversed(wanted)]
    assert Cube.solved().apply(wanted).inverse == Cube.solved().apply(back)


@cache
def images() -> dict[str, NDArray[np.int64]]:
    return {
        "twist": co.twist_conjugates(),
        "flip and slice": co.flip_slice_conjugates(),
        "corners": co.corner_conjugates(),
        "layers": co.ud_edge_conjugates(),
    }


@given(cubes, st.integers(0, 15))
def test_the_images_agree_with_the_symmetries(cube: Cube, symmetry: int) -> None:
    seen = coordinates(cube)
    image = coordinates(UD_SYMMETRIES[symmetry].conjugate(cube))
    assert images()["twist"][symmetry, seen.twist] == image.twist
    assert images()["corners"][symmetry, seen.corners] == image.corners
    slice_ = seen.slice_sorted // co.ORDERS
    assert images()["flip and slice"][symmetry, slice_ * co.FLIPS + seen.flip] == (
        image.slice_sorted // co.ORDERS * co.FLIPS + image.flip
    )


@given(near_sequences, st.integers(0, 15))
def test_the_images_of_the_layers_edges_are_right(wanted: list[Turn], symmetry: int) -> None:
    cube = Cube.solved().apply(wanted)
    assert images()["layers"][symmetry, _layers(cube)] == _layers(
        UD_SYMMETRIES[symmetry].conjugate(cube)
    )
