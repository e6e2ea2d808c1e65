"""`rokumen plan` as a user meets it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from solver.cube import Cube
from solver.turn import turns
from tests.rokumen.conftest import Said

Rokumen = Callable[..., Said]


def test_the_plan_of_given_moves(rokumen: Rokumen) -> None:
    plan = rokumen("plan", "--moves", "L", "--json").json()
    assert plan["rig"] == "two-gripper"
    assert plan["moves"] == "L"
    first = plan["commands"][0]
    assert (first["verb"], first["L"], first["start"], first["duration"]) == ("MOVE", "+90", 0, 1)


def test_the_timetable_adds_up(rokumen: Rokumen) -> None:
    plan = rokumen("plan", "--moves", "R U2 F'", "--json").json()
    last = plan["commands"][-1]
    assert last["start"] + last["duration"] == pytest.approx(plan["seconds"])


def test_the_plan_of_a_cube_solves_it(rokumen: Rokumen) -> None:
    plan = rokumen("plan", "R U F", "--json").json()
    assert Cube.solved().apply(turns("R U F")).apply(turns(plan["moves"])).is_solved


def test_a_person_reads_a_timetable(rokumen: Rokumen) -> None:
    said = rokumen("plan", "--moves", "L")
    assert "L to +90°" in said.out
    assert "1 turns in" in said.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "give a cube, or --moves"),
        (["R", "--moves", "U"], "but not both"),
        (["--moves", "Q"], "'Q' is no move"),
        (["--moves", "R", "--rig", "octopus"], "'octopus' is not"),
    ],
)
def test_bad_input_is_quoted(rokumen: Rokumen, arguments: list[str], message: str) -> None:
    said = rokumen("plan", *arguments)
    assert said.status == 2
    assert message in said.err
