"""`rokumen read` of cubes of other sizes than 3x3x3."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import cv2
import pytest

from solver.puzzles.registry import load_puzzle
from tests.support.benchmarks import SizedCube, drawn_cube
from tests.support.command_line import Rokumen


@cache
def cube() -> SizedCube:
    return drawn_cube(4, 5)


@pytest.fixture
def photographs(tmp_path: Path) -> list[str]:
    """Six pictures of a 4x4x4, named by their faces."""
    paths = [str(tmp_path / f"{face}.png") for face in "URFDLB"]
    for path, frame in zip(paths, cube().frames, strict=True):
        cv2.imwrite(path, frame.image)
    return paths


def test_the_facelets_are_printed_as_solve_reads_them(
    rokumen: Rokumen, photographs: list[str]
) -> None:
    result = rokumen("read", *photographs)
    assert result.status == 0, result.err
    assert result.out.strip() == cube().facelets
    load_puzzle("4x4x4").parse(result.out.strip())
    assert "a 4x4x4" in result.err
    assert "held as in the pictures" in result.err


def test_json_has_the_size_and_explain_draws(
    rokumen: Rokumen, photographs: list[str], tmp_path: Path
) -> None:
    drawing = tmp_path / "seen.png"
    result = rokumen(
        "read", "--size", "4", "--in-order", "--json", "--draw", str(drawing), *photographs
    )
    reading = result.json()
    assert (reading["size"], reading["facelets"]) == (4, cube().facelets)
    assert (reading["certain"], reading["as_given"]) == (True, True)
    assert len(reading["confidence"]) == 96
    assert [face["image"] for face in reading["faces"]] == photographs
    assert cv2.imread(str(drawing)) is not None


def test_a_size_that_no_cube_has_is_quoted(rokumen: Rokumen, photographs: list[str]) -> None:
    result = rokumen("read", "--size", "9", *photographs)
    assert result.status == 2
    assert "9" in result.err
    assert "2<=x<=7" in result.err


@pytest.mark.thorough
def test_a_wrong_size_is_not_certain(rokumen: Rokumen, photographs: list[str]) -> None:
    assert rokumen("read", "--size", "5", *photographs).status == 3
