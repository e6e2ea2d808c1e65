"""The Dockerfile, the changes and the page on installing agree with the project."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from platformdirs.macos import MacOS

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
DOCKERFILE = (ROOT / "Dockerfile").read_text(encoding="utf-8")
PAGE = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")


def test_the_container_has_the_python_that_is_required() -> None:
    version = re.search(r"^FROM python:([0-9.]+)-slim$", DOCKERFILE, re.MULTILINE)
    assert version is not None
    assert f">={version[1]}" == PROJECT["project"]["requires-python"]


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
                    "pyproject.toml"}  # fmt: skip


def test_the_extras_that_are_installed_exist() -> None:
    for text in (DOCKERFILE, PAGE):
        extras = re.search(r"(?:sources|rokumen)\[([a-z,-]+)\]", text)
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
