"""`rokumen search` as a user meets it, and turns in the notation of Shintani (2018)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from solver.core.cube import Cube
from solver.core.turn import parse_turns
from solver.notation import shintani
from solver.notation.cube_text import parse_cube
from tests.support.command_line import CommandResult

Rokumen = Callable[..., CommandResult]
PAPERS = "W3N3E3N1W1N3E1N1"
SPACED = "W3 N3 E3 N1 W1 N3 E1 N1"
SOLVED = Cube.solved()


def test_the_papers_sequence_is_found_beside_its_figures(rokumen: Rokumen) -> None:
    result = rokumen("search", PAPERS)
    assert result.status == 0
    first, heads, *rest = result.out.splitlines()
    assert first == "shortest length 8 turns; 2 sequences:"
    assert heads.split("  ")[1] == "leads to the cube"
    (papers,) = [line for line in rest if line.startswith(f"  {SPACED} ")]
    assert papers.endswith("(as given)")
    assert "903,553,330 cubes, over 60 GB, 22:38 minutes" in rest[-1]


@pytest.mark.parametrize("way", ["both-ends", "breadth", "depth"])
def test_each_way_leads_there_and_back(rokumen: Rokumen, way: str) -> None:
    told = rokumen("search", "R U2 F' L D", "--way", way, "--json").json()
    cube = SOLVED.apply(parse_turns("R U2 F' L D"))
    assert told["cube"] == cube.facelets()
    assert (told["way"], told["htm"]) == (way, 5)
    assert told["scrambles"] == ["R U2 F' L D"]
    for there, back in zip(told["scrambles"], told["solutions"], strict=True):
        assert SOLVED.apply(parse_turns(there)) == cube
        assert cube.apply(parse_turns(back)).is_solved
    assert told["made"] > 0
    assert told["seconds"] > 0
    assert told["peak_megabytes"] is None or told["peak_megabytes"] > 10


def test_facelets_are_looked_for(rokumen: Rokumen) -> None:
    cube = SOLVED.apply(parse_turns("U D R"))
    told = rokumen("search", cube.facelets(), "--json").json()
    assert told["scrambles"] == ["U D R"]
    assert "as given" not in rokumen("search", cube.facelets()).out


def test_the_order_of_opposite_faces_does_not_hide_what_was_given(rokumen: Rokumen) -> None:
    result = rokumen("search", "D U R")
    assert "shortest length 3 turns; 1 sequence:" in result.out
    assert "U D R" in result.out
    assert "(as given)" in result.out


def test_turns_are_written_as_they_were_given_or_asked_for(rokumen: Rokumen) -> None:
    assert rokumen("search", "E1 U3", "--json").json()["scrambles"] == ["E1 U3"]
    assert rokumen("search", "E1U3", "--notation=wca", "--json").json()["scrambles"] == ["R U'"]
    assert rokumen("search", "R U'", "--notation=shintani", "--json").json()["scrambles"] == [
        "E1 U3"
    ]


def test_what_needs_more_turns_is_not_found(rokumen: Rokumen) -> None:
    result = rokumen("search", "R U F D L", "--depth=4")
    assert result.status == 1
    assert "no sequence of 4 turns or fewer" in result.err
    assert "--method optimal" in result.err


def test_the_counts_stand_beside_the_papers(rokumen: Rokumen) -> None:
    result = rokumen("search", "--counts", "--depth=5")
    assert result.status == 0
    for number in ("43,239", "574,908", "12,077", "1,763,496", "621,649"):
        assert number in result.out
    told = rokumen("search", "--counts", "--depth=4", "--json").json()
    assert [depth["cubes"] for depth in told["depths"]] == [1, 18, 243, 3240, 43239]
    assert told["cubes"] == 46741


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give a cube to search for, or --counts"),
        (("R", "--counts"), "but not both"),
        (("R", "--remember=5"), "--remember needs --way depth, not 'both-ends'"),
        (
            ("R", "--way=breadth", "--depth=9"),
            "--way breadth searches to 8 turns at most, not to 9",
        ),
        (("R", "--depth=15"), "--way both-ends searches to 14 turns at most, not to 15"),
        (("--counts", "--depth=9"), "--counts searches to 8 turns at most, not to 9"),
        (("--counts", "--way=depth"), "--counts searches breadth first"),
        (("R", "--draw=x.svg"), "--draw needs --counts"),
        (("R Q",), "'Q' is not a move"),
        (("W3 Q1",), "is not a move"),
        (("R", "--way=sideways"), "'sideways'"),
    ],
)
def test_what_cannot_be_asked_is_said(
    rokumen: Rokumen, arguments: tuple[str, ...], message: str
) -> None:
    result = rokumen("search", *arguments)
    assert result.status == 2
    assert message in " ".join(result.err.split())
    assert result.out == ""


@pytest.mark.parametrize("text", ["E1 U3", "W3N3", " S2 N2 ", "U1", "D3S2E2"])
def test_the_notation_of_002_names_a_cube(text: str) -> None:
    assert parse_cube(text) == SOLVED.apply(shintani.parse(text))


def test_half_turns_alone_are_the_slices_of_the_wca() -> None:
    assert parse_cube("E2 S2") == parse_cube("E E S S")
    assert parse_cube("E2 S2") != SOLVED.apply(shintani.parse("E2 S2"))


@pytest.mark.parametrize("method", ["lbl", "layers-1978"])
def test_any_engine_answers_in_the_notation_of_002(rokumen: Rokumen, method: str) -> None:
    asked = ("solve", "R U2 F' L D2 B R' U F2", "--method", method, "--notation=shintani")
    told = rokumen(*asked, "--json").json()
    cube = Cube.from_facelets(told["cube"])
    moves = shintani.parse(told["moves"])
    assert cube.apply(moves).is_solved
    joined = " ".join(stage["moves"] for stage in told["stages"]).split()
    assert joined == told["moves"].split()
    # A link is for the site that plays it, which reads WCA notation alone.
    plain = rokumen(*asked[:-1], "--json").json()
    assert told["link"] == plain["link"]
    text = rokumen(*asked).out
    assert all(stage["moves"] in text for stage in told["stages"])


def test_a_file_is_answered_in_the_notation_of_002(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "cubes.txt"
    file.write_text("R U\nE1 U1\n")
    result = rokumen("solve", "--file", str(file), "--notation=shintani")
    assert result.status == 0
    assert result.out.splitlines() == ["U3 E3", "U3 E3"]


def test_another_puzzle_has_a_notation_of_its_own(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--puzzle", "2x2x2", "--notation=shintani", "R")
    assert result.status == 2
    assert "--notation" in result.err


def test_the_operations_are_told_and_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "operations.svg"
    result = rokumen("puzzle", "operations", "--draw", str(file))
    assert result.status == 0
    lines = result.out.splitlines()
    moved = dict(zip(lines[::2], lines[1::2], strict=True))
    # Shintani: the edge at SU goes to SE; RTCI twists two corners and moves nothing else.
    assert "US-ES" in moved["2-edge move: U1 E1 U3 E3 U3 S3 U1 S1"].split()
    (twisted,) = [places for heading, places in moved.items() if heading.startswith("RTCI")]
    assert all(set(piece[:3]) == set(piece[4:]) for piece in twisted.split())
    assert len(twisted.split()) == 2
    drawn = file.read_text()
    assert drawn.count("<polygon") == 5 * 54
    # Three corners have nine stickers that move, five edges ten.
    assert [panel.count("#9c9c9c") for panel in drawn.split("<text")[2:11:2]] == [
        54 - 19,
        54 - 15,
        54 - 9,
        54 - 15,
        54 - 6,
    ]


def test_the_growth_is_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "growth.svg"
    assert rokumen("search", "--counts", "--depth=4", "--draw", str(file)).status == 0
    drawn = file.read_text()
    for number in ("1", "18", "243", "3,240", "43,239"):
        assert f">{number}</text>" in drawn
    # A bar of each kind a depth, and one in the legend.
    for paint in ("#b9b9b9", "#1f5fc8", "#f5821f"):
        assert drawn.count(paint) == 5 + 1
