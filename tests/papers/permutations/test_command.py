"""`rokumen paper permutation`: cycles, JSON, errors and drawings.

`rokumen solve --method sequences`.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from papers.permutations.algebra import evaluate
from papers.permutations.sticker_names import NAMES, STICKERS
from solver.cube import Cube
from tests.support.command_line import Rokumen


@pytest.fixture
def permutation(rokumen: Rokumen) -> Rokumen:
    return lambda *arguments: rokumen("paper", "permutation", *arguments)


def test_the_worked_example_of_the_die(permutation: Rokumen) -> None:
    result = permutation("e n", "--die")
    assert result.status == 0
    assert result.out.splitlines() == [
        "cycles    (S W B) (T N E)",
        "order     3",
        "parity    even",
        "from      T S E B N W",
        "to        N W T S E B",
    ]


@pytest.mark.parametrize(
    ("expression", "cycles"),
    [
        ("s,s,t,e',w,s,s,e,w',t,s,s", "(ET ST WT) (TE TS TW)"),
        ("t',n',b',s',e',s,b,n,t,e,s,b,n,t,e,t',n',b',s',e'", "(TS ST) (TE ET)"),
        ("e,e,s,s,e',n',e,s,s,e',n,e'", "(STE WTS ETN) (EST SWT NET) (TES TSW TNE)"),
        ("[e: (t,t,e,s',b,b,s,e')2]", "(TSW WTS SWT) (TES EST STE)"),
    ],
)
def test_the_four_sequences(permutation: Rokumen, expression: str, cycles: str) -> None:
    result = permutation(expression)
    assert result.status == 0
    assert f"cycles    {cycles}\n" in result.out
    assert "cube      legal\n" in result.out


def test_json_has_all_results(permutation: Rokumen) -> None:
    output = permutation("(TE TS TW)", "--json").json()
    assert output["cycles"] == [["TE", "TS", "TW"]]
    assert (output["order"], output["parity"]) == (3, "even")
    assert output["facelets"] == [["U6", "U8", "U4"]]
    assert output["to"]["TS"] == "TW"
    assert sorted(output["to"]) == sorted(NAMES)
    assert any("stickers of one piece" in fault for fault in output["faults"])
    assert permutation("t", "--json").json()["faults"] == []
    assert "faults" not in permutation("t", "--die", "--json").json()


def test_an_impossible_permutation_is_reported(permutation: Rokumen) -> None:
    assert "not legal: the corner at URF is twisted" in permutation("(TES EST STE)").out


def test_wca_names(permutation: Rokumen) -> None:
    result = permutation("--wca", "[F2 U: R' L F2 R L' U2]")
    assert "cycles    (RU FU LU) (UR UF UL)" in result.out


def test_the_identity(permutation: Rokumen) -> None:
    assert permutation("e4").out.startswith("cycles    ()\norder     1\nparity    even\n")


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [(("e q",), "'q'"), (("e", "--die", "--wca"), "--wca"), (("(TE TE)",), "'TE' appears twice")],
)
def test_an_error_quotes_bad_input(
    permutation: Rokumen, arguments: tuple[str, ...], quoted: str
) -> None:
    result = permutation(*arguments)
    assert result.status == 2
    assert quoted in result.err


def test_drawing(permutation: Rokumen, tmp_path: Path) -> None:
    permutation("J", "--draw", str(tmp_path / "j.svg"))
    svg = (tmp_path / "j.svg").read_text()
    # A square for each of 54 stickers, an arrow for each of nine that move, and the background.
    assert svg.count("<polygon") == 54 + 9
    assert all(f">{name}</text>" in svg for name in NAMES)
    title = STICKERS.print_cycles(evaluate("J", STICKERS))
    assert title in svg
    permutation("t e", "--die", "--draw", str(tmp_path / "die.png"))
    assert (tmp_path / "die.png").read_bytes().startswith(b"\x89PNG")
    result = permutation("t", "--draw", str(tmp_path / "t.gif"))
    assert result.status == 2
    assert "t.gif" in result.err


def test_a_long_title_is_cut(permutation: Rokumen, tmp_path: Path) -> None:
    permutation("t e " * 60, "--draw", str(tmp_path / "long.svg"))
    assert "t e t e" in (tmp_path / "long.svg").read_text()
    assert max(map(len, (tmp_path / "long.svg").read_text().splitlines())) < 4000


def test_stages_are_named_by_their_effect(rokumen: Rokumen) -> None:
    output = rokumen("solve", "R U2 F'", "--method", "sequences", "--json").json()
    assert Cube.solved().apply("R U2 F'").apply(output["moves"]).is_solved()
    first, *others = (stage["name"] for stage in output["stages"])
    # R and F' are two quarter turns and U2 counts as none: the permutation is even.
    kinds = ("Three edges cycle", "Two edges flip", "Three corners cycle", "Two corners twist")
    assert all(name.startswith(kinds) for name in (first, *others))


def test_an_odd_cube_begins_with_one_turn(rokumen: Rokumen) -> None:
    result = rokumen("solve", "R U F", "--method", "sequences")
    assert result.status == 0
    assert result.out.startswith("One turn, for an even permutation")


def test_wadas_four_sequences_alone_solve_a_cube(rokumen: Rokumen) -> None:
    answer = rokumen("solve", "R U2 F' L D", "--method", "sequences-wada", "--json").json()
    assert Cube.solved().apply("R U2 F' L D").apply(answer["moves"]).is_solved()
    assert answer["method"] == "sequences-wada"
    shortest = rokumen("solve", "R U2 F' L D", "--method", "sequences", "--json").json()
    # H and J have nine turns, I twenty and K thirteen, and the cycles are merged with setup moves.
    assert answer["htm"] > shortest["htm"]


def test_unsupported_options_are_reported(rokumen: Rokumen) -> None:
    result = rokumen("solve", "R", "--method", "sequences", "--effort", "0")
    assert result.status == 2
    assert "effort = 0" in result.err
    assert rokumen("solve", "R", "--method", "sequences", "--one-look").status == 2
