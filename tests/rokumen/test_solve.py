"""`rokumen solve` as a user meets it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from solver.cube import Cube
from solver.numbers import numbers_from_cube
from solver.scramble import random_cube
from solver.turn import turns
from tests.rokumen.conftest import Said

Rokumen = Callable[..., Said]
SOLVED = Cube.solved()
CUBE = random_cube(Random(7))


def solves(cube: Cube, moves: str) -> bool:
    return cube.apply(turns(moves)).is_solved


@pytest.mark.parametrize(
    "text",
    [
        CUBE.facelets(),
        CUBE.facelets().translate(str.maketrans("URFDLB", "WRGYOB")),
        " ".join(CUBE.facelets()[i : i + 9] for i in range(0, 54, 9)),
        " ".join(map(str, numbers_from_cube(CUBE))),
        "{" + ", ".join(map(str, numbers_from_cube(CUBE))) + "}",
    ],
)
def test_a_cube_is_known_in_every_form(rokumen: Rokumen, text: str) -> None:
    said = rokumen("solve", text, "--json")
    assert said.status == 0
    answer = said.json()
    assert answer["cube"] == CUBE.facelets()
    assert solves(CUBE, answer["moves"])
    assert answer["method"] == "lbl"


def test_the_stages_add_up(rokumen: Rokumen) -> None:
    answer = rokumen("solve", CUBE.facelets(), "--json").json()
    joined = " ".join(stage["moves"] for stage in answer["stages"]).split()
    assert joined == answer["moves"].split()
    assert answer["htm"] == len(joined)
    assert answer["qtm"] == sum(2 if move.endswith("2") else 1 for move in joined)
    assert answer["seconds"] >= 0
    names = [stage["name"] for stage in answer["stages"]]
    assert names[0].startswith("Cross")
    assert names[-2].startswith("OLL")
    assert names[-1].startswith("PLL")


def test_a_scramble_is_solved(rokumen: Rokumen) -> None:
    said = rokumen("solve", "R U [F, Rw] M2 x", "--json")
    assert said.status == 0
    assert solves(Cube.from_facelets(said.json()["cube"]), said.json()["moves"])


def test_a_person_reads_the_stages_and_the_length(rokumen: Rokumen) -> None:
    said = rokumen("solve", "R U F")
    assert said.status == 0
    for word in ("Cross", "F2L", "OLL", "PLL", "turns"):
        assert word in said.out


def test_a_solved_cube_needs_no_turn(rokumen: Rokumen) -> None:
    assert rokumen("solve", SOLVED.facelets(), "--json").json()["moves"] == ""


def test_many_cubes_are_answered_in_order(rokumen: Rokumen, tmp_path: Path) -> None:
    cubes = [random_cube(Random(seed)) for seed in range(5)]
    file = tmp_path / "cubes.txt"
    file.write_text("\n".join(cube.facelets() for cube in cubes) + "\n\n")
    said = rokumen("solve", "--file", str(file), "--json")
    assert said.status == 0
    answers = [json.loads(line) for line in said.out.splitlines()]
    assert [answer["cube"] for answer in answers] == [cube.facelets() for cube in cubes]
    plain = rokumen("solve", "--file", str(file))
    assert [solves(c, line) for c, line in zip(cubes, plain.out.splitlines(), strict=True)] == (
        [True] * 5
    )


def test_cubes_come_from_stdin(rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("R U\nF\n"))
    said = rokumen("solve", "-")
    assert said.status == 0
    assert len(said.out.splitlines()) == 2


def test_a_bad_line_among_many_is_said_and_the_rest_answered(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    twisted = list(SOLVED.facelets())
    twisted[8], twisted[9], twisted[20] = twisted[9], twisted[20], twisted[8]
    file = tmp_path / "cubes.txt"
    file.write_text(f"R U\n{''.join(twisted)}\nF\n")
    said = rokumen("solve", "--file", str(file))
    assert said.status == 4
    assert "line 2" in said.err
    assert "the corner at URF is twisted" in said.err
    assert len(said.out.splitlines()) == 2


def test_two_phase_takes_limits_and_gives_several(rokumen: Rokumen) -> None:
    said = rokumen(
        "solve", CUBE.facelets(), "--method=two-phase", "--time-limit=0.2", "--all=3", "--json"
    )
    assert said.status == 0
    answer = said.json()
    assert answer["method"] == "two-phase"
    assert answer["htm"] <= 21
    every = [answer["moves"], *answer["others"]]
    assert len(set(every)) == 3
    assert all(solves(CUBE, moves) for moves in every)
    axial = rokumen("solve", CUBE.facelets(), "--method=two-phase", "--metric=axial", "--json")
    assert solves(CUBE, axial.json()["moves"])


def test_a_length_that_is_not_reached_is_said(rokumen: Rokumen) -> None:
    said = rokumen(
        "solve", CUBE.facelets(), "--method=two-phase", "--max-length=9", "--time-limit=0.1"
    )
    assert said.status == 2
    assert "no solution of at most 9 was found in 0.1 s" in said.err
    assert said.out == ""


@pytest.mark.parametrize(
    ("arguments", "status", "message"),
    [
        ([SOLVED.facelets()[1:]], 2, "has 53 facelets"),
        (["R Q"], 2, "'Q' is no move"),
        (["U" * 54], 2, "must all differ"),
        ([" "], 2, "no cube was given"),
        ([], 2, "give a cube, or --file"),
        (["1 2 3"], 2, "3 numbers"),
        (["--file", "/no/such/file"], 2, "/no/such/file"),
        (["R", "--method", "magic"], 2, "'magic' is not"),
        (["R", "U"], 2, "unexpected extra argument"),
        (["R", "--time-limit", "1"], 2, "--time-limit: only --method two-phase"),
        (["R", "--all", "2"], 2, "--all: only --method two-phase"),
        (["R", "--method", "two-phase", "--time-limit", "-1"], 2, "-1"),
        (["R", "--method", "two-phase", "--all", "0"], 2, "0 solutions"),
        (["R", "--method", "two-phase", "--metric", "stm"], 2, "'stm' is not"),
    ],
)
def test_bad_input_is_quoted(
    rokumen: Rokumen, arguments: list[str], status: int, message: str
) -> None:
    said = rokumen("solve", *arguments)
    assert said.status == status
    assert message in said.err
    assert said.out == ""


def test_every_fault_of_an_impossible_cube_is_listed(rokumen: Rokumen) -> None:
    text = list(SOLVED.facelets())
    text[8], text[9], text[20] = text[9], text[20], text[8]
    text[7], text[19] = text[19], text[7]
    said = rokumen("solve", "".join(text))
    assert said.status == 4
    assert "the corner at URF is twisted" in said.err
    assert "the edge at UF is flipped" in said.err
