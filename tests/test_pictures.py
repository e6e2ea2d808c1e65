"""The pictures of docs: each that a page shows is one that `make pictures` draws."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from docs.drawing.registry import PICTURES, Command
from rokumen.cli.commands import COMMANDS
from tests.support.cases import for_each

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]


def draw(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "docs.drawing", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_pictures_that_pages_show_are_drawn_and_no_others_are_there() -> None:
    shown = {
        name
        for page in PAGES
        for name in re.findall(r"!\[[^]]+\]\((?:docs/)?pictures/([^)]+)\)", page.read_text())
    }
    assert set(PICTURES) == shown
    assert {file.name for file in (ROOT / "docs" / "pictures").iterdir()} == shown


@for_each("file", PICTURES)
def test_each_picture_has_a_function_or_a_command(file: str) -> None:
    picture = PICTURES[file]
    if isinstance(picture, Command):
        assert picture.arguments[0] in {*COMMANDS, "paper"}
    else:
        assert callable(getattr(import_module(f"docs.drawing.{picture.module}"), picture.function))


def test_a_picture_is_drawn_by_its_name(tmp_path: Path) -> None:
    done = draw("2x2x2", "uno-wiring.svg", "--folder", str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert sorted(file.name for file in tmp_path.iterdir()) == ["2x2x2.svg", "uno-wiring.svg"]
    net = (tmp_path / "2x2x2.svg").read_text()
    assert {str(number) for number in range(1, 25)} <= set(re.findall(r">(\d+)</text>", net))


def test_an_unknown_picture_is_an_error_that_names_the_others() -> None:
    done = draw("robot-pag")
    assert done.returncode == 2
    assert "there is no picture 'robot-pag'; name one of 2x2x2, architecture-flow," in done.stderr


@pytest.mark.parametrize(
    ("picture", "missing"), [("robot-page", "playwright"), ("tsukuda-turns", "matplotlib")]
)
def test_a_missing_package_is_named(tmp_path: Path, picture: str, missing: str) -> None:
    (tmp_path / f"{missing}.py").write_text(
        f"raise ModuleNotFoundError('none', name={missing!r})\n"
    )
    done = draw(picture, "--folder", str(tmp_path), PYTHONPATH=str(tmp_path))
    assert done.returncode == 2
    assert missing in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.thorough
def test_a_missing_chromium_is_named(tmp_path: Path) -> None:
    nowhere = {"PATH": str(tmp_path), "ROKUMEN_CHROMIUM": ""}
    done = draw("page-scan", "--folder", str(tmp_path), **nowhere)
    assert done.returncode == 2
    assert "need chromium" in done.stderr
