"""`rokumen solve` with many cubes: files, the standard input, several processes."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from rokumen.jobs.batch import (
    CHUNK,
    EngineSpec,
    Solutions,
    SolveFailure,
    ordered_results,
    solve_chunk,
)
from solver.cube import Cube
from tests.support.command_line import Rokumen
from tests.support.solutions import solves

CUBE = Cube.random(7)


def test_several_processes_print_in_the_same_order(rokumen: Rokumen, tmp_path: Path) -> None:
    cubes = [Cube.random(seed) for seed in range(250)]
    file = tmp_path / "cubes.txt"
    lines = [cube.facelets for cube in cubes]
    twisted = list(Cube.solved().facelets)
    twisted[8], twisted[9], twisted[20] = twisted[9], twisted[20], twisted[8]
    file.write_text("\n".join(["".join(twisted), *lines[:120], "R Q", *lines[120:]]))
    alone = rokumen("solve", "--file", str(file), "--effort=1")
    together = rokumen("solve", "--file", str(file), "--effort=1", "--processes=2")
    assert together == alone
    assert alone.status == 2
    assert "line 1: this cube cannot exist: the corner at URF is twisted" in alone.err
    assert "line 122: 'R Q': 'Q' is not a move" in alone.err
    assert len(alone.out.splitlines()) == 250


def test_a_progress_bar_is_shown_when_the_output_is_redirected(
    rokumen: Rokumen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "cubes.txt"
    file.write_text("R U\n\nF\n")
    assert rokumen("solve", "--file", str(file)).err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    result = rokumen("solve", "--file", str(file))
    assert "solving" in result.err
    assert "2/2" in result.err
    assert len(result.out.splitlines()) == 2


def test_many_cubes_are_answered_in_order(rokumen: Rokumen, tmp_path: Path) -> None:
    cubes = [Cube.random(seed) for seed in range(5)]
    file = tmp_path / "cubes.txt"
    file.write_text("\n".join(cube.facelets for cube in cubes) + "\n\n")
    result = rokumen("solve", "--file", str(file), "--json")
    assert result.status == 0
    answers = [json.loads(line) for line in result.out.splitlines()]
    assert [answer["cube"] for answer in answers] == [cube.facelets for cube in cubes]
    plain = rokumen("solve", "--file", str(file))
    assert [solves(c, line) for c, line in zip(cubes, plain.out.splitlines(), strict=True)] == (
        [True] * 5
    )


def test_cubes_come_from_stdin(rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("R U\nF\n"))
    result = rokumen("solve", "-")
    assert result.status == 0
    assert len(result.out.splitlines()) == 2


def test_a_cube_from_stdin_is_shown_with_its_stages_on_a_terminal(
    rokumen: Rokumen, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO("R U\n"))
    result = rokumen("solve", "-")
    assert "Cross" in result.out
    assert "2 turns" in result.out
    monkeypatch.setattr("sys.stdin", io.StringIO("R U\n"))
    assert rokumen("solve", "--file", "-").out.split() == ["U'", "R'"]


def test_a_bad_line_of_a_file_is_reported_and_the_others_are_solved(
    rokumen: Rokumen, tmp_path: Path
) -> None:
    twisted = list(Cube.solved().facelets)
    twisted[8], twisted[9], twisted[20] = twisted[9], twisted[20], twisted[8]
    file = tmp_path / "cubes.txt"
    file.write_text(f"R U\n{''.join(twisted)}\nF\n")
    result = rokumen("solve", "--file", str(file))
    assert result.status == 4
    assert "line 2" in result.err
    assert "the corner at URF is twisted" in result.err
    assert len(result.out.splitlines()) == 2


@pytest.mark.parametrize("processes", [1, 2])
def test_several_solutions_of_many_cubes_have_one_line_each(
    rokumen: Rokumen, tmp_path: Path, processes: int
) -> None:
    file = tmp_path / "cubes.txt"
    file.write_text(f"{CUBE.facelets}\nR U F2 L D' B R2 U' F L2\n")
    arguments = ("solve", "--file", str(file), f"--processes={processes}")
    result = rokumen(*arguments, "--method=two-phase", "--time-limit=0.2", "--all=2")
    assert result.status == 0
    lines = result.out.splitlines()
    assert len(set(lines)) == len(lines) == 4
    assert all(solves(CUBE, moves) for moves in lines[:2])
    assert not any(solves(CUBE, moves) for moves in lines[2:])


def test_cubes_are_read_only_a_few_ahead() -> None:
    read: list[str] = []

    def texts() -> Iterator[str]:
        for number in range(20 * CHUNK):
            read.append(str(number))
            yield "R U"

    class Done:
        def __init__(self, chunk: tuple[str, ...]) -> None:
            self._chunk = chunk

        def result(self) -> list[Solutions | SolveFailure]:
            return solve_chunk(EngineSpec("lbl", {"effort": 0}), self._chunk[:1])

    results = ordered_results(texts(), Done, ahead=3)
    assert isinstance(next(results), tuple)
    assert len(read) == 3 * CHUNK
    assert len(list(results)) == 19
    assert len(read) == 20 * CHUNK


@pytest.mark.parametrize("text", ["", "\n\n", "# only a comment\n"])
def test_a_file_without_cubes_is_refused(rokumen: Rokumen, tmp_path: Path, text: str) -> None:
    path = tmp_path / "cubes.txt"
    path.write_text(text)
    result = rokumen("solve", f"--file={path}")
    assert result.status == 2
    assert f"there is no cube in '{path}'; write one a line" in result.err


def test_comments_in_a_list_of_several_lines_are_left_out(rokumen: Rokumen, tmp_path: Path) -> None:
    numbers = [str(number) for number in Cube.solved().apply("R U").numbers]
    rows = [", ".join(numbers[start : start + 8]) + "," for start in range(0, 48, 8)]
    rows[2] += " // the front {"
    rows[4] += " # the back"
    path = tmp_path / "cubes.txt"
    path.write_text("# a list {\n{\n" + "\n".join(rows) + "\n}\nF2\n")
    found = rokumen("solve", f"--file={path}", "--method=two-phase")
    assert found.out.splitlines() == ["U' R'", "F2"], found.err


def test_comments_in_a_file_are_left_out(rokumen: Rokumen, tmp_path: Path) -> None:
    path = tmp_path / "cubes.txt"
    path.write_text("# two scrambles\nR U F // the first\n\nF2 # the second\n")
    assert rokumen("solve", f"--file={path}", "--method=two-phase").out.splitlines() == [
        "F' U' R'",
        "F2",
    ]
