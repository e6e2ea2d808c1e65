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


@pytest.mark.parametrize(
    ("page", "channels"), [("raspberry-pi", {0, 1}), ("feetech", {1, 2}), ("lego", {0, 1})]
)
def test_the_file_of_a_page_is_read(tmp_path: Path, page: str, channels: set[int]) -> None:
    (settings,) = fenced(ROOT / "docs" / f"{page}.md", "toml")
    (tmp_path / "robot.toml").write_text(settings)
    servos = read_settings(tmp_path / "robot.toml").servos
    assert {servo.channel for servo in servos} == channels


@pytest.mark.parametrize("page", ["raspberry-pi", "pca9685", "feetech", "lego"])
def test_a_page_has_all_that_its_owner_needs(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    assert "**Nothing of this has met metal**" in text.partition("\n## ")[0]
    titles = [line for line in text.splitlines() if line.startswith("## ")]
    for title in ("Parts and wiring", "File", "The first day"):
        assert any(each.startswith(f"## {title}") for each in titles), title
    assert "suppl" in text or "batteries" in text
    assert f"docs/{page}.md" in (ROOT / "README.md").read_text(encoding="utf-8")
