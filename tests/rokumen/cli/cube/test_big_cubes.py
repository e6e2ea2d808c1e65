"""Cubes of other sizes and cubes with pictures on the command line."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rokumen.cli.cube.solve_puzzle import puzzle_spec
from solver.puzzles.nxn.layers import geometry
from solver.puzzles.nxn.notation import parse_layer_turns
from solver.puzzles.nxn.position import is_solved, read
from solver.puzzles.registry import load_puzzle
from tests.support.command_line import Rokumen
from tests.support.numbered_stickers import is_in_order


@pytest.mark.parametrize("name", ["2x2x2", "4x4x4", "5x5x5"])
def test_a_scramble_is_drawn_and_solved(rokumen: Rokumen, name: str) -> None:
    n = int(name[0])
    scramble = rokumen("scramble", "--puzzle", name, "--seed=1").out.strip()
    assert n == 2 or len(scramble.split()) == 100
    assert scramble == rokumen("scramble", "--puzzle", name, "--seed=1").out.strip()
    result = rokumen("solve", "--puzzle", name, "--method", "tsukuda", "--json", scramble)
    assert result.status == 0
    turns = parse_layer_turns(f"{scramble} {result.json()['moves']}", n)
    assert is_solved(geometry(n).apply(read("", n), turns), n)
    assert {stage["name"][0] for stage in result.json()["stages"]} >= {"1", "3", "7", "8"}


def test_the_papers_notation_and_facelets_are_read(rokumen: Rokumen) -> None:
    solve = ("solve", "--puzzle", "4x4x4", "--method=tsukuda")
    own = rokumen(*solve, "yl xn ynd zr")
    same = rokumen(*solve, "2D R' U2 2F'")
    assert own.status == same.status == 0
    assert own.out == same.out
    solved = "".join(face * 16 for face in "URFDLB")
    assert rokumen(*solve, solved).out == "it is solved: there is nothing to do\n"


def test_the_steps_are_printed_and_drawn(rokumen: Rokumen, tmp_path: Path) -> None:
    result = rokumen(
        "puzzle", "steps", "5x5x5", "2R U 3F", "--method=tsukuda-steps", "--paper", "--facelets"
    )
    assert result.status == 0
    assert "16 side inner" in result.out
    assert is_solved(read(result.out.splitlines()[-2].strip(), 5), 5)
    drawn = tmp_path / "steps.png"
    assert rokumen("puzzle", "steps", "4x4x4", "2R U", f"--draw={drawn}").status == 0
    assert drawn.read_bytes().startswith(b"\x89PNG")
    refused = rokumen("puzzle", "steps", "4x4x4", "2R U", f"--draw={tmp_path / 'steps.xyz'}")
    assert refused.status == 2
    assert "steps.xyz" in refused.err


@pytest.mark.parametrize(
    ("arguments", "quoted"),
    [
        (("solve", "--puzzle", "129x129x129", "R"), "129x129x129"),
        (("solve", "--puzzle", "4x4x4", "5R"), "5R"),
        (("solve", "--puzzle", "4x4x4", "--method", "juggling", "R"), "juggling"),
        (("puzzle", "steps", "picture-3x3x3", "R"), "picture-3x3x3"),
        (("solve", "--puzzle", "picture-21x21x21", "R"), "picture-21x21x21"),
        (("solve", "--puzzle", "picture-4x4x4", "5R"), "5R"),
        (("solve", "--puzzle", "picture-4x4x4", "--method", "magic", "R"), "magic"),
        (("solve", "--puzzle", "4x4x4", "--method", "tsukuda-paper", "R"), "tsukuda-paper"),
        (("paper", "steps", "picture-3x3x3", "R"), "picture-3x3x3"),
    ],
)
def test_an_error_quotes_bad_input(
    rokumen: Rokumen, arguments: tuple[str, ...], quoted: str
) -> None:
    result = rokumen(*arguments)
    assert result.status == 2
    assert quoted in result.err


def test_pictures_are_solved_in_two_ways(rokumen: Rokumen) -> None:
    scramble = rokumen("scramble", "--puzzle", "picture-3x3x3", "--seed=4").out.strip()
    during, after = (
        rokumen("solve", "--puzzle", "picture-3x3x3", "--method", method, "--json", scramble)
        for method in ("during", "after")
    )
    assert during.status == after.status == 0
    assert during.json()["turns"] <= after.json()["turns"]
    assert during.json()["stages"][-1]["name"] == "Centres"


def test_pictures_of_a_larger_cube_are_solved(rokumen: Rokumen) -> None:
    scramble = rokumen("scramble", "--puzzle", "picture-4x4x4", "--seed=4").out.strip()
    solved = rokumen("solve", "--puzzle", "picture-4x4x4", "--json", scramble)
    assert solved.status == 0
    assert is_in_order(f"{scramble} {solved.json()['moves']}", 4)
    assert "picture-4x4x4" in rokumen("puzzle", "list").out


@pytest.mark.parametrize("name", ["4x4x4", "picture-3x3x3", "cube-faces-3"])
def test_no_tables_are_built_for_a_position_that_cannot_be_read(
    rokumen: Rokumen, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("ROKUMEN_CACHE", str(tmp_path / "cache"))
    result = rokumen("solve", "--puzzle", name, "?!")
    assert result.status == 2
    assert "?!" in result.err
    assert "building" not in result.err
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ("--method=tsukuda", "--metric=wide"),
            "--metric: not an option of the method 'tsukuda' of 4x4x4; available with reduction",
        ),
        (("--metric=htm",), "'htm' must be one of wide, layers"),
        (("--method=reduction", "--effort=3"), "--effort: not an option of the method 'reduction'"),
        (("--method=reduction", "--all=3"), "--all: only for the 3x3x3"),
    ],
)
def test_options_that_a_method_of_a_cube_does_not_have_are_rejected(
    rokumen: Rokumen, arguments: tuple[str, ...], message: str
) -> None:
    result = rokumen("solve", "--puzzle", "4x4x4", *arguments, "R")
    assert result.status == 2
    assert message in result.err


def test_the_reduction_is_the_default_where_it_is_fast_enough() -> None:
    chosen = {n: load_puzzle(f"{n}x{n}x{n}").choose_method(None) for n in range(4, 14)}
    assert [n for n, method in chosen.items() if method == "reduction"] == [4, 5]
    assert {method for n, method in chosen.items() if n not in (4, 5)} == {"tsukuda"}
    assert load_puzzle("3x3x3").choose_method(None) == "lbl"
    by_faces = [load_puzzle(f"cube-faces-{n}").choose_method(None) for n in (4, 5)]
    assert by_faces == ["tsukuda", "tsukuda"]


def test_a_larger_cube_has_no_reduction(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--puzzle", "21x21x21", "--method=reduction", "R")
    assert "has no method 'reduction'" in result.err


def test_a_metric_of_big_cubes_is_none_of_the_3x3x3(rokumen: Rokumen) -> None:
    result = rokumen("solve", "--method=two-phase", "--metric=wide", "R")
    assert result.status == 2
    assert "'wide' must be one of" in result.err


@pytest.mark.thorough
def test_the_reduction_is_interrupted_and_gives_its_best(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    from solver.puzzles.reduction import reduction

    found = reduction.solutions

    def first_then_interrupted(*arguments: Any) -> Iterator[Any]:
        yield next(found(*arguments))
        raise KeyboardInterrupt

    monkeypatch.setattr(reduction, "solutions", first_then_interrupted)
    scramble = rokumen("scramble", "--puzzle", "4x4x4", "--seed=1").out.strip()
    solve = ("solve", "--puzzle", "4x4x4", "--time-limit=60", "--json")
    result = rokumen(*solve, scramble)
    assert result.status == 0
    turns = parse_layer_turns(f"{scramble} {result.json()['moves']}", 4)
    assert is_solved(geometry(4).apply(read("", 4), turns), 4)
    assert result.json()["turns"] == result.json()["wide"] < result.json()["layers"]


@pytest.mark.thorough
@pytest.mark.parametrize("presses", [1, 2])
def test_before_the_first_solution_it_takes_two_interruptions(
    presses: int, rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    from solver.puzzles.reduction import reduction

    found = reduction.solutions

    def interrupted_then_found(*arguments: Any) -> Iterator[Any]:
        for _ in range(presses):
            signal.raise_signal(signal.SIGINT)
        yield from found(*arguments)

    monkeypatch.setattr(reduction, "solutions", interrupted_then_found)
    solve = ("solve", "--puzzle", "5x5x5", "--method=reduction", "--time-limit=60")
    result = rokumen(*solve, "R U 2F")
    assert "the first solution comes soon" in result.err
    assert (result.status == 0) == (presses == 1)
    if presses == 1:
        assert "turns (" in result.out


def test_an_option_chooses_the_method_that_has_it(
    rokumen: Rokumen, capsys: pytest.CaptureFixture[str]
) -> None:
    assert load_puzzle("6x6x6").choose_method(None) == "tsukuda"
    assert puzzle_spec("6x6x6", None, {"metric": "wide"}).method == "reduction"
    assert "by the method reduction, which has these options" in capsys.readouterr().err
    other = rokumen("solve", "--puzzle=skewb", "R", "--metric=wide")
    assert other.status == 2
    assert "of skewb; no method of it has that" in other.err


@pytest.mark.parametrize("called", ["kociemba", "CFOP"])
def test_a_method_by_another_name_is_told_ours(rokumen: Rokumen, called: str) -> None:
    result = rokumen("solve", "R", "--method", called)
    assert result.status == 2
    ours = {"kociemba": "two-phase", "CFOP": "lbl"}[called]
    assert f"unknown method {called!r}, which is {ours} here" in result.err
