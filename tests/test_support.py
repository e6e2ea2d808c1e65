"""Tests of many cases run all of them; tables that tests keep are built again where needed."""

from __future__ import annotations

import inspect
import re
import shutil
from pathlib import Path

import pytest

from tests.support.cases import for_each
from tests.support.kept_tables import BUILDERS, remove_stale
from tests.support.structure import PACKAGES, ROOT


def test_all_cases_are_run_with_the_fixtures_that_are_left() -> None:
    seen = []

    @for_each("kind", "ab")
    @for_each(("low", "high"), [(1, 2), (3, 4)])
    def compared(kind: str, low: int, high: int, limit: int) -> None:
        seen.append((kind, low, high, limit))

    assert list(inspect.signature(compared).parameters) == ["limit"]
    compared(limit=9)
    assert seen == [("a", 1, 2, 9), ("a", 3, 4, 9), ("b", 1, 2, 9), ("b", 3, 4, 9)]


def test_the_case_that_fails_is_named() -> None:
    @for_each("number", [2, 4, 5, 6])
    def even(number: int) -> None:
        assert number % 2 == 0

    with pytest.raises(AssertionError) as failed:
        even()
    assert failed.value.__notes__ == ["The case that fails: {'number': 5}"]


def test_without_a_case_there_is_no_test() -> None:
    with pytest.raises(AssertionError, match="no value for number"):
        for_each("number", [])


NAMES = {"pocket-1.tables", "reduction-wide-1.tables", "tsukuda-1-corners-3.bin", "die-2.tables"}


def test_what_was_built_by_other_sources_is_removed(tmp_path: Path) -> None:
    for package in ("papers", "rokumen", "solver", "drawing", "files"):
        shutil.copytree(ROOT / package, tmp_path / package)
    folder = tmp_path / "tables"
    for changed, removed in (
        ("solver/engines/registry.py", set()),
        ("solver/puzzles/pocket_state.py", {"pocket-1.tables"}),
        ("solver/puzzles/tsukuda/macros.py", {"tsukuda-1-corners-3.bin"}),
        ("files/table_cache.py", NAMES),
    ):
        remove_stale(folder, tmp_path)
        for name in (*NAMES, "tables.key"):
            (folder / name).touch()
        (folder / "of-an-older-run").mkdir()
        with (tmp_path / changed).open("a") as file:
            file.write("# changed\n")
        remove_stale(folder, tmp_path)
        kept = {path.name for path in folder.iterdir()}
        assert kept == {*NAMES, "tables.key", "digests.json"} - removed, changed


def test_every_module_that_keeps_tables_is_a_builder() -> None:
    keeps = re.compile(
        r"cache_folder\(\) / |^    tables = load_or_build|return load_or_build", re.M
    )
    found = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if keeps.search(path.read_text(encoding="utf-8"))
    }
    # A helper, whose callers name the tables.
    found -= {"solver.search.distance_table"}
    assert found <= {name for names in BUILDERS.values() for name in names}
