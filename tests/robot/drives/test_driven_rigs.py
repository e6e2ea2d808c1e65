"""Rigs whose servos hang behind each emulated drive: a cube is solved by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from robot.servos.servo_settings import read_settings
from tests.support.benchmarks import DRIVE_SCENES, DriveScene, PwmChipScene, is_solved_behind
from tests.support.documents import ROOT, fenced


@pytest.mark.parametrize("kind", DRIVE_SCENES)
def test_a_cube_is_solved_behind_it(kind: type[DriveScene]) -> None:
    assert is_solved_behind(kind(), "cubotino" if kind is PwmChipScene else "two-gripper")


@pytest.mark.parametrize(("page", "channels"), [("raspberry-pi", {0, 1}), ("lego", {0, 1})])
def test_the_file_of_a_page_is_read(tmp_path: Path, page: str, channels: set[int]) -> None:
    (settings,) = fenced(ROOT / "docs" / f"{page}.md", "toml")
    (tmp_path / "robot.toml").write_text(settings)
    servos = read_settings(tmp_path / "robot.toml").servos
    assert {servo.channel for servo in servos} == channels
