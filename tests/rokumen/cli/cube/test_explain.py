"""`rokumen explain`: the steps of a solution with reasons, as text and as drawings."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from pathlib import Path

import cv2
import numpy as np
import pytest

from drawing.palette import PAINT, WESTERN, bgr
from solver.cube import Cube
from solver.cube_drawing import COLUMNS, HEIGHT, WIDTH
from solver.notation import parse, resolve
from tests.support.command_line import Rokumen

CUBE = Cube.random(11)


def test_the_steps_solve_the_cube_and_have_reasons(rokumen: Rokumen) -> None:
    answer = rokumen("explain", CUBE.facelets, "--json").json()
    cube = CUBE
    for step in answer["steps"]:
        assert step["reason"]
        assert step["below"] != step["front"]
        cube = cube.apply(step["moves"])
    assert cube.is_solved()
    assert len(answer["steps"]) == 7


def test_the_text_has_orientation_reason_and_moves(rokumen: Rokumen) -> None:
    result = rokumen("explain", CUBE.facelets)
    assert result.status == 0
    steps = rokumen("explain", CUBE.facelets, "--json").json()["steps"]
    begin, *texts = result.out.split("\n\n")
    assert begin.startswith("Turn the whole cube as each step says")
    for step, text in zip(steps, texts, strict=True):
        name, _, case = step["stage"].partition(":")
        assert name in text.replace("(F2L)", "F2L")
        # The letters of a step are places as the cube is held: a slot is named by its colours.
        slot = re.fullmatch(r" ([URFDLB])([URFDLB]) slot", case)
        if slot:
            case = f"the {WESTERN[slot[1]]} and {WESTERN[slot[2]]} slot"
        assert case in text.splitlines()[0]
        below, front = (f"{WESTERN[step[at]]} ({step[at]})" for at in ("below", "front"))
        assert f"hold    {below} below, {front} in front" in text
        for part in ("reason", "algorithm"):
            assert step[part] in text


def test_a_cube_is_held_by_the_colours_that_it_was_written_with(rokumen: Rokumen) -> None:
    # Yellow up and green in front, as somebody may hold it.
    written = CUBE.facelets.translate(str.maketrans("URFDLB", "YOGWRB"))
    names = dict(zip("URFDLB", ["yellow", "orange", "green", "white", "red", "blue"], strict=True))
    (step, *_) = rokumen("explain", written, "--json").json()["steps"]
    hold = f"{names[step['below']]} ({step['below']}) below"
    assert hold in rokumen("explain", written).out


def test_one_look_has_one_step_less(rokumen: Rokumen) -> None:
    answer = rokumen("explain", CUBE.facelets, "--one-look", "--json").json()
    assert [step["stage"] for step in answer["steps"]][5:] == ["Last layer"]


def test_the_papers_steps_are_printed_one_by_one(rokumen: Rokumen) -> None:
    found = rokumen("explain", CUBE.facelets, "--effort=0", "--json").json()["steps"]
    cube = CUBE
    for step in found:
        assert step["reason"]
        assert step["below"] == "D"
        cube = cube.apply(step["moves"])
    assert cube.is_solved()
    stages = [step["stage"].split(":")[0] for step in found]
    assert stages.count("Cross") in (4, 5)
    assert [stages.count(f"F2L {n}") for n in (1, 2, 3, 4)] == [2, 2, 2, 2]


def test_the_papers_steps_have_no_one_look(rokumen: Rokumen) -> None:
    result = rokumen("explain", CUBE.facelets, "--effort=0", "--one-look")
    assert result.status == 2
    assert "one look needs an effort of at least 1" in result.err


def test_the_steps_are_drawn_as_svg(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "steps.svg"
    result = rokumen("explain", CUBE.facelets, "--draw", str(file), "--json")
    assert result.status == 0
    root = ElementTree.fromstring(file.read_text())
    polygons = root.findall("{*}polygon")
    assert len(polygons) == 7 * 54
    for colour in (PAINT[name] for name in WESTERN.values()):
        assert [p.get("fill") for p in polygons].count(colour) == 7 * 9
    words = [text.text for text in root.findall("{*}text")]
    for step in result.json()["steps"]:
        assert step["stage"] in words
        assert step["algorithm"] in words or not step["algorithm"]


def test_the_steps_are_drawn_as_png(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "steps.png"
    assert rokumen("explain", CUBE.facelets, "--draw", str(file)).status == 0
    image = cv2.imread(str(file))
    assert image is not None
    assert image.shape == (2 * HEIGHT * 2, 2 * WIDTH * COLUMNS, 3)
    pixels = image.reshape(-1, 3)
    for colour in (PAINT[name] for name in WESTERN.values()):
        share = np.mean(np.all(np.abs(pixels.astype(int) - bgr(colour)) < 4, axis=1))
        assert share > 0.02


@pytest.mark.parametrize("name", ["steps.bmp", "steps", "no/such/folder/steps.svg"])
def test_an_error_names_a_drawing_that_cannot_be_written(
    rokumen: Rokumen, tmp_path: Path, name: str
) -> None:
    result = rokumen("explain", "R U F", "--draw", str(tmp_path / name))
    assert result.status == 2
    assert name in result.err


def test_a_solved_cube_has_no_steps(rokumen: Rokumen, tmp_path: Path) -> None:
    result = rokumen("explain", Cube.solved().facelets, "--draw", str(tmp_path / "steps.svg"))
    assert result.status == 0
    assert result.out.count("(nothing to do)") == 7


def test_the_beginners_course_solves_the_cube_as_it_is_written(rokumen: Rokumen) -> None:
    answer = rokumen("explain", "--beginner", CUBE.facelets, "--json").json()
    cube = CUBE
    for step in answer["steps"]:
        cube = cube.apply(step["moves"])
    assert cube.is_solved()
    # The moves as a person makes them, turning the whole cube, lead to the same.
    written = [answer["start"], *(step["written"] for step in answer["steps"])]
    assert CUBE.apply(resolve(parse(" ".join(written)).moves()).turns).is_solved()
    assert {step["above"] for step in answer["steps"]} == {"D"}


def test_the_beginners_course_says_in_colours_how_to_hold_the_cube(rokumen: Rokumen) -> None:
    result = rokumen("explain", "--beginner", "L2 R2 U2 F2 R2 F' L'")
    assert result.status == 0
    first, *others = result.out.split("\n\n")
    assert first.startswith("Hold the cube with white on top and green in front.")
    lines = [line for part in others for line in part.splitlines()]
    holds = [line for line in lines if line.startswith("  hold")]
    assert holds
    assert all("yellow on top, " in hold for hold in holds)
    assert rokumen("explain", "--beginner", Cube.solved().facelets).out == "The cube is solved.\n"


@pytest.mark.parametrize("option", ["--effort=0", "--one-look"])
def test_the_beginners_course_has_no_other_options(rokumen: Rokumen, option: str) -> None:
    result = rokumen("explain", "--beginner", "R U F", option)
    assert result.status == 2
    assert "--beginner has no --effort and no --one-look" in result.err


def test_the_beginners_course_needs_white_up(rokumen: Rokumen) -> None:
    letters = str.maketrans("URFDLB", "YOGWRB")
    result = rokumen("explain", "--beginner", CUBE.facelets.translate(letters))
    assert result.status == 2
    assert "yellow up and green in front: for the beginner's course write it" in result.err


def test_the_beginners_course_is_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    file = tmp_path / "course.svg"
    result = rokumen("explain", "--beginner", "L' D2 L D L' D L", "--draw", str(file))
    assert result.status == 0
    words = [text.text for text in ElementTree.fromstring(file.read_text()).findall("{*}text")]
    assert "Top edges in place: Two beside each other" in words
    assert "yellow on top, blue in front" in words
    assert "U R U R' U R U2 R' U" in words
