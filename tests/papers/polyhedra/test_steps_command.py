"""`rokumen paper steps`: the paper's procedure on cubes of any size."""

from __future__ import annotations

from pathlib import Path

import pytest

from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import is_solved, read
from tests.support.command_line import Rokumen


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
    pytest.importorskip("matplotlib")
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
