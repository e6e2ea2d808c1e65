"""The wheel works in an environment with only its declared dependencies."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from importlib.metadata import Distribution, distribution
from pathlib import Path
from urllib.request import HTTPCookieProcessor, build_opener
from zipfile import ZipFile

import pytest
from packaging.requirements import Requirement

pytestmark = pytest.mark.thorough

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PACKAGES: list[str] = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build as `python -m build` does: a source distribution, and the wheel from that."""
    folder = tmp_path_factory.mktemp("dist")
    build("sdist", ROOT, folder)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(folder, filter="data")
    build("wheel", folder / archive.name.removesuffix(".tar.gz"), folder)
    (made,) = folder.glob("*.whl")
    return made


def build(target: str, project: Path, folder: Path) -> None:
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder)]
    subprocess.run(command, cwd=project, capture_output=True, check=True)


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel into an environment with only its dependencies."""
    folder = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (packages,) = folder.glob("lib/python*/site-packages")
    for entry in dependencies():
        (packages / entry.name).symlink_to(entry)
    python = folder / "bin" / "python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet"]
    options = ["--no-deps", "--no-index", "--disable-pip-version-check"]
    subprocess.run([*install, *options, str(wheel)], check=True)
    return folder / "bin"


def dependencies() -> set[Path]:
    """Return the folders and files of all distributions that an installation needs."""
    waiting = [Requirement(each) for each in PROJECT["project"]["dependencies"]]
    found: dict[str, Distribution] = {}
    while waiting:
        requirement = waiting.pop()
        wanted = requirement.marker is None or requirement.marker.evaluate({"extra": ""})
        if wanted and requirement.name not in found:
            found[requirement.name] = distribution(requirement.name)
            waiting += [Requirement(each) for each in found[requirement.name].requires or ()]
    return {
        Path(str(each.locate_file(file.parts[0])))
        for each in found.values()
        for file in each.files or ()
        if file.parts[0] not in ("..", "__pycache__")
    }


def rokumen(installed: Path, folder: Path, *arguments: str) -> str:
    """Run the installed command in a folder and return what it prints."""
    completed = subprocess.run(
        [str(installed / "rokumen"), *arguments],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 0, completed.stderr
    return completed.stdout


def test_the_wheel_has_every_file_of_the_packages(wheel: Path) -> None:
    sources = {
        str(file.relative_to(ROOT))
        for package in PACKAGES
        for file in (ROOT / package).rglob("*")
        if file.is_file() and "__pycache__" not in file.parts
    }
    with ZipFile(wheel) as archive:
        assert sources == {name for name in archive.namelist() if ".dist-info/" not in name}
    for needed in ("index.html", "three.js", "py.typed", "case_tables.bin"):
        assert any(name.endswith(f"/{needed}") for name in sources)


def test_the_command_prints_its_version(installed: Path, tmp_path: Path) -> None:
    result = rokumen(installed, tmp_path, "--version")
    assert PROJECT["project"]["version"] in result


def test_the_methods_of_the_documents_are_found_by_entry_points(
    installed: Path, tmp_path: Path
) -> None:
    packings = json.loads(rokumen(installed, tmp_path, "paper", "pack", "--json"))
    assert packings["ways"] == 6
    solved = rokumen(installed, tmp_path, "solve", "R", "--method", "lbl-paper", "--json")
    assert json.loads(solved)["method"] == "lbl-paper"
    assert "picture-20x20x20" in rokumen(installed, tmp_path, "puzzle", "list")


def test_a_cube_is_solved(installed: Path, tmp_path: Path) -> None:
    assert json.loads(rokumen(installed, tmp_path, "solve", "R U F", "--json"))["htm"] == 3


def test_a_demo_run_is_completed(installed: Path, tmp_path: Path) -> None:
    result = rokumen(installed, tmp_path, "demo", "--seed=1", "--jam=0", "--rig=six-axis", "--json")
    assert json.loads(result)["solved"] is True


def test_the_pages_are_served(installed: Path, tmp_path: Path) -> None:
    with subprocess.Popen(
        [str(installed / "rokumen"), "serve", "--port=0"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as serving:
        try:
            assert serving.stdout is not None
            address = serving.stdout.readline().strip()
            opener = build_opener(HTTPCookieProcessor())
            with opener.open(address, timeout=60) as answer:
                page = answer.read().decode()
        finally:
            serving.terminate()
    assert "<html" in page
    for script in re.findall(r'src="/?([^"]+\.js)"', page):
        assert list((installed.parent / "lib").rglob(script)), script


def test_a_package_that_overwrites_one_of_ours_is_named(installed: Path, tmp_path: Path) -> None:
    copied = tmp_path / "environment"
    shutil.copytree(installed.parent, copied, symlinks=True)
    (robot,) = copied.glob("lib/python*/site-packages/robot/__init__.py")
    robot.write_text("__version__ = '7.0'\n")
    completed = subprocess.run(
        [str(copied / "bin" / "python"), "-m", "rokumen", "--version"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert completed.returncode == 1
    assert repr(str(robot)) in completed.stderr.splitlines()[-1]
