"""What README.md, docs and the folder of examples show is what happens."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import tomllib
from glob import glob
from pathlib import Path

import pytest

from rokumen import Cube
from tests.support.command_line import Rokumen
from tests.support.documents import PAGES, fenced, run_python
from tests.support.recorded_cubes import recorded_cube
from tests.support.variants import thorough_but

CUBES = Path(__file__).parent / "data" / "cube-photos"
# Commands that need no device, and print the same each time but for the time they take.
REPEATABLE = ("explain", "faces", "paper", "puzzle", "read", "solve")
# Readers put their own in place of these; the photographs of cube04 are not among the tests'.
PLACEHOLDERS = ("CUBE", "HOST", "...", "$(", "|", ">", " U.jpg", "cube04")
# A command ends with its line, or with the line that closes its quotation.
SESSION = re.compile(r'^\$ (rokumen (\w+)(?:[^"\n]|"[^"]*")*)\n((?:(?!\$ ).*\n?)+)', re.MULTILINE)


def shown() -> list[tuple[str, str]]:
    """Return the commands that the pages show with what they print."""
    return [
        (command, printed)
        for page in PAGES
        for block in fenced(page)
        for command, name, printed in SESSION.findall(block)
        if name in REPEATABLE and not any(each in command for each in PLACEHOLDERS)
    ]


@pytest.fixture
def inputs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide the photographs and the recording that the pages name in the current folder."""
    monkeypatch.chdir(tmp_path)
    for cube in CUBES.iterdir():
        (tmp_path / cube.name).symlink_to(cube)
    folder = tmp_path / "photographs"
    folder.mkdir()
    for picture in (CUBES / "cube08").iterdir():
        (folder / picture.name).symlink_to(picture)
    (folder / "notes.txt").write_text("taken in the evening")
    recorded_cube(tmp_path / "solve.json", "gocube", "F R U R' U' F'", cube="F U R U' R' F'")


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize(
    "page", [page for page in PAGES if fenced(page, "python")], ids=lambda page: page.stem
)
def test_the_python_of_a_page_runs(page: Path) -> None:
    assert run_python(page) >= len(fenced(page, "python"))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if fenced(page, "toml")], ids=lambda page: page.stem
)
def test_the_files_that_a_page_shows_are_toml(page: Path) -> None:
    for block in fenced(page, "toml"):
        assert tomllib.loads(block.replace("\n...\n", "\n"))


@pytest.mark.usefixtures("inputs")
@pytest.mark.parametrize(("command", "printed"), shown(), ids=lambda text: text[:60])
def test_a_command_prints_what_the_page_shows(
    command: str, printed: str, rokumen: Rokumen, caplog: pytest.LogCaptureFixture
) -> None:
    words = shlex.split(command)[1:]
    result = rokumen(*(name for word in words for name in sorted(glob(word)) or [word]))
    lines = [*_without_times(result.out + result.err), *caplog.messages]
    missing = [line for line in _without_times(printed) if line not in lines and line != "..."]
    assert not missing, f"{command} prints:\n{result.out}{result.err}"


def _without_times(text: str) -> list[str]:
    """Return the lines of a text; times in seconds, which differ, are left out."""
    return [line.rstrip() for line in re.sub(r"\d+(\.\d+)? s\b", "N s", text).splitlines()]


EXAMPLES = Path(__file__).parent.parent / "examples"
PHOTOGRAPHS = sorted((EXAMPLES.parent / "tests" / "data" / "cube-photos" / "cube08").glob("*.jpg"))
# What each prints or leaves behind.
RESULTS = {
    "benchmark": "lbl ",
    "draw_a_cube": "drawn: cube.svg",
    "drive_the_simulator": "solved in",
    "own_drive": "channel 0 to 2000 µs in 0.5 s",
    "own_mechanism": "slow-six 4 commands",
    "own_method": "U R U' R'",
    "own_puzzle": "B R F R",
    "own_rig": "fast-grippers",
    "plan_a_motion": "two-gripper",
    "read_photographs": "drawn: ",
    "solve_a_cube": "beginner",
}


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(RESULTS)


@pytest.mark.parametrize("name", thorough_but(["read_photographs", "own_rig"], RESULTS))
def test_an_example_runs(name: str, tmp_path: Path) -> None:
    arguments = PHOTOGRAPHS if name == "read_photographs" else []
    here = tmp_path / "here"
    here.mkdir()
    done = subprocess.run(
        [sys.executable, EXAMPLES / f"{name}.py", *arguments],
        cwd=here,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert RESULTS[name] in done.stdout
    assert not list(here.iterdir())


@pytest.mark.thorough
def test_the_notebook_runs() -> None:
    notebook = json.loads((EXAMPLES / "cube.ipynb").read_text(encoding="utf-8"))
    codes = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    names: dict[str, object] = {}
    for code in codes:
        exec(compile(code, "cube.ipynb", "exec"), names)
    # A notebook asks what ends a cell for its drawing.
    cube = names["cube"]
    assert isinstance(cube, Cube)
    assert cube._repr_svg_().startswith("<svg")
