"""`rokumen paper search`, and turns in the notation of Shintani (2018)."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.cube import Cube
from solver.notation import shintani
from tests.support.command_line import Rokumen

PAPERS = "W3N3E3N1W1N3E1N1"
SPACED = "W3 N3 E3 N1 W1 N3 E1 N1"
SOLVED = Cube.solved()


@pytest.fixture
def search(rokumen: Rokumen) -> Rokumen:
    return lambda *arguments: rokumen("paper", "search", *arguments)


def test_the_papers_sequence_is_found_and_its_figures_are_shown(search: Rokumen) -> None:
    result = search(PAPERS)
    assert result.status == 0
    first, heads, *rest = result.out.splitlines()
    assert first == "shortest length 8 turns; 2 sequences:"
    assert heads.split("  ")[1] == "leads to the cube"
    (papers,) = [line for line in rest if line.startswith(f"  {SPACED} ")]
    assert papers.endswith("(as given)")
    assert "903,553,330 cubes, over 60 GB, 22:38 minutes" in rest[-1]


@pytest.mark.parametrize("way", ["both-ends", "breadth", "depth"])
def test_each_search_gives_scrambles_and_solutions(search: Rokumen, way: str) -> None:
    output = search("R U2 F' L D", "--way", way, "--json").json()
    cube = SOLVED.apply("R U2 F' L D")
    assert output["cube"] == cube.facelets
    assert (output["way"], output["htm"]) == (way, 5)
    assert output["scrambles"] == ["R U2 F' L D"]
    for forward, back in zip(output["scrambles"], output["solutions"], strict=True):
        assert SOLVED.apply(forward) == cube
        assert cube.apply(back).is_solved()
    assert output["made"] > 0
    assert output["seconds"] > 0
    assert output["peak_megabytes"] is None or output["peak_megabytes"] > 10


def test_facelets_are_accepted(search: Rokumen) -> None:
    cube = SOLVED.apply("U D R")
    output = search(cube.facelets, "--json").json()
    assert output["scrambles"] == ["U D R"]
    assert "as given" not in search(cube.facelets).out


def test_the_given_sequence_is_found_in_any_order_of_opposite_faces(search: Rokumen) -> None:
    result = search("D U R")
    assert "shortest length 3 turns; 1 sequence:" in result.out
    assert "U D R" in result.out
    assert "(as given)" in result.out


def test_turns_are_written_in_the_given_or_requested_notation(search: Rokumen) -> None:
    assert search("E1 U3", "--json").json()["scrambles"] == ["E1 U3"]
    assert search("E1U3", "--notation=wca", "--json").json()["scrambles"] == ["R U'"]
    assert search("R U'", "--notation=shintani", "--json").json()["scrambles"] == ["E1 U3"]


def test_a_cube_that_needs_more_turns_is_not_found(search: Rokumen) -> None:
    result = search("R U F D L", "--depth=4")
    assert result.status == 1
    assert "no sequence of 4 turns or fewer" in result.err
    assert "--method optimal" in result.err


def test_the_papers_tree_is_shown_and_continued(search: Rokumen) -> None:
    result = search("--tree", "--depth=8")
    assert result.status == 0
    for number in ("31,721,688", "33,589,081", "23,994", "10,273,337,520"):
        assert number in result.out
    levels = search("--tree", "--depth=2", "--json").json()["levels"]
    assert levels[-1] == {"depth": 2, "nodes": 306, "total": 325, "deleted": 18}
    refused = search("--tree", "--depth=15")
    assert refused.status == 2
    assert "not to 15" in refused.err


def test_the_counts_are_shown_with_the_papers(search: Rokumen) -> None:
    result = search("--counts", "--depth=5")
    assert result.status == 0
    for number in ("43,239", "574,908", "12,077", "1,763,496", "621,649"):
        assert number in result.out
    output = search("--counts", "--depth=4", "--json").json()
    assert [depth["cubes"] for depth in output["depths"]] == [1, 18, 243, 3240, 43239]
    assert output["cubes"] == 46741


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "give a cube to search for or --counts"),
        (("R", "--counts"), "give a cube to search for or --counts or --tree, not both"),
        (("R", "--remember=5"), "--remember needs --way depth, not 'both-ends'"),
        (("R", "--longer=2"), "--longer needs --way depth, not 'both-ends'"),
        (("R", "--way=depth", "--longer=2", "--remember=5"), "--remember 5 keeps cubes"),
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
def test_bad_options_are_reported(
    search: Rokumen, arguments: tuple[str, ...], message: str
) -> None:
    result = search(*arguments)
    assert result.status == 2
    assert message in " ".join(result.err.split())
    assert result.out == ""


@pytest.mark.parametrize("text", ["E1 U3", "W3N3", " S2 N2 ", "U1", "D3S2E2"])
def test_shintani_notation_is_accepted_as_a_cube(text: str) -> None:
    assert Cube.parse(text) == SOLVED.apply(shintani.parse(text))


def test_half_turns_alone_are_the_slices_of_the_wca() -> None:
    assert Cube.parse("E2 S2") == Cube.parse("E E S S")
    assert Cube.parse("E2 S2") != SOLVED.apply(shintani.parse("E2 S2"))


@pytest.mark.parametrize("method", ["lbl", "layers-1978"])
def test_any_engine_can_print_shintani_notation(rokumen: Rokumen, method: str) -> None:
    arguments = ("solve", "R U2 F' L D2 B R' U F2", "--method", method, "--notation=shintani")
    output = rokumen(*arguments, "--json").json()
    cube = Cube.from_facelets(output["cube"])
    moves = shintani.parse(output["moves"])
    assert cube.apply(moves).is_solved()
    moves_of_stages = " ".join(stage["moves"] for stage in output["stages"]).split()
    assert moves_of_stages == output["moves"].split()
    # The link leads to a site that reads only WCA notation.
    plain = rokumen(*arguments[:-1], "--json").json()
    assert output["link"] == plain["link"]
    text = rokumen(*arguments).out
    assert all(stage["moves"] in text for stage in output["stages"])


def test_solutions_of_a_file_can_be_in_shintani_notation(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "cubes.txt"
    file.write_text("R U\nE1 U1\n")
    result = rokumen("solve", "--file", str(file), "--notation=shintani")
    assert result.status == 0
    assert result.out.splitlines() == ["U3 E3", "U3 E3"]


def test_another_puzzle_has_a_notation_of_its_own(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--puzzle", "2x2x2", "--notation=shintani", "R")
    assert result.status == 2
    assert "--notation" in result.err


def test_the_operations_are_printed_and_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "operations.svg"
    result = rokumen("paper", "operations", "--draw", str(file))
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


def test_the_growth_is_drawn(search: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "growth.svg"
    assert search("--counts", "--depth=4", "--draw", str(file)).status == 0
    drawn = file.read_text()
    for number in ("1", "18", "243", "3,240", "43,239"):
        assert f">{number}</text>" in drawn
    # One bar of each kind for each depth, and one in the legend.
    for paint in ("#b9b9b9", "#1f5fc8", "#f5821f"):
        assert drawn.count(paint) == 5 + 1


def test_longer_sequences_are_listed_after_the_shortest(search: Rokumen) -> None:
    lines = search("R2 U2 R2 U2", "--way=depth", "--longer=4").out.splitlines()
    assert lines[0].startswith("shortest length 4 turns; 1 sequence, ")
    listed = [line.split("   ")[0].strip() for line in lines[2:-1]]
    # R2 U2 six times is nothing, so that backwards four times is the same as twice.
    assert listed[0] == "R2 U2 R2 U2"
    assert "U2 R2 U2 R2 U2 R2 U2 R2" in listed
    assert [len(moves.split()) for moves in listed] == sorted(len(x.split()) for x in listed)
