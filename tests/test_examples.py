"""The examples run as they are, each in a folder of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from rokumen import Cube
from tests.support.variants import thorough_but

EXAMPLES = Path(__file__).parent.parent / "examples"
PHOTOGRAPHS = sorted((EXAMPLES.parent / "tests" / "data" / "cube-photos" / "cube08").glob("*.jpg"))
# What each prints or leaves behind.
SHOWN = {
    "benchmark": "lbl ",
    "draw_a_cube": "drawn: cube.svg",
    "drive_the_simulator": "solved in",
    "own_board": "MOVE ('R', -90) at 100%",
    "own_rig": "fast-grippers",
    "plan_a_motion": "two-gripper",
    "read_photographs": "drawn: ",
    "solve_a_cube": "beginner",
}


def test_every_example_is_run() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.py")} == set(SHOWN)


@pytest.mark.parametrize("name", thorough_but(["read_photographs", "own_rig"], SHOWN))
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
    assert SHOWN[name] in done.stdout
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
