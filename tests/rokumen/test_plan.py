"""`rokumen plan` as a user meets it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from robot.rig import RIGS, load_rig
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


@pytest.mark.parametrize("rig", RIGS)
def test_the_timetable_is_drawn(rokumen: Rokumen, tmp_path: Path, rig: str) -> None:
    page = tmp_path / "plan.html"
    said = rokumen("plan", "--moves", "R L' U2", "--rig", rig, "--draw", str(page))
    assert said.status == 0
    svg = page.read_text()[page.read_text().index("<svg") :].partition("</svg>")[0] + "</svg>"
    drawing = ElementTree.fromstring(svg)
    words = "".join(drawing.itertext())
    for actuator in (*load_rig(rig).axes, *load_rig(rig).grippers):
        assert actuator in words
    assert "turns a face" in words
    assert "U up, F in front, R on the right" in words


def test_a_plan_of_nothing_is_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    page = tmp_path / "plan.html"
    assert rokumen("plan", "--moves", "R R'", "--draw", str(page)).status == 0
    assert "<svg" in page.read_text()


def test_a_picture_is_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    picture = tmp_path / "plan.png"
    assert rokumen("plan", "--moves", "R U2", "--draw", str(picture)).status == 0
    assert picture.read_bytes().startswith(b"\x89PNG")


def test_a_drawing_of_another_kind_is_refused(rokumen: Rokumen, tmp_path: Path) -> None:
    said = rokumen("plan", "--moves", "R", "--draw", str(tmp_path / "plan.gif"))
    assert said.status == 2
    assert "plan.gif" in said.err
