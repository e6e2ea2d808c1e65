"""`rokumen solve --method sequences`."""

from __future__ import annotations

from solver.cube import Cube
from tests.support.command_line import Rokumen


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
