"""`rokumen paper cases`: the cases of the polyhedra paper's methods.

`rokumen paper steps`: the paper's procedure on cubes of any size. `rokumen paper explain`: the
steps of the LBL method of the polyhedra paper.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from papers.polyhedra import axis_layer
from solver.cube import Cube
from solver.notation import parse, resolve
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import is_solved, read
from tests.support.command_line import Rokumen


def test_the_cases_of_lbl_are_as_many_as_in_the_paper(rokumen: Rokumen) -> None:
    lines = rokumen("paper", "cases", "lbl-paper").out.splitlines()
    titles = [line for line in lines if not line.startswith(" ")]
    assert [title.split(",")[0] for title in titles] == [
        "cross: 43 cases",
        "corner: 8 cases",
        "pair: 96 cases",
        "OLL: 58 cases",
        "PLL: 22 cases",
    ]
    assert len(lines) == 5 + 43 + 8 + 96 + 58 + 22


def test_a_case_of_pll_is_solved_by_its_moves(rokumen: Rokumen) -> None:
    found = rokumen("paper", "cases", "lbl-paper", "--stage=PLL", "--json").json()["cases"]
    (h_case,) = (case for case in found if case["name"] == "H")
    assert h_case["where"] == "(UB UF)(UL UR)"
    assert h_case["quarters"] == 12
    # The well-known sequence does the same, but for a turn of the top.
    known = Cube.solved().apply(resolve(parse("M2 U M2 U2 M2 U M2").moves()).turns)
    ours = Cube.solved().apply(resolve(parse(h_case["moves"]).moves()).turns)
    assert known == ours


def test_the_cases_of_14_1_are_written_as_in_figure_14_1(rokumen: Rokumen) -> None:
    found = rokumen("paper", "cases", "tsukuda-paper", "--step=3", "--json").json()["cases"]
    by_where = {case["where"]: case["moves"] for case in found}
    assert len(found) == len(by_where) == 24
    # Numbers 0 and 23 as printed there; number 1, of 8 quarter turns, has one less here.
    numbers = [found[number]["where"] for number in (0, 1, 23)]
    assert numbers == ["n,0,n,Y", "n,0,n,-X", "0,n,n,-Z"]
    assert by_where["n,0,n,Y"] == ""
    assert by_where["0,n,n,-Z"] == "ynd zn yn' zn'"
    (number_1,) = (case for case in found if case["where"] == "n,0,n,-X")
    assert number_1["quarters"] == 7
    as_wca = rokumen("paper", "cases", "tsukuda-paper", "--step=3", "--wca", "--json").json()
    assert {case["where"]: case["moves"] for case in as_wca["cases"]}["0,n,n,-Z"] == "U2 F' U F"


def test_the_steps_have_as_many_cases_as_the_text_says(rokumen: Rokumen) -> None:
    found = rokumen("paper", "cases", "tsukuda-paper", "--json").json()["cases"]
    stages = [case["stage"] for case in found]
    numbers = {stage: stages.count(stage) for stage in stages}
    assert numbers == {
        "step 3": 24,
        "step 4": 24 + 23,
        "step 5": 24,
        "step 7": 6,
        "step 8": 2,
        "step 9": 16 + 15,
        # The text of step 5 stands there, too; no piece is below any more.
        "step 10": 16,
        # A, B and their mirror images, and table 14.4.
        "step 11": 4 + 15,
        "step 12": 6,
        "step 13": 2,
        "step 14": 12,
        "step 15": 1,
    }


def test_cases_are_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    for method, part in (("lbl-paper", "--stage=corner"), ("tsukuda-paper", "--step=8")):
        drawn = tmp_path / f"{method}.svg"
        assert rokumen("paper", "cases", method, part, f"--draw={drawn}").status == 0
        text = drawn.read_text(encoding="utf-8")
        # A grey for what a case is not about, and the colours of pieces.
        assert text.count("#9a9a9a") > 20


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("lbl-paper", "--step=3"), "--step 3"),
        (("tsukuda-paper", "--stage=OLL"), "--stage OLL"),
        (("tsukuda-paper", "--step=2"), "step 2"),
        (("juggling",), "juggling"),
    ],
)
def test_an_error_quotes_bad_input(
    rokumen: Rokumen, arguments: tuple[str, ...], quoted: str
) -> None:
    result = rokumen("paper", "cases", *arguments)
    assert result.status == 2
    assert quoted in result.err


@pytest.mark.parametrize("name", ["2x2x2", "3x3x3", "5x5x5"])
def test_the_papers_procedure_solves_with_half_turns_counted_as_two(
    rokumen: Rokumen, name: str
) -> None:
    n = int(name[0])
    scramble = "R U2 F' R' D L2 B U"
    result = rokumen("paper", "steps", name, scramble, "--json")
    assert result.status == 0
    turns = parse_layer_turns(f"{scramble} {result.json()['moves']}", n)
    assert is_solved(geometry(n).apply(read("", n), turns), n)
    made = [move for move in result.json()["moves"].split() if move[0] not in "xyz"]
    assert result.json()["turns"] == len(made) + sum(move.endswith("2") for move in made)


def test_the_steps_are_printed_in_the_papers_notation_and_drawn(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    drawn = tmp_path / "steps.png"
    steps = ("paper", "steps", "3x3x3", "R U F2")
    printed = rokumen(*steps, "--paper", "--facelets", f"--draw={drawn}").out
    assert printed.splitlines()[-1] == f"{rokumen(*steps, '--json').json()['turns']} turns"
    assert "3 Y- corners: zn yn' zn' yn zn" in printed
    assert is_solved(read(printed.splitlines()[-2].strip(), 3), 3)
    assert drawn.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("written", ["listing", "colours", "numbers", "facelets"])
@pytest.mark.parametrize("program", ["paper", "puzzle"])
def test_a_list_of_the_3x3x3_is_a_position(rokumen: Rokumen, program: str, written: str) -> None:
    state = rokumen("puzzle", "state", "N3 E3 N1 W3 N3 E1 N1 W1", "--format", written).out
    steps = rokumen(program, "steps", "3x3x3", state, "--facelets")
    assert steps.status == 0, steps.err
    facelets = rokumen("puzzle", "state", "N3 E3 N1 W3 N3 E1 N1 W1", "--format", "facelets").out
    assert steps.out == rokumen(program, "steps", "3x3x3", facelets, "--facelets").out
    assert is_solved(read(steps.out.splitlines()[-2].strip(), 3), 3)


CUBE = Cube.random(11)


def test_the_papers_method_is_explained_in_its_notation(rokumen: Rokumen) -> None:
    method = ("paper", "explain", CUBE.facelets)
    found = rokumen(*method, "--json").json()["steps"]
    cube, held = CUBE, 0
    for step in found:
        # The turns that the person makes, on the cube as it is held at the beginning of the step.
        assert step["below"] == "D"
        cube = cube.apply(step["moves"])
        held += sum(2 if move.endswith("2") else 1 for move in step["algorithm"].split())
    assert cube.is_solved()
    text = rokumen(*method).out
    quarters = sum(step["quarters"] for step in found)
    assert quarters == held
    assert f"{quarters} quarter turns, one of a middle layer counting as one." in text
    paper = rokumen(*method, "--paper", "--json").json()["steps"]
    for one, other in zip(found, paper, strict=True):
        assert parse(one["algorithm"]).moves() == axis_layer.parse(other["algorithm"])
