"""One cache of tables for all tests of a run, or the one that ROKUMEN_TEST_CACHE names."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from solver.two_phase import store


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Give the folder of the tables: one for all workers, which build them once each kind."""
    named = os.environ.get("ROKUMEN_TEST_CACHE")
    if named:
        return Path(named)
    shared = tmp_path_factory.getbasetemp()
    return (shared.parent if "PYTEST_XDIST_WORKER" in os.environ else shared) / "tables"


@pytest.fixture(autouse=True)
def _tables(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKUMEN_CACHE", str(cache))
    assert store.cache_folder() == cache
