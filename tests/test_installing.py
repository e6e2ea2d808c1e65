"""The Dockerfile, the changes and the page on installing agree with the project."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from platformdirs.macos import MacOS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")


def test_the_container_has_the_python_that_is_required() -> None:
    images = re.findall(r"^FROM (.+)$", DOCKERFILE, re.MULTILINE)
    pinned = re.compile(r"python:([0-9.]+)-slim-bookworm@sha256:[0-9a-f]{64}")
    versions = [found[1] for image in images if (found := pinned.fullmatch(image))]
    assert len(versions) == len(images) == 1
    assert f">={versions[0]}" == PROJECT["project"]["requires-python"]


def test_the_container_installs_nothing_without_a_hash() -> None:
    commands = re.findall(r"pip install (.+?)(?= \\?\n|$)", DOCKERFILE)
    from_lock = "--require-hashes -r /sources/requirements.lock"
    assert [command.removeprefix("--no-cache-dir ") for command in commands] == [
        from_lock,
        "--no-deps --no-build-isolation /sources",
    ]
    # That file has nothing that is only for tests: test_dependencies.py.
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    for requirement in PROJECT["build-system"]["requires"]:
        assert f"\n{re.split('[<>=]', requirement)[0]}==" in lock


@pytest.mark.parametrize(
    ("target", "locks"),
    [("demo", ["requirements.lock"]), ("test", ["requirements.lock", "requirements-dev.lock"])],
)
def test_make_installs_what_its_target_needs_and_shows_it(
    target: str, locks: list[str], tmp_path: Path
) -> None:
    if shutil.which("make") is None:
        pytest.skip("make is not installed")
    command = ["make", "--dry-run", f"VENV={tmp_path / 'new'}", target]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert re.findall(r"--require-hashes -r (\S+)", done.stdout) == locks
    assert "--quiet" not in done.stdout


def test_the_container_has_the_libraries_that_the_page_names() -> None:
    named = re.search(r"sudo apt install ([a-z0-9. -]+)`", PAGE)
    assert named is not None
    for library in named[1].split():
        assert f" {library} " in DOCKERFILE


def test_the_container_gets_every_file_that_the_wheel_is_built_of() -> None:
    kept = {
        line.removeprefix("!")
        for line in (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
        if line.startswith("!")
    }
    wheel = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]
    project = PROJECT["project"]
    assert kept == {*wheel["packages"], *project["license-files"], project["readme"],
                    "pyproject.toml", "requirements.lock"}  # fmt: skip


def test_the_extras_that_are_installed_exist() -> None:
    extras = re.search(r"rokumen\[([a-z0-9,-]+)\]", PAGE)
    assert extras is not None
    assert set(extras[1].split(",")) <= set(PROJECT["project"]["optional-dependencies"])


def test_the_folders_of_other_systems_are_those_that_are_used() -> None:
    mac = MacOS("rokumen")
    for folder in (mac.user_config_dir, mac.user_cache_dir):
        assert f"`{folder.replace(str(Path.home()), '~')}`" in PAGE


def test_the_changes_and_the_citation_name_the_version() -> None:
    version = PROJECT["project"]["version"]
    changes = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    versions = re.findall(r"^## (.+)$", changes, re.MULTILINE)
    assert versions[0].split()[0] == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_reports_are_asked_for_what_helps() -> None:
    templates = ROOT / ".github" / "ISSUE_TEMPLATE"
    for name, wanted in (("robot", "--trace FILE"), ("reading", "--draw seen.png")):
        text = (templates / f"{name}.yml").read_text(encoding="utf-8")
        assert wanted in text
        assert "rokumen doctor --json" in text


def test_the_checks_before_a_commit_can_be_run() -> None:
    hooks = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    programs = re.findall(r"entry: \.venv/bin/([a-z]+)", hooks)
    assert set(programs) == {"ruff", "mypy", "pytest"}
    for test in re.findall(r"tests/\w+\.py", hooks):
        assert (ROOT / test).exists()
