"""`rokumen paper cases`: the cases of the polyhedra paper's methods."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.cube import Cube
from solver.notation import parse, resolve
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
