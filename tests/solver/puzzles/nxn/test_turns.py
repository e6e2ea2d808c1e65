"""Turns of layers: as text in two notations, on stickers, and on the pieces of the paper."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.core.errors import NotationError
from solver.core.turn import ALL_TURNS, Turn
from solver.cube import Cube
from solver.engines.options import LAYER_METRICS
from solver.notation import parse, print_algorithm
from solver.puzzles.nxn.layers import LayerTurn, geometry
from solver.puzzles.nxn.notation import parse_layer_turns, write_all, write_paper
from solver.puzzles.nxn.orbits import cube_rotations
from solver.puzzles.nxn.position import write
from solver.puzzles.nxn.runs import RunSolution, runs_of
from tests.support.cases import for_each
from tests.support.published_pieces import Counts, Pieces


@st.composite
def turns_of_any_size(draw: st.DrawFn) -> tuple[int, tuple[LayerTurn, ...]]:
    n = draw(st.integers(2, 12))
    turns = st.builds(
        LayerTurn, st.integers(0, 2), st.integers(0, n - 1) | st.none(), st.integers(1, 3)
    )
    return n, tuple(draw(st.lists(turns, max_size=12)))


@given(turns_of_any_size())
def test_written_turns_are_read_back(sized: tuple[int, tuple[LayerTurn, ...]]) -> None:
    n, turns = sized
    assert parse_layer_turns(" ".join(write_all(turns, n)), n) == turns
    assert parse_layer_turns(" ".join(write_paper(turn, n) for turn in turns), n) == turns


def test_the_papers_example_agrees_in_both_notations() -> None:
    # Section 14.2: the same eight turns in both notations.
    official, own = "U F' U2 F U2 F' U F", "yn' zn ynd zn' ynd zn yn' zn'"
    assert parse_layer_turns(official, 3) == parse_layer_turns(own, 3)
    assert " ".join(write_paper(turn, 3) for turn in parse_layer_turns(official, 3)) == own


def test_the_first_algorithm_of_the_papers_data_solves_its_corner() -> None:
    # Figure 14.1: the bottom corner at (n, 0, n) with its y- face at -X... comes home untwisted by
    # "xn' yn' xn ynd zn yn' zn'", which keeps the three others.
    n = 4
    cube = geometry(n)
    after = cube.apply(cube.solved, parse_layer_turns("xn' yn' xn ynd zn yn' zn'", n))
    down = after[3 * n * n : 4 * n * n].reshape(n, n)
    # D is seen with its front row first: the three corners that are not at the right front.
    assert (down[0, 0], down[-1, 0], down[-1, -1]) == (3, 3, 3)
    assert down[0, -1] != 3


@for_each(
    ("wide", "single"),
    [
        ("Rw", "R 2R"),
        ("r'", "R' 2R'"),
        ("3Uw2", "U2 2U2 3U2"),
        ("3u2", "U2 2U2 3U2"),
        ("2-4Lw'", "2L' 3L' 4L'"),
        ("M", "4L"),
        ("E'", "4D'"),
        ("S2", "4F2"),
    ],
)
def test_wide_turns_are_their_layers(wide: str, single: str) -> None:
    cube = geometry(7)
    wide_result, single_result = (
        cube.apply(cube.solved, parse_layer_turns(text, 7)) for text in (wide, single)
    )
    assert (wide_result == single_result).all()
    assert len(parse_layer_turns(wide, 7)) == len(parse_layer_turns(single, 7))


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["", "2", "3", "1-2", "2-3", "3-3"]),
            st.sampled_from("URFDLB"),
            st.sampled_from(["", "2", "'"]),
        ),
        max_size=6,
    )
)
def test_layers_of_a_3x3x3_are_those_of_its_own_notation(
    written: list[tuple[str, str, str]],
) -> None:
    text = " ".join(f"{n}{face}{'w' * ('-' in n)}{suffix}" for n, face, suffix in written)
    cube = geometry(3)
    turned = cube.apply(cube.solved, parse_layer_turns(text, 3))
    moves = print_algorithm(parse(text))
    assert (cube.apply(cube.solved, parse_layer_turns(moves, 3)) == turned).all()


def test_moves_are_read_as_people_write_them() -> None:
    assert parse_layer_turns("\ufeff2R’ . Uw.", 4) == parse_layer_turns("2R' Uw", 4)


def test_the_two_notations_agree_on_layers() -> None:
    assert parse_layer_turns("R 2R 3R' L U2 z x'", 5) == parse_layer_turns(
        "xn' xr' xm x0 ynd Zn' Xn", 5
    )
    assert parse_layer_turns("3R 3L", 8) == parse_layer_turns("xr2' xl2", 8)


@for_each(
    ("text", "n", "quoted"),
    [
        ("R Q", 4, "'Q'"),
        ("5R", 4, "5R"),
        ("0R", 4, "0R"),
        ("2-3R", 5, "2-3R"),
        ("M", 4, "M"),
        ("2M", 5, "2M"),
        ("xm", 4, "m"),
        ("yl3", 6, "l3"),
        ("yl0", 6, "l0"),
        ("xn yq", 5, "yq"),
    ],
)
def test_an_error_quotes_a_bad_turn(text: str, n: int, quoted: str) -> None:
    with pytest.raises(NotationError, match=quoted):
        parse_layer_turns(text, n)


@st.composite
def sized_stages(draw: st.DrawFn) -> tuple[int, list[list[LayerTurn]]]:
    n = draw(st.integers(2, 5))
    turns = st.builds(
        LayerTurn, st.integers(0, 2), st.integers(0, n - 1) | st.none(), st.integers(1, 3)
    )
    return n, draw(st.lists(st.lists(turns, max_size=8), min_size=1, max_size=3))


@given(sized_stages(), st.sampled_from(LAYER_METRICS))
def test_written_runs_do_the_same_up_to_a_rotation(
    sized: tuple[int, list[list[LayerTurn]]], metric: str
) -> None:
    n, stages = sized
    cube, stickers = geometry(n), np.arange(6 * n * n)
    solution = RunSolution({str(i): runs for i, runs in enumerate(runs_of(stages, n))}, metric)
    texts = [stage.moves for stage in solution.written()]
    wanted = cube.apply(stickers, [turn for stage in stages for turn in stage])
    made = cube.apply(stickers, parse_layer_turns(" ".join(texts), n) if any(texts) else ())
    assert any((made[view] == wanted).all() for view in cube_rotations(n).source)
    assert sum(len(text.split()) for text in texts) == solution.length
    assert not set("xyz") & set("".join(texts))


@pytest.mark.parametrize(
    ("moves", "wide", "layers"),
    [
        ("R R'", "", ""),
        ("R L R2", "L R'", "L R'"),
        ("Rw", "Rw", "R 2R"),
        ("2R", "Rw R'", "2R"),
        ("x R", "R", "R"),
        ("3Rw U", "L F", "L F"),
    ],
)
def test_runs_of_a_4x4x4_are_written(moves: str, wide: str, layers: str) -> None:
    (runs,) = runs_of([parse_layer_turns(moves, 4)], 4)
    for metric, text in (("wide", wide), ("layers", layers)):
        (stage,) = RunSolution({"all": runs}, metric).written()
        assert sorted(stage.turns) == sorted(text.split())


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
