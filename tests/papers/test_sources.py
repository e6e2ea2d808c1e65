"""The sources: their notations and worked examples, and their figures beside ours."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from papers import figures
from papers.figure import Figure
from papers.figures import FIGURES
from papers.figures_command import compared
from papers.permutations import shimauchi
from papers.polyhedra import axis_layer
from papers.polyhedra.published.layer_tables import LayerEntry
from papers.polyhedra.published.printed_layer_tables import ENTRIES
from papers.shintani.figures import corner_cycle, corner_cycle_states
from solver.core.errors import NotationError
from solver.core.turn import Turn, parse_turns
from solver.cube import Cube
from solver.notation import Move, parse, resolve, shintani
from solver.notation.move import FAMILIES
from solver.notation.printing import STATE_FORMATS
from tests.support.command_line import Rokumen
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


# Table 14.7 and sections 14.2.5, 14.3.4 and 14.4.6: mean and standard deviation.
MEANS = [
    *((46, 8.3), (124, 14.5), (377, 34.3), (624, 40.0), (1042, 54.3)),
    *((1438, 70.3), (2025, 84.3), (2606, 104.2), (3366, 90.3)),
    *((74, 6.8), (42, 15.6), (33, 7.8)),
]


def test_the_published_means_are_those_of_the_paper() -> None:
    published = [row.published for row in FIGURES]
    assert [(f.value, f.sigma) for f in published if f.sigma is not None] == MEANS


# Rows of one number that are not as published, what is published, and why (published-figures.md).
DIFFERENT = {
    "step 4, longest (ours are shorter)": 13,
    "step 9, longest (ours are shorter)": 15,
    "step 5, longest (ours are shorter)": 8,
    "step 10, cases of an edge (a slip: the text of step 5)": 24,
    "step 10, longest (the text of step 5)": 8,
    "step 7, longest (ours are shorter)": 14,
    "step 13, turns of A (ours is shorter)": 20,
    "step 14, longest (ours are shorter)": 12,
    "LBL, longest for a pair whose edge is in a slot beside its own (ours are proven shortest)": 11,
    "LBL, longest for a pair whose edge is in the slot opposite (ours are proven shortest)": 13,
    "LBL, longest OLL (ours are proven shortest)": 14,
    "LBL, longest PLL (ours are proven shortest)": 17,
    "LBL, longest for a pair: quarter turns (ours are proven shortest)": 13,
}


@pytest.mark.thorough
def test_what_does_not_depend_on_the_cubes_is_as_published() -> None:
    rows = [
        row
        for row in FIGURES
        if row.published.sigma is None
        and not row.is_slow
        and row.numbers == 1
        and row.what != "Pyraminx, longest for an edge"
    ]
    measured = [compared(row, 1) for row in rows]
    different = {each.what: each.published for each in measured if each.ours != each.published}
    assert different == DIFFERENT
    assert len(measured) > 100


def test_each_row_that_differs_says_why() -> None:
    for entry in ENTRIES:
        (row,) = [
            row
            for row in FIGURES
            if row.what.startswith(what_of(entry)) and row.section == entry.table.name
        ]
        assert ("slip" in row.what) == bool(entry.slip)
        assert row.numbers == entry.published()


def what_of(entry: LayerEntry) -> str:
    return f"numbers of {entry.column} pieces, layers {entry.row}: {entry.printed}"


def test_the_numbers_are_counted(rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch) -> None:
    some = [row for row in FIGURES if row.section == "12.1" or row.what == "H: edges that cycle"]
    monkeypatch.setattr(figures, "FIGURES", some)
    result = rokumen("paper", "figures", "--cubes=1")
    assert "10 numbers of the documents in 7 rows: 7 rows agree" in " ".join(result.out.split())


def test_the_means_are_measured_on_as_many_cubes_as_asked_for(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The others need tables that take long to build.
    some = ("LBL: quarter turns", "Pyraminx: turns", "Tsukuda method, 10x10x10: quarter turns")
    monkeypatch.setattr(figures, "FIGURES", [row for row in FIGURES if row.what in some])
    result = rokumen("paper", "figures", "--quick", "--cubes=3", "--json")
    assert result.status == 0
    shown = json.loads(result.out)
    assert shown["cubes"] == 3
    lbl, pyraminx = shown["figures"]
    assert (lbl["what"], lbl["published"], lbl["published_sigma"]) == (some[0], 74, 6.8)
    # Of three cubes: within three of the paper's standard deviations.
    assert abs(lbl["ours"] - 74) < 3 * 6.8
    assert abs(pyraminx["ours"] - 33) < 3 * 7.8


def test_a_mean_is_compared_in_its_standard_deviations() -> None:
    row = next(row for row in FIGURES if row.what == "Pyraminx: turns")
    measured = compared(row, 2)
    assert measured.row()[3] == "33.0 ± 7.8"
    assert measured.sigmas_off == pytest.approx((measured.ours - 33) / 7.8)
    assert measured.command == "rokumen paper figures --section 14.4.6"


def test_the_corner_cycle_of_shintani_takes_eight_turns() -> None:
    assert corner_cycle() == Figure(8)
    assert corner_cycle_states().value < 903_553_330


def test_no_cubes_are_an_error(rokumen: Rokumen) -> None:
    result = rokumen("paper", "figures", "--cubes=0")
    assert result.status == 2
    assert "--cubes" in result.err


def test_a_section_is_shown_alone(rokumen: Rokumen) -> None:
    shown = rokumen("paper", "figures", "--section", "14.1.15", "--json").json()
    assert [row["what"] for row in shown["figures"]] == ["step 15, turns"]
    refused = rokumen("paper", "figures", "--section", "99")
    assert refused.status == 2
    assert "'99'" in refused.err
