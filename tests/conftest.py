"""What every test needs: settings and state of its own, never the user's."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from solver.optimal.tables import Patterns

# Properties are not timed: a busy machine is no fault. In CI the same examples are drawn each time.
settings.register_profile("unhurried", deadline=None)
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.load_profile("repeatable" if os.environ.get("CI") else "unhurried")


@pytest.fixture(scope="session")
def table_cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give one folder of tables for a whole run, or the one that ROKUMEN_TEST_CACHE names."""
    named = os.environ.get("ROKUMEN_TEST_CACHE")
    if named:
        return Path(named)
    base = tmp_path_factory.getbasetemp()
    return (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "tables"


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, table_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKUMEN_CACHE", str(table_cache))
    monkeypatch.setenv("ROKUMEN_CONFIG", str(tmp_path / "config" / "config.toml"))
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path / "state"))


@pytest.fixture(scope="session")
def small_patterns() -> Patterns:
    """Give a pattern database of 50 MB, phase 1's, where the real one has 0.9 GB.

    It tells the placings of the slice's edges apart as sets alone.
    """
    from solver.optimal.build import Placings, set_images
    from solver.optimal.tables import build

    return build(Placings.from_images(set_images()), near=7)
