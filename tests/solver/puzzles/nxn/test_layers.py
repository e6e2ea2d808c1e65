"""Turns of layers, on stickers and on the pieces of the polyhedra paper, section 3.1."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import write
from tests.support.cases import for_each
from tests.support.published_pieces import Counts, Pieces

SIZES = range(2, 9)


@st.composite
def sized_turns(draw: st.DrawFn) -> tuple[int, list[LayerTurn]]:
    n = draw(st.sampled_from(SIZES))
    turns = st.builds(
        LayerTurn, st.integers(0, 2), st.integers(0, n - 1) | st.none(), st.integers(1, 3)
    )
    return n, draw(st.lists(turns, max_size=12))


@given(sized_turns(), st.integers(0, 2), st.integers(0, 7))
def test_a_layer_has_order_four(sized: tuple[int, list[LayerTurn]], axis: int, layer: int) -> None:
    n, before = sized
    cube = geometry(n)
    stickers = np.arange(6 * n * n, dtype=np.int32)
    turn = LayerTurn(axis, layer % n, 1)
    moved = [cube.apply(stickers, [*before, *[turn] * times]) for times in range(5)]
    assert (moved[4] == moved[0]).all()
    assert not (moved[2] == moved[0]).all()
    assert (cube.apply(moved[1], [turn.inverse()]) == moved[0]).all()


@given(st.sampled_from(SIZES), st.integers(0, 2), st.integers(0, 7), st.integers(0, 7), st.data())
def test_layers_of_one_axis_commute(
    n: int, axis: int, one: int, other: int, data: st.DataObject
) -> None:
    first, second = (
        LayerTurn(axis, layer % n, data.draw(st.integers(1, 3))) for layer in (one, other)
    )
    cube = geometry(n)
    stickers = np.arange(6 * n * n, dtype=np.int32)
    assert (cube.apply(stickers, [first, second]) == cube.apply(stickers, [second, first])).all()


@for_each("n", SIZES)
@for_each("axis", [0, 1, 2])
def test_the_whole_cube_is_all_its_layers(n: int, axis: int) -> None:
    cube = geometry(n)
    stickers = np.arange(6 * n * n, dtype=np.int32)
    layers = [LayerTurn(axis, layer, 1) for layer in range(n)]
    whole = cube.apply(stickers, [LayerTurn(axis, None, 1)])
    assert (whole == cube.apply(stickers, layers)).all()
    assert not (whole == stickers).all()


@for_each("n", [*SIZES, 20])
def test_a_layer_has_the_pieces_of_table_3_1(n: int) -> None:
    pieces = Pieces.solved(n)
    for axis in range(3):
        for layer in range(n):
            outer = Counts((n - 2) ** 2, 4 * (n - 2), 4)
            middle = Counts(4 * (n - 2), 4, 0)
            counts = pieces.counts(axis, layer)
            assert counts == (outer if layer in (0, n - 1) else middle)
            assert counts.all == (n**2 if layer in (0, n - 1) else 4 * (n - 1))
    assert len(pieces.numbers) == n**3 - (n - 2) ** 3


@pytest.mark.parametrize("n", [2, 3, 4, 7])
def test_pieces_come_from_where_table_3_2_says(n: int) -> None:
    m = n - 1
    sources: dict[tuple[int, int], Callable[[int, int, int], tuple[int, int, int]]] = {
        (0, 1): lambda x, y, z: (x, z, m - y),
        (0, 3): lambda x, y, z: (x, m - z, y),
        (1, 1): lambda x, y, z: (m - z, y, x),
        (1, 3): lambda x, y, z: (z, y, m - x),
        (2, 1): lambda x, y, z: (y, m - x, z),
        (2, 3): lambda x, y, z: (m - y, x, z),
    }
    solved = Pieces.solved(n)
    for (axis, quarters), source in sources.items():
        for layer in range(n):
            after = solved.turn(LayerTurn(axis, layer, quarters))
            number_at = dict(zip(map(tuple, after.places.tolist()), after.numbers, strict=True))
            for place in solved.places.tolist():
                origin = source(*place) if place[axis] == layer else place
                x, y, z = origin
                assert number_at[tuple(place)] == x + n * (y + n * z)


@given(sized_turns())
def test_stickers_and_pieces_agree(sized: tuple[int, list[LayerTurn]]) -> None:
    n, turns = sized
    cube = geometry(n)
    colours = cube.apply(cube.solved, turns)
    pieces = Pieces.solved(n)
    for turn in turns:
        pieces = pieces.turn(turn)
    assert (np.linalg.det(pieces.directions) > 0.5).all()
    # The colours are U R F D L B: outward normals y x z, then the opposite ones.
    normals = np.array([[0, 1, 0], [1, 0, 0], [0, 0, 1], [0, -1, 0], [-1, 0, 0], [0, 0, -1]])
    at = {tuple(place): i for i, place in enumerate(pieces.places.tolist())}
    for sticker, place in enumerate(cube.places.tolist()):
        normal = normals[sticker // (n * n)]
        directions = pieces.directions[at[tuple(place)]]
        along = directions @ normal
        was = along @ np.eye(3, dtype=np.int64)
        assert (normals[colours[sticker]] == was).all()


@given(st.lists(st.sampled_from(ALL_TURNS), max_size=20))
def test_size_three_agrees_with_the_3x3x3(turns: list[Turn]) -> None:
    cube = geometry(3)
    seen = cube.apply(cube.solved, parse_layer_turns(" ".join(map(str, turns)), 3))
    assert write(seen) == Cube.solved().apply(turns).facelets
