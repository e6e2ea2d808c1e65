"""The notations of the sources: reading, writing, and their worked examples."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers.permutations import shimauchi
from papers.polyhedra import axis_layer
from solver.core.errors import NotationError
from solver.core.turn import Turn, parse_turns
from solver.cube import Cube
from solver.notation import Move, parse, resolve, shintani
from solver.notation.move import FAMILIES
from solver.notation.printing import STATE_FORMATS
from tests.support.strategies import cubes, sequences

layer_moves = st.builds(
    Move, st.sampled_from([f for f in FAMILIES if not f.endswith("w")]), st.integers(1, 3)
)


@given(sequences)
def test_shintani_notation_is_read_back(sequence: tuple[Turn, ...]) -> None:
    assert shintani.parse(shintani.print_turns(sequence)) == sequence


@given(sequences)
def test_shimauchi_notation_is_read_back(sequence: tuple[Turn, ...]) -> None:
    assert shimauchi.parse(shimauchi.print_turns(sequence)) == sequence


@given(st.lists(layer_moves, max_size=20).map(tuple))
def test_layer_notation_is_read_back(sequence: tuple[Move, ...]) -> None:
    assert axis_layer.parse(axis_layer.print_moves(sequence)) == sequence


def test_the_same_turns_in_each_notation() -> None:
    expected = parse_turns("U R' F2 L D' B")
    assert shintani.parse("U1 E3 S2 W1 D3 N1") == expected
    assert shimauchi.parse("t e' s2 w b' n") == expected
    assert resolve(axis_layer.parse("yn' xn znd x0 y0' z0")).turns == expected


def test_the_worked_example_of_shimauchi() -> None:
    assert axis_layer.parse("yn' zn ynd zn' ynd zn yn' zn'") == parse("U F' U2 F U2 F' U F").moves()


def test_slices_and_rotations_of_shimauchi_are_right_handed() -> None:
    assert axis_layer.parse("xm ym zm") == parse("M E S'").moves()
    assert axis_layer.parse("Xn Yn' Znd") == parse("x' y z2").moves()


def moved_edges(cube: Cube) -> set[int]:
    return {p for p in range(12) if (cube.edges[p], cube.edge_flips[p]) != (p, 0)}


def moved_corners(cube: Cube) -> set[int]:
    return {p for p in range(8) if (cube.corners[p], cube.corner_twists[p]) != (p, 0)}


def test_shintanis_three_corners_and_three_edges_cycle() -> None:
    corners = Cube.solved().apply(shintani.parse("W3N3E3N1W1N3E1N1"))
    assert len(moved_corners(corners)) == 3
    assert moved_edges(corners) == set()
    edges = Cube.solved().apply(shintani.parse("E1U1E3U1E1U2E3U2"))
    assert len(moved_edges(edges)) == 3


def test_shintanis_two_corners_turn_inward() -> None:
    rtci = shintani.parse("E1U1E3U1E1U2E3 W3U3W1U3W3U2W1")
    cube = Cube.solved().apply(rtci)
    assert moved_edges(cube) == set()
    assert sorted(cube.corner_twists) == [0] * 6 + [1, 2]
    assert cube.corners == tuple(range(8))


@pytest.mark.parametrize(
    ("text", "edges", "corners"),
    [
        ("s,s,t,e',w,s,s,e,w',t,s,s", 3, 0),
        ("t',n',b',s',e',s,b,n,t,e,s,b,n,t,e,t',n',b',s',e'", 2, 0),
        ("e,e,s,s,e',n',e,s,s,e',n,e'", 0, 3),
        ("e t t e s' b b s e' t t e s' b b s e' e'", 0, 2),
    ],
)
def test_shimauchis_four_sequences_move_nothing_else(text: str, edges: int, corners: int) -> None:
    cube = Cube.solved().apply(shimauchi.parse(text))
    assert (len(moved_edges(cube)), len(moved_corners(cube))) == (edges, corners)


def test_shimauchis_edge_cycle_is_as_wada_prints_it() -> None:
    """[[ET,ST,WT],[TE,TS,TW]]: the edge at the east top goes to the south top, and so on."""
    cube = Cube.solved().apply(shimauchi.parse("s,s,t,e',w,s,s,e,w',t,s,s"))
    east, south, west = 0, 1, 2
    assert cube.edges[south] == east
    assert cube.edges[west] == south
    assert cube.edges[east] == west
    assert cube.edge_flips == (0,) * 12


@pytest.mark.parametrize(
    ("reader", "text"),
    [
        (shintani.parse, "E1 U4"),
        (shintani.parse, "R1"),
        (shimauchi.parse, "t e'' n"),
        (shimauchi.parse, "u"),
        (axis_layer.parse, "xl"),
        (axis_layer.parse, "X0"),
        (axis_layer.parse, "x"),
    ],
)
def test_an_error_quotes_a_bad_turn(reader: object, text: str) -> None:
    assert callable(reader)
    with pytest.raises(NotationError, match=f"'{text}'".replace("'", ".")):
        reader(text)


def test_two_layers_at_once_cannot_be_written_in_layers() -> None:
    with pytest.raises(NotationError, match="Rw turns two layers"):
        axis_layer.print_moves((Move("Rw", 1),))


# Figure 11 of Shintani (2018), typed from it: the state that is searched, and the solved one.
INITIAL = """
E   U   N   S   D   W
E E U U U S W N E U S S D D D N W W
E E E U U U N N N S S S D D D W W W
E E E N U U N N N S S S D D D W W W
"""
SUCCESS = """
E   U   N   S   D   W
E E E U U U N N N S S S D D D W W W
E E E U U U N N N S S S D D D W W W
E E E U U U N N N S S S D D D W W W
"""


@pytest.mark.parametrize("form", [str, lambda text: " ".join(text.split())])
def test_the_published_listing_is_read(form: Callable[[str], str]) -> None:
    initial, success = Cube.parse(form(INITIAL)), Cube.parse(form(SUCCESS))
    assert success.is_solved()
    # "Moves to Success are N1<-E1<-N3<-W1<-N1<-E3<-N3<-W3<-", the last one first.
    assert initial.apply(shintani.parse("W3 N3 E3 N1 W1 N3 E1 N1")) == success
    assert Cube.parse(" ".join(INITIAL.split()[6:])) == initial


def test_the_published_listing_is_written() -> None:
    initial = Cube.solved().apply(shintani.parse("N3 E3 N1 W3 N3 E1 N1 W1"))
    assert STATE_FORMATS["listing"](initial.facelets) == INITIAL.strip()
    assert STATE_FORMATS["listing"](Cube.solved().facelets) == SUCCESS.strip()


@given(cubes, st.sampled_from(sorted(STATE_FORMATS)))
def test_every_format_of_a_state_is_read_back(cube: Cube, written: str) -> None:
    assert Cube.parse(STATE_FORMATS[written](cube.facelets)) == cube


@pytest.mark.parametrize(
    ("text", "quoted"),
    [
        (SUCCESS.strip()[:-2], "has 53 cells"),
        (SUCCESS.replace("S S S D", "S X S D", 1), "'X' is no cell"),
    ],
)
def test_a_wrong_listing_is_an_error(text: str, quoted: str) -> None:
    with pytest.raises(NotationError, match=quoted):
        Cube.parse(text)
