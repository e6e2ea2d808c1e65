"""Tests find what is changed in the sources: each mutation of a list fails the tests it names."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.support.structure import PACKAGES, ROOT

LIST = Path(__file__).with_name("mutations.toml")
MUTATIONS: list[dict[str, str]] = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutation"]


def test_what_the_mutations_change_and_the_tests_that_find_them_are_there() -> None:
    for each in MUTATIONS:
        source = (ROOT / each["file"]).read_text(encoding="utf-8")
        assert source.count(each["before"]) == 1, each
        assert (ROOT / each["tests"]).is_file(), each


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a copy of the sources, with the tests."""
    folder = tmp_path_factory.mktemp("copy")
    leave = shutil.ignore_patterns("__pycache__")
    for name in (*PACKAGES, "tests", "firmware"):
        shutil.copytree(ROOT / name, folder / name, ignore=leave)
    for name in ("docs", "pyproject.toml"):
        (folder / name).symlink_to(ROOT / name)
    return folder


def run_tests(folder: Path, *names: str) -> subprocess.CompletedProcess[str]:
    """Run tests of a copy, with its sources, until one fails."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", *names],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.slow
def test_without_a_mutation_the_tests_pass(copy: Path) -> None:
    done = run_tests(copy, *sorted({each["tests"] for each in MUTATIONS}))
    assert done.returncode == 0, done.stdout


@pytest.mark.slow
@pytest.mark.parametrize("mutation", MUTATIONS, ids=lambda each: f"{each['file']}: {each['after']}")
def test_a_mutation_is_found(mutation: dict[str, str], copy: Path) -> None:
    file = copy / mutation["file"]
    source = file.read_text(encoding="utf-8")
    file.write_text(source.replace(mutation["before"], mutation["after"]), encoding="utf-8")
    try:
        done = run_tests(copy, mutation["tests"])
    finally:
        file.write_text(source, encoding="utf-8")
    # What cannot even be collected has another status.
    assert done.returncode == pytest.ExitCode.TESTS_FAILED, done.stdout
