"""`rokumen solve --puzzle` with the 2x2x2 and the Pyraminx, and the state of a cube as text."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.support.command_line import Rokumen

TWISTED = "WWWGWRRRGRGGYYYYOOOOBBBB"


def test_both_are_listed(rokumen: Rokumen) -> None:
    output = rokumen("puzzle", "list").out
    assert "2x2x2" in output
    assert "pyraminx" in output


@pytest.mark.parametrize("name", ["2x2x2", "pyraminx"])
def test_a_scramble_can_be_repeated_and_solved(rokumen: Rokumen, name: str) -> None:
    scrambles = rokumen("scramble", "2", "--puzzle", name, "--seed=7")
    assert scrambles.out == rokumen("scramble", "2", "--puzzle", name, "--seed=7").out
    scramble = scrambles.out.splitlines()[0]
    result = json.loads(rokumen("solve", "--puzzle", name, scramble, "--json").out)
    assert result["turns"] == len(scramble.split()) == len(result["moves"].split())


def test_the_steps_of_the_paper_are_named(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--puzzle=pyraminx", "--method=paper", "U' R B l")
    for stage in ("Tips", "Centres", "Edge", "Flip", "Cycle"):
        assert stage in result.out


def test_an_impossible_puzzle_has_its_own_exit_status(rokumen: Rokumen, tmp_path: Path) -> None:
    one = rokumen("solve", "--puzzle=2x2x2", TWISTED)
    assert one.status == 4
    assert "the corner at URF is twisted" in one.err
    lines = tmp_path / "positions"
    lines.write_text(f"R U\n{TWISTED}\nF\n", encoding="utf-8")
    many = rokumen("solve", "--puzzle=2x2x2", f"--file={lines}")
    assert many.status == 4
    assert many.out.splitlines() == ["U' R'", "F'"]
    assert "line 2" in many.err
    assert rokumen("solve", "--puzzle=2x2x2", f"--file={lines}", "--processes=2") == many
    as_json = rokumen("solve", "--puzzle=2x2x2", f"--file={lines}", "--json").out.splitlines()
    first, second, _ = map(json.loads, as_json)
    assert (first["position"], first["turns"]) == ("R U", 2)
    assert (second["puzzle"], second["position"]) == ("2x2x2", TWISTED)
    lines.write_text("# none\n", encoding="utf-8")
    none = rokumen("solve", "--puzzle=2x2x2", f"--file={lines}")
    assert (none.status, "there is no cube in" in none.err) == (2, True)


def test_an_unknown_method_is_rejected(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--puzzle=pyraminx", "--method=lbl", "U")
    assert result.status == 2
    assert "optimal, steps, paper" in result.err


# After U (Shintani: U1) the upper rows of the sides have gone round, E to S.
AFTER_U = """E   U   N   S   D   W
N N N U U U W W W E E E D D D S S S
E E E U U U N N N S S S D D D W W W
E E E U U U N N N S S S D D D W W W
"""


@pytest.mark.parametrize("cube", ["U", "U1", AFTER_U])
def test_a_cube_is_listed_as_shintanis_program_does(rokumen: Rokumen, cube: str) -> None:
    result = rokumen("puzzle", "state", cube)
    assert (result.status, result.out) == (0, AFTER_U)


def test_facelets_are_written_from_a_listing(rokumen: Rokumen) -> None:
    result = rokumen("puzzle", "state", AFTER_U, "--format=facelets")
    assert result.out.strip() == ("UUUUUUUUUBBBRRRRRRRRRFFFFFFDDDDDDDDDFFFLLLLLLLLLBBBBBB")
    assert "U3" in rokumen("solve", AFTER_U, "--notation=shintani").out


def test_a_list_of_numbers_is_drawn_with_its_numbers(rokumen: Rokumen, tmp_path: Path) -> None:
    drawn = tmp_path / "numbers.svg"
    result = rokumen("puzzle", "state", "R", "--format=numbers", f"--draw={drawn}")
    numbers = result.out.split()
    text = drawn.read_text(encoding="utf-8")
    assert all(f">{number}</text>" in text for number in numbers)
    # The right column of U (3, 5, 8 when solved) has what was on F: see mmays (2014).
    assert [numbers[i - 1] for i in (3, 5, 8)] == ["19", "21", "24"]
    plain = tmp_path / "plain.svg"
    rokumen("puzzle", "state", "R", "--format=colours", f"--draw={plain}")
    assert "</text>" not in plain.read_text(encoding="utf-8")


def test_a_wrong_listing_is_quoted(rokumen: Rokumen) -> None:
    result = rokumen("puzzle", "state", AFTER_U.strip()[:-1])
    assert result.status == 2
    assert "53 cells" in result.err
