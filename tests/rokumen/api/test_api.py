"""The public Python API: lazily loaded, typed, and documented by examples that run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import rokumen
from robot.rigs.registry import RIGS
from tests.support.documents import ROOT, fenced
from tests.support.variants import thorough_but

PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SCRIPT = fenced(ROOT / "docs" / "api.md", "python")[0]
HEAVY = ("numpy", "cv2", "sklearn", "serial", "numba", "click", "rich", "robot", "vision", "solver")


def test_the_first_example_is_short() -> None:
    assert len(SCRIPT.strip().splitlines()) <= 12


def test_every_public_name_is_documented() -> None:
    for name in rokumen.__all__:
        assert getattr(rokumen, name).__doc__, name
        assert re.search(rf"\b{name}\b", PAGE), name
    assert dir(rokumen) == sorted(["__version__", *rokumen.__all__])
    assert "extend" in rokumen.__all__


def test_every_listed_puzzle_is_one() -> None:
    names = rokumen.puzzles()
    assert {"3x3x3", "skewb", "icosahedron-faces"} <= set(names)
    assert len(set(names)) == len(names)
    for name in names:
        assert rokumen.puzzle(name.upper()).parse("") == "", name


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        getattr(rokumen, "no_such_name")  # noqa: B009


def test_the_import_loads_no_part() -> None:
    code = f"import rokumen, sys; print([name for name in {HEAVY} if name in sys.modules])"
    assert _output(code) == "[]"


def test_solving_loads_no_heavy_library() -> None:
    code = (
        "import rokumen, sys; rokumen.solve(rokumen.Cube.parse('R U')); "
        "print([name for name in ('cv2', 'sklearn', 'serial', 'click') "
        "if name in sys.modules])"
    )
    assert _output(code) == "[]"


def test_every_error_has_the_common_base_class() -> None:
    assert len(rokumen.errors.__all__) > 15
    for name in rokumen.errors.__all__:
        assert issubclass(getattr(rokumen.errors, name), rokumen.errors.Error), name
    # What is listed beside them is what a program calls.
    assert not [name for name in dir(rokumen) if name.endswith("Error")]


def test_a_script_of_a_user_is_type_checked(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(SCRIPT + "\nreveal_type(result.htm)\n", encoding="utf-8")
    completed = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", str(script)],
        cwd=ROOT,
        capture_output=True,
        text=True,
    )
    assert 'Revealed type is "int"' in completed.stdout.replace("builtins.", ""), completed.stdout
    assert completed.returncode == 0, completed.stdout


def _output(code: str) -> str:
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return done.stdout.strip()


# Jaws that hide stickers in every picture, and a camera that is mounted turned; a base without end.
OF_FILES = ("two-gripper-v", "mindcuber")


@pytest.mark.parametrize("rig", thorough_but(["two-gripper", "mindcuber"], [*RIGS, *OF_FILES]))
def test_a_cube_is_solved_in_spite_of_jams(rig: str) -> None:
    with rokumen.connect(f"sim://{rig}?scramble=R U F2 L'&jam=0.05&seed=3") as robot:
        result = robot.solve_cube()
    assert result.solved
    assert result.htm > 0
