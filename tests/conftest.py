"""What every test needs: settings and state of its own, never the user's."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROKUMEN_CONFIG", str(tmp_path / "config" / "config.toml"))
    monkeypatch.setenv("ROKUMEN_STATE", str(tmp_path / "state"))
