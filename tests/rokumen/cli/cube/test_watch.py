"""`rokumen watch` with smart cubes that need no Bluetooth."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from rokumen.smart_cubes.pocket_cube import PocketCube
from solver.cube import Cube
from solver.engines.lbl.engine import steps as lbl_steps
from tests.support.command_line import Rokumen
from tests.support.recorded_cubes import recorded_cube


@pytest.fixture(scope="module")
def cube(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the name of a recorded cube that made R U2 F'."""
    return recorded_cube(tmp_path_factory.mktemp("cube") / "cube.json", "qiyi", "R U2 F'")


def test_turns_are_printed_as_they_are_made_and_the_cube_at_the_end(
    rokumen: Rokumen, cube: str
) -> None:
    shown = rokumen("watch", "--cube", cube)
    *lines, facelets = shown.out.splitlines()
    assert [line.split()[-1] for line in lines] == ["R", "U", "U", "F'"]
    times = [float(line.split()[0]) for line in lines]
    assert times == sorted(times)
    assert facelets == Cube.solved().apply("R U2 F'").facelets
    assert shown.status == 0


def test_json_has_turns_with_times_the_cube_and_whether_it_is_certain(
    rokumen: Rokumen, cube: str
) -> None:
    shown = rokumen("watch", "--cube", cube, "--json")
    told = shown.json()
    assert set(told) == {"turns", "facelets", "certain", "start", "start_from"}
    assert (told["start"], told["start_from"]) == (Cube.solved().facelets, "cube")
    assert [turn["turn"] for turn in told["turns"]] == ["R", "U", "U", "F'"]
    assert all(turn["start"] == turn["end"] > 0 for turn in told["turns"])
    assert told["facelets"] == Cube.solved().apply("R U2 F'").facelets
    assert told["certain"] is True


def test_the_cube_before_can_be_given(rokumen: Rokumen, cube: str, tmp_path: Path) -> None:
    shown = rokumen("watch", "--cube", cube, "--from", "D L", "--json")
    assert shown.json()["facelets"] == Cube.solved().apply("D L R U2 F'").facelets
    assert shown.json()["start"] == Cube.solved().apply("D L").facelets
    assert shown.json()["start_from"] == "given"
    unturned = recorded_cube(tmp_path / "unturned.json", "qiyi")
    nothing = rokumen("watch", "--cube", unturned, "--from", "D L", "--json")
    assert nothing.json()["facelets"] == Cube.solved().apply("D L").facelets


def test_a_2x2x2_is_watched_and_what_only_a_3x3x3_has_is_refused(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    cube = recorded_cube(tmp_path / "cube.json", "gan-2x2x2", "R L D'")
    told = rokumen("watch", "--cube", cube, "--json").json()
    # The core turns with the layers of D, L and B.
    assert [turn["turn"] for turn in told["turns"]] == ["R", "R", "F'"]
    assert (told["start"], len(told["facelets"])) == (PocketCube.of(Cube.solved()).facelets, 24)
    for option in (["--from", "R"], ["--steps"], ["--check", "R U"], ["--csv", "times.csv"]):
        refused = rokumen("watch", "--cube", cube, *option)
        assert refused.status == 2
        assert f"is a 2x2x2, and {option[0]} is for the 3x3x3" in refused.err
    served = rokumen("serve", "--cube", cube)
    assert served.status == 2
    assert "rokumen watch --cube" in served.err


def test_lost_sync_is_said_and_the_result_is_not_certain(rokumen: Rokumen, tmp_path: Path) -> None:
    cube = recorded_cube(tmp_path / "cube.json", "gocube", "R U F " * 9, loss=0.2)
    shown = rokumen("watch", "--cube", cube, "--json")
    assert "lost sync" in shown.err
    assert shown.json()["certain"] is False
    assert shown.status == 3


def test_a_recording_is_written_and_replayed(rokumen: Rokumen, cube: str, tmp_path: Path) -> None:
    file = tmp_path / "cube.json"
    first = rokumen("watch", "--cube", cube, "--record", str(file))
    assert json.loads(file.read_text())["device"]["name"] == "QY-QYSC"
    again = rokumen("watch", "--cube", f"replay:{file}")
    assert again.out.splitlines()[-1] == first.out.splitlines()[-1]
    assert again.status == 0


def test_what_is_untried_and_a_low_battery_are_said(rokumen: Rokumen, tmp_path: Path) -> None:
    cube = recorded_cube(tmp_path / "cube.json", "gan-gen3", "R", battery=7)
    shown = rokumen("watch", "--cube", cube)
    assert "untried" in shown.err
    assert "7%" in shown.err


def test_a_file_that_is_not_there_is_named(rokumen: Rokumen, tmp_path: Path) -> None:
    shown = rokumen("watch", "--cube", f"replay:{tmp_path / 'none.json'}", "--json")
    assert "none.json" in shown.json()["error"]["message"]
    assert shown.status == 2


def test_without_bleak_it_is_said_what_to_install(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "bleak", None)
    shown = rokumen("watch", "--cube", "GAN", "--json")
    assert "rokumen[smart-cubes]" in shown.json()["error"]["message"]
    assert shown.status == 2


SCRAMBLE = "R U2 F' D L2 B U' R2 F L D2 B' U2 R'"


def solution() -> str:
    steps = lbl_steps(Cube.parse(SCRAMBLE), effort=0)
    return " ".join(str(turn) for step in steps for turn in step.moves)


def test_a_solve_is_split_into_steps_with_times_and_written_as_csv(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    moves = solution()
    table = tmp_path / "times.csv"
    cube = recorded_cube(tmp_path / "cube.json", "gan-gen4", f"{SCRAMBLE} {moves}")
    command = ("watch", "--cube", cube, "--check", SCRAMBLE, "--steps", "--csv", str(table))
    shown = rokumen(*command)
    assert shown.status == 0
    assert "the scramble is done" in shown.out
    assert "The scramble was done as it is written." in shown.out
    lines = [line for line in shown.out.splitlines() if " // " in line]
    assert [line.split(" // ")[1].split(":")[0] for line in lines] == [
        "Cross",
        "F2L 1",
        "F2L 2",
        "F2L 3",
        "F2L 4",
        "OLL",
        "PLL",
    ]
    # Emulated cubes turn four quarter turns a second, or so.
    assert all(" a second" in line for line in lines)
    told = rokumen(*command, "--json").json()
    (solve,) = told["solves"]
    assert solve["solved"] is True
    assert solve["start"] == Cube.parse(SCRAMBLE).facelets
    assert solve["text"].splitlines()[0] == lines[0].split(":")[0]
    assert solve["count"] == sum(step["count"] for step in solve["steps"])
    assert told["scramble"] == {"turns": 14, "done": 14, "is_done": True, "first_wrong": None}
    rows = list(csv.DictReader(table.read_text().splitlines()))
    quarters = sum(2 if move.endswith("2") else 1 for move in moves.split())
    assert len(rows) == quarters
    assert {row["step"] for row in rows} == {step["name"] for step in solve["steps"]}


def test_the_first_wrong_turn_of_a_scramble_is_told_with_what_undoes_it(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    cube = recorded_cube(tmp_path / "cube.json", "qiyi", "R U F D' D F'")
    shown = rokumen("watch", "--cube", cube, "--check", "R U F2 L")
    lines = [line.split("s  ", 1)[1].split(None, 1) for line in shown.out.splitlines()[:6]]
    assert lines == [
        ["R", "1 of 4"],
        ["U", "2 of 4"],
        ["F"],
        ["D'", "wrong: turn 3 of the scramble is F2; undo it with D"],
        ["D", "right again: 2 of 4"],
        ["F'"],
    ]
    assert "The scramble is not done: 2 of 4 turns were made." in shown.out
    assert shown.status == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--check", "R Q"), "'R Q'"),
        (("--check", "x"), "has no turns"),
        (("--csv", "/dev/null/times.csv"), "/dev/null/times.csv"),
    ],
)
def test_a_bad_scramble_or_file_is_an_error(
    rokumen: Rokumen, cube: str, options: tuple[str, ...], message: str
) -> None:
    shown = rokumen("watch", "--cube", cube, *options)
    assert shown.status == 2
    assert message in shown.err
