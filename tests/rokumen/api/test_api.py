"""The public Python API: lazily loaded, typed, and documented by examples that run."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import pytest

import rokumen

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
PHOTOGRAPHS = ROOT / "tests" / "data" / "cube-photos" / "cube08"
HEAVY = ("numpy", "cv2", "sklearn", "serial", "numba", "click", "rich", "robot", "vision", "solver")


@pytest.fixture
def photographs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Provide the folder `photographs` in the current folder, and a separate state folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path / "state"))
    (tmp_path / "photographs").symlink_to(PHOTOGRAPHS)


@pytest.mark.usefixtures("photographs")
def test_the_examples_of_the_page_are_right() -> None:
    examples = "\n".join(block for block in BLOCKS if block.startswith(">>>"))
    test = doctest.DocTestParser().get_doctest(examples, {}, "docs/api.md", None, 0)
    output: list[str] = []
    results = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=output.append)
    assert results.attempted > 40
    assert not results.failed, "".join(output)


@pytest.mark.usefixtures("photographs")
def test_the_first_example_solves_a_cube(capsys: pytest.CaptureFixture[str]) -> None:
    script = BLOCKS[0]
    assert len(script.strip().splitlines()) <= 12
    exec(compile(script, "docs/api.md", "exec"), {})
    assert capsys.readouterr().out.splitlines()[-1].startswith("True ")


def test_every_public_name_is_documented() -> None:
    for name in rokumen.__all__:
        assert getattr(rokumen, name).__doc__, name
        assert re.search(rf"\b{name}\b", PAGE), name
    assert set(rokumen.__all__) <= set(dir(rokumen))


def test_another_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="no_such_name"):
        rokumen.no_such_name  # noqa: B018


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
    errors = [name for name in rokumen.__all__ if name.endswith("Error")]
    assert len(errors) > 15
    for name in errors:
        assert issubclass(getattr(rokumen, name), rokumen.Error), name


def test_a_script_of_a_user_is_type_checked(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(BLOCKS[0] + "\nreveal_type(result.htm)\n", encoding="utf-8")
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
