"""Foreign packages with the names of rokumen's own are reported and not used."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from rokumen.own_packages import PACKAGES, ForeignPackageError, check_own_packages

ROOT = Path(__file__).parent.parent.parent


def command_line(folder: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run `python -m rokumen --version` in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "rokumen", "--version"],
        cwd=folder,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )


def installation(home: Path, *, size: int) -> None:
    """Create packages in a folder as an installer does, each `__init__.py` with `size` bytes."""
    record = home / "rokumen-1.2.3.dist-info" / "RECORD"
    record.parent.mkdir()
    lines = [f"{name}/__init__.py,sha256=abc,{size}\n" for name in PACKAGES]
    record.write_text("".join(lines))
    for name in PACKAGES:
        (home / name).mkdir()
        (home / name / "__init__.py").write_text("#" * 10)


def test_all_packages_are_checked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    shipped = project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    assert {*PACKAGES, "rokumen"} == set(shipped)


@pytest.mark.parametrize("name", PACKAGES)
def test_a_file_in_the_current_folder_is_named(name: str, tmp_path: Path) -> None:
    (tmp_path / f"{name}.py").touch()
    completed = command_line(tmp_path)
    assert completed.returncode == 1
    message = completed.stderr.splitlines()[-1]
    assert repr(str(tmp_path / f"{name}.py")) in message
    assert "rename it" in message


def test_a_package_on_pythonpath_is_named(tmp_path: Path) -> None:
    foreign = tmp_path / "framework" / "robot" / "__init__.py"
    foreign.parent.mkdir(parents=True)
    foreign.touch()
    completed = command_line(tmp_path, PYTHONPATH=str(tmp_path / "framework"))
    assert completed.returncode == 1
    assert repr(str(foreign)) in completed.stderr.splitlines()[-1]


def test_a_package_that_is_loaded_already_is_named(tmp_path: Path) -> None:
    (tmp_path / "vision.py").touch()
    code = "import sys; sys.path.insert(0, ''); import vision; sys.path.pop(0); import rokumen"
    completed = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert completed.returncode == 1
    assert "vision.py' hides" in completed.stderr.splitlines()[-1]


def test_a_folder_of_data_is_harmless(tmp_path: Path) -> None:
    (tmp_path / "vision").mkdir()
    completed = command_line(tmp_path)
    assert completed.returncode == 0, completed.stderr


def test_a_package_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation(tmp_path, size=10)
    (tmp_path / "solver" / "__init__.py").unlink()
    use_only(tmp_path, monkeypatch)
    with pytest.raises(ForeignPackageError, match=r"solver/__init__\.py' is missing"):
        check_own_packages(str(tmp_path), "1.2.3")


def test_what_was_installed_is_accepted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installation(tmp_path, size=10)
    use_only(tmp_path, monkeypatch)
    check_own_packages(str(tmp_path), "1.2.3")


def test_a_file_that_another_package_has_replaced_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installation(tmp_path, size=11)
    use_only(tmp_path, monkeypatch)
    with pytest.raises(ForeignPackageError, match=r"robot/__init__\.py' is not as rokumen 1\.2\.3"):
        check_own_packages(str(tmp_path), "1.2.3")


def use_only(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Import only from one folder, as if nothing had been imported yet."""
    monkeypatch.setattr(sys, "path", [str(folder)])
    for name in PACKAGES:
        monkeypatch.delitem(sys.modules, name, raising=False)


def test_importing_takes_a_few_milliseconds() -> None:
    code = (
        "import time; began = time.process_time(); import rokumen; "
        "print(time.process_time() - began)"
    )
    seconds = [float(subprocess.check_output([sys.executable, "-c", code])) for _ in range(3)]
    assert min(seconds) < 0.05
